/* The socket that ranges are handed over by, when somebody connects who says nothing: nothing waits for that, and what is handed over
 * arrives all the same. */
#include "collect/receive.h"
#include "tests/check.h"

#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { MANY = 300, AT_A_TIME = 100 /* more than that do not fit into the queue of the socket */ };

static struct sw_receiver receiver;

static int join(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    memcpy(address.sun_path, receiver.path, sizeof address.sun_path);
    int s = socket(AF_UNIX, SOCK_SEQPACKET, 0);
    CHECK_EQ(connect(s, (struct sockaddr *)&address, sizeof address), 0);
    return s;
}

static bool is_readable(void)
{
    struct pollfd p = {.fd = receiver.poll, .events = POLLIN};
    return poll(&p, 1, 0) == 1;
}

static void hand_over(int64_t pid)
{
    struct sw_handover handover = {.base = 1 << 20, .size = 1 << 20, .pid = pid};
    int fd = memfd_create("test", MFD_CLOEXEC);
    CHECK_EQ(sw_handover_send(receiver.path, &handover, fd), 0);
    close(fd);
}

int main(void)
{
    int others[MANY];
    CHECK_EQ(sw_receiver_init(&receiver), 0);
    CHECK(!is_readable());
    int silent = join();
    CHECK(is_readable());
    sw_receiver_take(&receiver);
    CHECK(!is_readable());
    hand_over(7);
    CHECK(is_readable());
    sw_receiver_take(&receiver);
    CHECK_EQ(receiver.n_received, 1);

    /* It speaks later, and has nothing to say. */
    CHECK_EQ(send(silent, "x", 1, 0), 1);
    CHECK(is_readable());
    sw_receiver_take(&receiver);
    CHECK(!is_readable());
    CHECK_EQ(receiver.n_silent, 0);

    for (int i = 0; i < MANY; i++) {
        others[i] = join();
        if (i % AT_A_TIME == AT_A_TIME - 1)
            sw_receiver_take(&receiver);
    }
    CHECK_EQ(receiver.n_silent, SW_RECEIVER_SILENT);
    hand_over(8);
    sw_receiver_take(&receiver);
    CHECK_EQ(receiver.n_received, 2);
    CHECK_EQ(receiver.received[1].handover.pid, 8);
    CHECK_EQ(receiver.error, 0);
    for (int i = 0; i < MANY; i++)
        close(others[i]);
    close(silent);
    sw_receiver_release(&receiver);
    return check_done();
}
