/*
 * Waiting for time, files, signals and children. These may be called in signal handlers: a thread that is not
 * known yet stays so.
 */
#include "front/sample/threads/real.h"

/* As libc's `name`. */
#define SLEEPS(type, name, parameters, ...)            \
    SW_REPLACES type name parameters                   \
    {                                                  \
        struct sw_worker *w = sw_worker_known();       \
        const struct sw_real *real = sw_real();        \
        if (!w)                                        \
            return real->name(__VA_ARGS__);            \
        return SW_WAITING(w, real->name(__VA_ARGS__)); \
    }

SLEEPS(unsigned, sleep, (unsigned seconds), seconds)
SLEEPS(int, usleep, (useconds_t us), us)
SLEEPS(int, nanosleep, (const struct timespec *time, struct timespec *left), time, left)
SLEEPS(int, clock_nanosleep,
       (clockid_t clock, int flags, const struct timespec *time, struct timespec *left), clock,
       flags, time, left)
SLEEPS(int, thrd_sleep, (const struct timespec *time, struct timespec *left), time, left)
SLEEPS(int, sigsuspend, (const sigset_t *mask), mask)
SLEEPS(int, sigwait, (const sigset_t *restrict set, int *restrict signal), set, signal)
SLEEPS(int, sigwaitinfo, (const sigset_t *restrict set, siginfo_t *restrict info), set, info)
SLEEPS(int, sigtimedwait,
       (const sigset_t *restrict set, siginfo_t *restrict info,
        const struct timespec *restrict time),
       set, info, time)
SLEEPS(int, poll, (struct pollfd * files, nfds_t n, int ms), files, n, ms)
SLEEPS(int, ppoll,
       (struct pollfd * files, nfds_t n, const struct timespec *time, const sigset_t *mask), files,
       n, time, mask)
SLEEPS(int, select,
       (int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other,
        struct timeval *restrict time),
       n, in, out, other, time)
SLEEPS(int, pselect,
       (int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other,
        const struct timespec *restrict time, const sigset_t *restrict mask),
       n, in, out, other, time, mask)
SLEEPS(int, epoll_wait, (int file, struct epoll_event *events, int n, int ms), file, events, n, ms)
SLEEPS(int, epoll_pwait,
       (int file, struct epoll_event *events, int n, int ms, const sigset_t *mask), file, events, n,
       ms, mask)
SLEEPS(pid_t, wait, (int *status), status)
SLEEPS(pid_t, waitpid, (pid_t pid, int *status, int options), pid, status, options)
SLEEPS(int, waitid, (idtype_t type, id_t id, siginfo_t *info, int options), type, id, info, options)
SLEEPS(pid_t, wait4, (pid_t pid, int *status, int options, struct rusage *use), pid, status,
       options, use)

SW_REPLACES int pause(void)
{
    struct sw_worker *w = sw_worker_known();
    const struct sw_real *real = sw_real();
    return w ? SW_WAITING(w, real->pause()) : real->pause();
}
