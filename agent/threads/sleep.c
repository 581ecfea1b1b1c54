/* Calls that wait for time, or for input and output. */
#include "agent/threads/hooks.h"
#include "agent/threads/tasks.h"
#include "agent/threads/watch.h"
#include "base/raw.h"

#include <limits.h>

/* False: it is not simulated. */
static bool sleep_for(uint64_t ns, const void *where)
{
    static const char clock;
    pthread_testcancel();
    struct sw_vthread *t = sw_hook_begin();
    const struct sw_wait_at at = {SW_CONSTRUCT_SLEEP, SW_BLOCKED_SLEEP, where};
    if (!t)
        return false;
    sw_park(t, &clock, 1, &at, sw_sim.cores->now + sw_live_to_ticks(sw_sim.live, ns));
    sw_hook_end_cancelled(t);
    return true;
}

static uint64_t ns_of(const struct timespec *t)
{
    return (uint64_t)t->tv_sec * 1000000000 + (uint64_t)t->tv_nsec;
}

static bool is_valid(const struct timespec *t)
{
    return t && t->tv_sec >= 0 && sw_is_time(t);
}

SW_REPLACES int nanosleep(const struct timespec *time, struct timespec *left)
{
    if (is_valid(time) && sleep_for(ns_of(time), SW_CALLER))
        return 0;
    return sw_libc()->nanosleep(time, left);
}

SW_REPLACES int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time,
                                struct timespec *left)
{
    struct timespec now = {0};
    if (is_valid(time) && flags & TIMER_ABSTIME)
        clock_gettime(clock, &now);
    uint64_t until = is_valid(time) ? ns_of(time) : 0, from = ns_of(&now);
    if (is_valid(time) && (clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC) &&
        sleep_for(until > from ? until - from : 0, SW_CALLER))
        return 0;
    return sw_libc()->clock_nanosleep(clock, flags, time, left);
}

SW_REPLACES int usleep(useconds_t time)
{
    return sleep_for((uint64_t)time * 1000, SW_CALLER) ? 0 : sw_libc()->usleep(time);
}

SW_REPLACES unsigned sleep(unsigned time)
{
    return sleep_for((uint64_t)time * 1000000000, SW_CALLER) ? 0 : sw_libc()->sleep(time);
}

SW_REPLACES int thrd_sleep(const struct timespec *time, struct timespec *left)
{
    if (is_valid(time) && sleep_for(ns_of(time), SW_CALLER))
        return 0;
    return sw_libc()->thrd_sleep(time, left);
}

#define LOOK_NS 10000 /* between two yields in a row: no longer */

/* How long it may have taken, if it has only looked for something to do. */
static uint64_t sw_looks(const struct sw_vthread *t, const void *where)
{
    if (!t->polls)
        return 0;
    return sw_tbb_has(where) ? UINT64_MAX : sw_live_to_ticks(sw_sim.live, LOOK_NS);
}

SW_REPLACES int sched_yield(void)
{
    const struct sw_wait_at at = {SW_CONSTRUCT_YIELD, SW_BLOCKED_CONDITION, SW_CALLER};
    if (sw_vself)
        sw_vself->looks = sw_looks(sw_vself, SW_CALLER);
    struct sw_vthread *t = sw_hook_begin();
    if (sw_vself)
        sw_vself->looks = 0;
    if (!t)
        return sw_libc()->sched_yield();
    sw_hook_yield(t, &at);
    return 0;
}

SW_REPLACES void thrd_yield(void)
{
    sched_yield();
}

/* Calls that may wait for something outside. What is ready is done with the baton; else the thread goes away meanwhile. */

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
