/* Threads that talk through pipes and sockets, and wait for several of them. */
#include "survival.h"

#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>

static int ends[2], pipes[2];

static void *echo(void *unused)
{
    char c;
    while (read(ends[1], &c, 1) == 1)
        CHECK(write(ends[1], &c, 1) == 1);
    return unused;
}

static void *fill(void *unused)
{
    static char block[1 << 16];
    for (int i = 0; i < 20; i++)
        CHECK(write(pipes[1], block, sizeof block) == sizeof block);
    close(pipes[1]);
    return unused;
}

int main(void)
{
    char c = 0, block[4096];
    CHECK(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends) && !pipe(pipes));
    pthread_t t = start(echo, NULL), f = start(fill, NULL);
    for (int i = 0; i < 50; i++) {
        char sent = (char)i;
        CHECK(send(ends[0], &sent, 1, 0) == 1);
        struct pollfd p = {.fd = ends[0], .events = POLLIN};
        if (i % 2)
            CHECK(poll(&p, 1, -1) == 1);
        CHECK(recv(ends[0], &c, 1, 0) == 1 && c == sent);
    }
    long all = 0;
    for (ssize_t n; (n = read(pipes[0], block, sizeof block)) > 0;)
        all += n;
    CHECK(all == 20 << 16);
    fd_set set;
    FD_ZERO(&set);
    FD_SET(ends[0], &set);
    struct timeval soon = {.tv_usec = 1000};
    CHECK(select(ends[0] + 1, &set, NULL, NULL, &soon) == 0);
    int e = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN};
    CHECK(!epoll_ctl(e, EPOLL_CTL_ADD, ends[0], &event));
    CHECK(write(ends[0], &c, 1) == 1 && epoll_wait(e, &event, 1, -1) == 1);
    shutdown(ends[0], SHUT_WR);
    join(t);
    join(f);
    puts("ok");
    return 0;
}
