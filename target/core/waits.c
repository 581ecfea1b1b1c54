/* Calls of libc's that a signal ends early: no sample comes meanwhile. Where nothing else stands before them. */
#include "target/core/held.h"
#include "target/core/libc_next.h"

#include <poll.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define WAITS(type, name, parameters, arguments)                \
    __attribute__((visibility("default"))) type name parameters \
    {                                                           \
        static void *found;                                     \
        type(*real) parameters;                                 \
        if (!found)                                             \
            found = sw_libc_next(#name);                        \
        *(void **)&real = found;                                \
        return SW_HELD(real arguments);                         \
    }
WAITS(unsigned, sleep, (unsigned seconds), (seconds))
WAITS(int, usleep, (useconds_t us), (us))
WAITS(int, nanosleep, (const struct timespec *time, struct timespec *left), (time, left))
WAITS(int, clock_nanosleep,
      (clockid_t clock, int flags, const struct timespec *time, struct timespec *left),
      (clock, flags, time, left))
WAITS(int, thrd_sleep, (const struct timespec *time, struct timespec *left), (time, left))
WAITS(int, pause, (void), ())
WAITS(int, poll, (struct pollfd * files, nfds_t n, int ms), (files, n, ms))
WAITS(int, ppoll,
      (struct pollfd * files, nfds_t n, const struct timespec *time, const sigset_t *mask),
      (files, n, time, mask))
WAITS(int, select,
      (int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other,
       struct timeval *restrict time),
      (n, in, out, other, time))
WAITS(int, pselect,
      (int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other,
       const struct timespec *restrict time, const sigset_t *restrict mask),
      (n, in, out, other, time, mask))
WAITS(int, epoll_wait, (int file, struct epoll_event *events, int n, int ms), (file, events, n, ms))
WAITS(int, epoll_pwait, (int file, struct epoll_event *events, int n, int ms, const sigset_t *mask),
      (file, events, n, ms, mask))
WAITS(int, sem_timedwait, (sem_t * semaphore, const struct timespec *until), (semaphore, until))
WAITS(int, sem_clockwait, (sem_t * semaphore, clockid_t clock, const struct timespec *until),
      (semaphore, clock, until))
WAITS(int, sigsuspend, (const sigset_t *mask), (mask))
WAITS(int, sigwait, (const sigset_t *restrict set, int *restrict number), (set, number))
WAITS(int, sigwaitinfo, (const sigset_t *restrict set, siginfo_t *restrict info), (set, info))
WAITS(int, sigtimedwait,
      (const sigset_t *restrict set, siginfo_t *restrict info,
       const struct timespec *restrict time),
      (set, info, time))
