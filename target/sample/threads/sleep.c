/*
 * Waiting for time, files, signals and children. These may be called in signal handlers: a thread that is not
 * known yet stays so. Samples, which would end them early, stop meanwhile.
 */
#include "target/sample/threads/libc.h"
#include "target/sampler/sampler.h"

#include <errno.h>

#define QUIETLY(worker, kind, call)                                 \
    ({                                                              \
        sw_sample_source_pause(&(worker)->sampler->source);         \
        __typeof__(call) done_ = SW_WAITING(worker, kind, 0, call); \
        sw_sample_source_go_on(&(worker)->sampler->source);         \
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

WAITS(int, sigsuspend, (const sigset_t *mask), SW_WAIT_INPUT, mask)
WAITS(int, ppoll,
      (struct pollfd * files, nfds_t n, const struct timespec *time, const sigset_t *mask),
      SW_WAIT_INPUT, files, n, time, mask)
WAITS(int, pselect,
      (int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other,
       const struct timespec *restrict time, const sigset_t *restrict mask),
      SW_WAIT_INPUT, n, in, out, other, time, mask)
WAITS(int, epoll_pwait, (int file, struct epoll_event *events, int n, int ms, const sigset_t *mask),
      SW_WAIT_INPUT, file, events, n, ms, mask)
WAITS(int, sigwait, (const sigset_t *restrict set, int *restrict signal), SW_WAIT_INPUT, set,
      signal)
WAITS(int, sigwaitinfo, (const sigset_t *restrict set, siginfo_t *restrict info), SW_WAIT_INPUT,
      set, info)
WAITS(int, sigtimedwait,
      (const sigset_t *restrict set, siginfo_t *restrict info,
       const struct timespec *restrict time),
      SW_WAIT_INPUT, set, info, time)
