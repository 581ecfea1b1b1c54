/* Calls that wait for time, or for input and output. */
#include "agent/threads/hooks.h"
#include "base/raw.h"

/* False: it is not simulated. */
static bool sleep_for(uint64_t ns, const void *where)
{
    static const char clock;
    if (ns == UINT64_MAX)
        return false;
    pthread_testcancel();
    struct sw_vthread *t = sw_hook_begin();
    const struct sw_wait_at at = {SW_CONSTRUCT_SLEEP, SW_BLOCKED_SLEEP, where};
    if (!t)
        return false;
    sw_park(t, &clock, 1, &at, sw_sim.cores->now + sw_live_to_ticks(sw_sim.live, ns));
    sw_hook_end_cancelled(t);
    return true;
}

#define SLEEPS(type, name, parameters, arguments, ns)                    \
    SW_REPLACES type name parameters                                     \
    {                                                                    \
        return sleep_for(ns, SW_CALLER) ? 0 : sw_libc()->name arguments; \
    }
SW_LIBC_SLEEPS(SLEEPS)

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

/* Of each, whether it would not wait. */
#define READY_read         is_ready(file, POLLIN)
#define READY_readv        is_ready(file, POLLIN)
#define READY_recv         is_ready(file, POLLIN)
#define READY_recvfrom     is_ready(file, POLLIN)
#define READY_recvmsg      is_ready(file, POLLIN)
#define READY_accept       is_ready(file, POLLIN)
#define READY_accept4      is_ready(file, POLLIN)
#define READY_write        has_room(file, size)
#define READY_writev       has_room(file, n > 0 ? size_of(parts, (size_t)n) : 0)
#define READY_send         has_room(file, size)
#define READY_sendto       has_room(file, size)
#define READY_sendmsg      has_room(file, size_of(message->msg_iov, message->msg_iovlen))
#define READY_connect      false
#define READY_poll         poll_now(files, n)
#define READY_ppoll        !mask &&poll_now(files, n)
#define READY_select       false
#define READY_pselect      time && !time->tv_sec && !time->tv_nsec
#define READY_epoll_wait   is_ready(file, POLLIN)
#define READY_epoll_pwait  !ms || is_ready(file, POLLIN)
#define READY_sigwait      false
#define READY_sigwaitinfo  false
#define READY_sigtimedwait false
#define READY_sigsuspend   false
#define READY_pause        false

#define GOES_UNLESS(type, name, parameters, arguments, ready) \
    SW_REPLACES type name parameters                          \
    {                                                         \
        int before = errno;                                   \
        struct sw_vthread *t = sw_hook_begin();               \
        t = leave(t && (ready), t);                           \
        errno = before;                                       \
        type result = sw_libc()->name arguments;              \
        come_back(t);                                         \
        return result;                                        \
    }
#define GOES(type, name, parameters, arguments) \
    GOES_UNLESS(type, name, parameters, arguments, READY_##name)
#define LOOKS_OR_GOES(type, name, parameters, arguments, looks) \
    GOES_UNLESS(type, name, parameters, arguments, (looks) || READY_##name)
SW_LIBC_TRANSFERS(GOES)
SW_LIBC_SOCKET_WAITS(GOES)
SW_LIBC_SIGNAL_WAITS(GOES)
SW_LIBC_POLLS(LOOKS_OR_GOES)
SW_LIBC_CHILD_WAITS(GOES_UNLESS)
