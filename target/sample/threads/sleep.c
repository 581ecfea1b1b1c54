/*
 * Waiting for time, files, signals and children. These may be called in signal handlers: a thread that is not
 * known yet stays so. Signals of samples do not end them.
 */
#include "target/sample/quiet.h"
#include "target/sample/threads/libc.h"

#include <errno.h>

#define QUIETLY(worker, kind, call)                                 \
    ({                                                              \
        bool let_in_ = sw_quiet_begin();                            \
        __typeof__(call) done_ = SW_WAITING(worker, kind, 0, call); \
        sw_quiet_end(let_in_);                                      \
        done_;                                                      \
    })

/* As libc's `name`. */
#define WAITS(type, name, parameters, kind, ...)          \
    SW_REPLACES type name parameters                      \
    {                                                     \
        struct sw_worker *w = sw_worker_known();          \
        const struct sw_libc *libc = sw_libc();           \
        if (!w)                                           \
            return libc->name(__VA_ARGS__);               \
        return QUIETLY(w, kind, libc->name(__VA_ARGS__)); \
    }
#define SLEEPS(type, name, parameters, ...) \
    WAITS(type, name, parameters, SW_WAIT_CLOCK, __VA_ARGS__)

/* It only looks, and is asked again where that was interrupted. */
#define AT_ONCE(call)                                    \
    ({                                                   \
        int error_ = errno;                              \
        __typeof__(call) done_;                          \
        while ((done_ = (call)) == -1 && errno == EINTR) \
            errno = error_;                              \
        done_;                                           \
    })

/* The same, where it only looks, without waiting, if that is so. */
#define LOOKS(type, name, parameters, at_once, ...)                \
    SW_REPLACES type name parameters                               \
    {                                                              \
        struct sw_worker *w = sw_worker_known();                   \
        const struct sw_libc *libc = sw_libc();                    \
        if (!w)                                                    \
            return libc->name(__VA_ARGS__);                        \
        if (at_once)                                               \
            return AT_ONCE(libc->name(__VA_ARGS__));               \
        return QUIETLY(w, SW_WAIT_INPUT, libc->name(__VA_ARGS__)); \
    }

SLEEPS(unsigned, sleep, (unsigned seconds), seconds)
SLEEPS(int, usleep, (useconds_t us), us)
SLEEPS(int, nanosleep, (const struct timespec *time, struct timespec *left), time, left)
SLEEPS(int, clock_nanosleep,
       (clockid_t clock, int flags, const struct timespec *time, struct timespec *left), clock,
       flags, time, left)
SLEEPS(int, thrd_sleep, (const struct timespec *time, struct timespec *left), time, left)
WAITS(int, pause, (void), SW_WAIT_INPUT)
LOOKS(int, poll, (struct pollfd * files, nfds_t n, int ms), ms == 0, files, n, ms)
LOOKS(int, select,
      (int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other,
       struct timeval *restrict time),
      time && !time->tv_sec && !time->tv_usec, n, in, out, other, time)
LOOKS(int, epoll_wait, (int file, struct epoll_event *events, int n, int ms), ms == 0, file, events,
      n, ms)
LOOKS(pid_t, waitpid, (pid_t pid, int *status, int options), options &WNOHANG, pid, status, options)
LOOKS(int, waitid, (idtype_t type, id_t id, siginfo_t *info, int options), options &WNOHANG, type,
      id, info, options)
LOOKS(pid_t, wait4, (pid_t pid, int *status, int options, struct rusage *use), options &WNOHANG,
      pid, status, options, use)
WAITS(pid_t, wait, (int *status), SW_WAIT_INPUT, status)

/* Those that change which signals are blocked while they wait. */
#define MASKED(type, name, parameters, mask, ...)                  \
    SW_REPLACES type name parameters                               \
    {                                                              \
        struct sw_worker *w = sw_worker_known();                   \
        const struct sw_libc *libc = sw_libc();                    \
        sigset_t copy;                                             \
        mask = w ? sw_quiet_with(mask, &copy) : mask;              \
        if (!w)                                                    \
            return libc->name(__VA_ARGS__);                        \
        return QUIETLY(w, SW_WAIT_INPUT, libc->name(__VA_ARGS__)); \
    }

MASKED(int, sigsuspend, (const sigset_t *mask), mask, mask)
MASKED(int, ppoll,
       (struct pollfd * files, nfds_t n, const struct timespec *time, const sigset_t *mask), mask,
       files, n, time, mask)
MASKED(int, pselect,
       (int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other,
        const struct timespec *restrict time, const sigset_t *restrict mask),
       mask, n, in, out, other, time, mask)
MASKED(int, epoll_pwait,
       (int file, struct epoll_event *events, int n, int ms, const sigset_t *mask), mask, file,
       events, n, ms, mask)

/* Those that wait for signals, of which ours is none. */
#define AWAITS(type, name, parameters, ...)                        \
    SW_REPLACES type name parameters                               \
    {                                                              \
        struct sw_worker *w = sw_worker_known();                   \
        const struct sw_libc *libc = sw_libc();                    \
        sigset_t copy;                                             \
        set = sw_quiet_without(set, &copy);                        \
        if (!w)                                                    \
            return libc->name(__VA_ARGS__);                        \
        return QUIETLY(w, SW_WAIT_INPUT, libc->name(__VA_ARGS__)); \
    }

AWAITS(int, sigwait, (const sigset_t *restrict set, int *restrict signal), set, signal)
AWAITS(int, sigwaitinfo, (const sigset_t *restrict set, siginfo_t *restrict info), set, info)
AWAITS(int, sigtimedwait,
       (const sigset_t *restrict set, siginfo_t *restrict info,
        const struct timespec *restrict time),
       set, info, time)
