/*
 * Waiting for time, files, signals and children. These may be called in signal handlers: a thread that is not
 * known yet stays so. Samples, which would end them early, stop meanwhile.
 */
#include "agent/calls/signal_waits.h"
#include "agent/sample/threads/libc.h"

#include <errno.h>

/* As libc's `name`. */
#define WAITS(type, name, parameters, kind, arguments)               \
    SW_REPLACES type name parameters                                 \
    {                                                                \
        struct sw_worker *w = sw_worker_known();                     \
        const struct sw_libc *libc = sw_libc();                      \
        if (!w)                                                      \
            return libc->name arguments;                             \
        return SW_WAITING_QUIETLY(w, kind, 0, libc->name arguments); \
    }
#define SLEEPS(type, name, parameters, arguments) \
    WAITS(type, name, parameters, SW_WAIT_CLOCK, arguments)

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
#define LOOKS(type, name, parameters, at_once, ...)                              \
    SW_REPLACES type name parameters                                             \
    {                                                                            \
        struct sw_worker *w = sw_worker_known();                                 \
        const struct sw_libc *libc = sw_libc();                                  \
        if (!w)                                                                  \
            return libc->name(__VA_ARGS__);                                      \
        if (at_once)                                                             \
            return AT_ONCE(libc->name(__VA_ARGS__));                             \
        return SW_WAITING_QUIETLY(w, SW_WAIT_INPUT, 0, libc->name(__VA_ARGS__)); \
    }

SLEEPS(unsigned, sleep, (unsigned seconds), (seconds))
SLEEPS(int, usleep, (useconds_t us), (us))
SLEEPS(int, nanosleep, (const struct timespec *time, struct timespec *left), (time, left))
SLEEPS(int, clock_nanosleep,
       (clockid_t clock, int flags, const struct timespec *time, struct timespec *left),
       (clock, flags, time, left))
SLEEPS(int, thrd_sleep, (const struct timespec *time, struct timespec *left), (time, left))
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
WAITS(pid_t, wait, (int *status), SW_WAIT_INPUT, (status))

#define WAITS_FOR_SIGNALS(type, name, parameters, arguments) \
    WAITS(type, name, parameters, SW_WAIT_INPUT, arguments)
SW_SIGNAL_WAITS(WAITS_FOR_SIGNALS)
