/* Calls that may wait for something outside. What is ready is done with the baton; else the thread goes away meanwhile. */
#include "agent/threads/hooks.h"
#include "agent/threads/watch.h"
#include "base/raw.h"

#include <limits.h>

/* As poll() without waiting, but that no thread is cancelled there, in the middle of a hook. A sample may interrupt even that: it says
 * nothing of what is ready. */
static long poll_now(struct pollfd *all, nfds_t n)
{
    struct timespec none = {0, 0};
    long ready;
    do
        ready = sw_raw5(SYS_ppoll, (long)all, (long)n, (long)&none, 0, 8);
    while (ready == -EINTR);
    return ready;
}

/* Whether the call would not wait. Of what poll() cannot tell, it says so. */
static bool is_ready(int fd, short events)
{
    struct pollfd p = {.fd = fd, .events = events};
    return poll_now(&p, 1) != 0;
}

/* There is room for so much where there is any: more may have to wait in the middle, and a signal would end it there. */
static bool has_room(int fd, size_t size)
{
    return size <= PIPE_BUF && is_ready(fd, POLLOUT);
}

static size_t size_of(const struct iovec *parts, size_t n)
{
    size_t size = 0;
    for (size_t i = 0; i < n; i++)
        size += parts[i].iov_len;
    return size;
}

/* In a hook, or NULL where nothing is to be done. Errors are the call's own. */
static struct sw_vthread *leave(bool ready, struct sw_vthread *t)
{
    if (!t)
        return NULL;
    if (ready) {
        sw_hook_end(t);
        return NULL;
    }
    sw_watch_hold(t);
    sw_hook_away(t);
    return t;
}

static void come_back(struct sw_vthread *t)
{
    int error = errno;
    if (!t)
        return;
    sw_hook_back(t);
    sw_watch_release(t);
    sw_hook_end(t);
    errno = error;
}

#define CALL(type, name, parameters, arguments, ready) \
    SW_REPLACES type name parameters                   \
    {                                                  \
        int before = errno;                            \
        struct sw_vthread *t = sw_hook_begin();        \
        t = leave(t && (ready), t);                    \
        errno = before;                                \
        type result = sw_libc()->name arguments;       \
        come_back(t);                                  \
        return result;                                 \
    }

CALL(ssize_t, read, (int fd, void *data, size_t size), (fd, data, size), is_ready(fd, POLLIN))
CALL(ssize_t, write, (int fd, const void *data, size_t size), (fd, data, size), has_room(fd, size))
CALL(ssize_t, readv, (int fd, const struct iovec *parts, int n), (fd, parts, n),
     is_ready(fd, POLLIN))
CALL(ssize_t, writev, (int fd, const struct iovec *parts, int n), (fd, parts, n),
     has_room(fd, n > 0 ? size_of(parts, (size_t)n) : 0))
CALL(ssize_t, recv, (int fd, void *data, size_t size, int flags), (fd, data, size, flags),
     is_ready(fd, POLLIN))
CALL(ssize_t, recvfrom,
     (int fd, void *restrict data, size_t size, int flags, __SOCKADDR_ARG from,
      socklen_t *restrict length),
     (fd, data, size, flags, from, length), is_ready(fd, POLLIN))
CALL(ssize_t, recvmsg, (int fd, struct msghdr *message, int flags), (fd, message, flags),
     is_ready(fd, POLLIN))
CALL(ssize_t, send, (int fd, const void *data, size_t size, int flags), (fd, data, size, flags),
     has_room(fd, size))
CALL(ssize_t, sendto,
     (int fd, const void *data, size_t size, int flags, __CONST_SOCKADDR_ARG to, socklen_t length),
     (fd, data, size, flags, to, length), has_room(fd, size))
CALL(ssize_t, sendmsg, (int fd, const struct msghdr *message, int flags), (fd, message, flags),
     has_room(fd, size_of(message->msg_iov, message->msg_iovlen)))
CALL(int, accept, (int fd, __SOCKADDR_ARG from, socklen_t *restrict length), (fd, from, length),
     is_ready(fd, POLLIN))
CALL(int, accept4, (int fd, __SOCKADDR_ARG from, socklen_t *restrict length, int flags),
     (fd, from, length, flags), is_ready(fd, POLLIN))
CALL(int, connect, (int fd, __CONST_SOCKADDR_ARG to, socklen_t length), (fd, to, length), false)
CALL(int, poll, (struct pollfd * all, nfds_t n, int timeout), (all, n, timeout),
     !timeout || poll_now(all, n))
CALL(int, ppoll,
     (struct pollfd * all, nfds_t n, const struct timespec *timeout, const sigset_t *mask),
     (all, n, timeout, mask), !mask && poll_now(all, n))
CALL(int, select,
     (int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other,
      struct timeval *restrict timeout),
     (n, in, out, other, timeout), timeout && !timeout->tv_sec && !timeout->tv_usec)
CALL(int, pselect,
     (int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other,
      const struct timespec *restrict timeout, const sigset_t *restrict mask),
     (n, in, out, other, timeout, mask), timeout && !timeout->tv_sec && !timeout->tv_nsec)
CALL(int, epoll_wait, (int fd, struct epoll_event *events, int most, int timeout),
     (fd, events, most, timeout), !timeout || is_ready(fd, POLLIN))
CALL(int, epoll_pwait,
     (int fd, struct epoll_event *events, int most, int timeout, const sigset_t *mask),
     (fd, events, most, timeout, mask), !timeout || is_ready(fd, POLLIN))
CALL(pid_t, wait, (int *status), (status), false)
CALL(pid_t, waitpid, (pid_t pid, int *status, int options), (pid, status, options),
     options &WNOHANG)
CALL(int, waitid, (idtype_t type, id_t id, siginfo_t *info, int options), (type, id, info, options),
     options &WNOHANG)
CALL(pid_t, wait4, (pid_t pid, int *status, int options, struct rusage *usage),
     (pid, status, options, usage), options &WNOHANG)
CALL(int, sigwait, (const sigset_t *restrict set, int *restrict number), (set, number), false)
CALL(int, sigwaitinfo, (const sigset_t *restrict set, siginfo_t *restrict info), (set, info), false)
CALL(int, sigtimedwait,
     (const sigset_t *restrict set, siginfo_t *restrict info,
      const struct timespec *restrict timeout),
     (set, info, timeout), false)
CALL(int, sigsuspend, (const sigset_t *mask), (mask), false)
CALL(int, pause, (void), (), false)
