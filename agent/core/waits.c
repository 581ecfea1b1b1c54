/* Calls of libc that a signal ends early: no sample comes meanwhile. For libraries that do not replace them otherwise. */
#include "agent/core/held.h"
#include "agent/core/libc_next.h"
#include "agent/core/signal_waits.h"

#include <semaphore.h>
#include <threads.h>

#define WAITS(type, name, parameters, arguments)                \
    __attribute__((visibility("default"))) type name parameters \
    {                                                           \
        type(*real) parameters;                                 \
        *(void **)&real = SW_LIBC_NEXT(name);                   \
        return SW_HELD(real arguments);                         \
    }
WAITS(unsigned, sleep, (unsigned seconds), (seconds))
WAITS(int, usleep, (useconds_t us), (us))
WAITS(int, nanosleep, (const struct timespec *time, struct timespec *left), (time, left))
WAITS(int, clock_nanosleep,
      (clockid_t clock, int flags, const struct timespec *time, struct timespec *left),
      (clock, flags, time, left))
WAITS(int, thrd_sleep, (const struct timespec *time, struct timespec *left), (time, left))
WAITS(int, poll, (struct pollfd * files, nfds_t n, int ms), (files, n, ms))
WAITS(int, select,
      (int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other,
       struct timeval *restrict time),
      (n, in, out, other, time))
WAITS(int, epoll_wait, (int file, struct epoll_event *events, int n, int ms), (file, events, n, ms))
WAITS(int, sem_timedwait, (sem_t * semaphore, const struct timespec *until), (semaphore, until))
WAITS(int, sem_clockwait, (sem_t * semaphore, clockid_t clock, const struct timespec *until),
      (semaphore, clock, until))
SW_SIGNAL_WAITS(WAITS)
