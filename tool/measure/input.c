#include "tool/measure/input.h"
#include "console/message.h"
#include "console/progress.h"
#include "tool/common/interrupt.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <unistd.h>

static bool write_all(int fd, const char *data, ssize_t size)
{
    while (size > 0) {
        ssize_t n = write(fd, data, (size_t)size);
        if (n <= 0)
            return false;
        data += n;
        size -= n;
    }
    return true;
}

/* Who holds the other end and writes nothing may never let go: nobody should have to guess what we wait for. */
static void say_if_it_takes_long(void)
{
    enum { PATIENCE_MS = 1000 };
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&input, 1, PATIENCE_MS) == 0 && !sw_is_quiet())
        sw_error("waiting for the end of the standard input, which each run is to get; with "
                 "'< /dev/null' there is nothing to wait for");
}

void sw_input_keep(void)
{
    char buffer[65536];
    ssize_t n = 0;
    if (lseek(STDIN_FILENO, 0, SEEK_CUR) >= 0 || isatty(STDIN_FILENO))
        return;
    say_if_it_takes_long();
    int fd = memfd_create("spanwise-input", MFD_CLOEXEC);
    while (fd >= 0 && (n = read(STDIN_FILENO, buffer, sizeof buffer)) != 0)
        if ((n < 0 && (errno != EINTR || sw_interrupt_asked())) ||
            (n > 0 && !write_all(fd, buffer, n)))
            break;
    if (fd >= 0 && lseek(fd, 0, SEEK_SET) == 0)
        dup2(fd, STDIN_FILENO);
    if (fd > 0)
        close(fd);
}
