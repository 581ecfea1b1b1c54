/* Sends a file descriptor from the program to the tool, over a socket. */
#include "live/handover.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int connect_to(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path)
        return -ENAMETOOLONG;
    strcpy(address.sun_path, path);
    int s = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (s < 0)
        return -errno;
    if (connect(s, (struct sockaddr *)&address, sizeof address) < 0) {
        int error = -errno;
        close(s);
        return error;
    }
    return s;
}

int sw_handover_send(const char *socket_path, const struct sw_handover *handover, int fd)
{
    int s = connect_to(socket_path);
    if (s < 0)
        return s;
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof fd)];
    } control;
    struct iovec data = {.iov_base = (void *)(uintptr_t)handover, .iov_len = sizeof *handover};
    struct msghdr message = {.msg_iov = &data,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control};
    memset(&control, 0, sizeof control);
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(sizeof fd);
    memcpy(CMSG_DATA(&control.header), &fd, sizeof fd);
    int error = sendmsg(s, &message, MSG_NOSIGNAL) < 0 ? -errno : 0;
    close(s);
    return error;
}
