/*
 * Libc's own functions, of those that we put ours in front of. Ours ask sw_omp_in_region() and, outside
 * regions, do just that.
 */
#ifndef SPANWISE_AGENT_OPENMP_GUARD_REAL_H
#define SPANWISE_AGENT_OPENMP_GUARD_REAL_H

#include "agent/core/libc_locks.h"

#include <dlfcn.h>
#include <grp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#define SW_OMP_REPLACES __attribute__((visibility("default")))

/* Their names. */
#define SW_OMP_REAL(X)        \
    X(sched_yield)            \
    X(nanosleep)              \
    X(clock_nanosleep)        \
    X(usleep)                 \
    X(sleep)                  \
    SW_LIBC_LOCKS(X)          \
    X(pthread_cond_signal)    \
    X(pthread_cond_broadcast) \
    X(pthread_join)           \
    X(pthread_tryjoin_np)     \
    X(sem_wait)               \
    X(sem_trywait)            \
    X(sem_timedwait)          \
    X(sem_clockwait)          \
    X(sem_post)               \
    X(poll)                   \
    X(select)                 \
    X(epoll_wait)             \
    X(syscall)                \
    X(ppoll)                  \
    X(pselect)                \
    X(epoll_pwait)            \
    X(pause)                  \
    X(sigsuspend)             \
    X(sigwait)                \
    X(sigwaitinfo)            \
    X(sigtimedwait)           \
    X(setuid)                 \
    X(setgid)                 \
    X(seteuid)                \
    X(setegid)                \
    X(setreuid)               \
    X(setregid)               \
    X(setresuid)              \
    X(setresgid)              \
    X(setgroups)              \
    X(initgroups)             \
    X(dlopen)

struct sw_omp_real {
    SW_OMP_REAL(SW_LIBC_FIELD)
};

extern struct sw_omp_real sw_omp_real_table __attribute__((visibility("hidden")));

__attribute__((noinline, cold)) void sw_omp_real_find(void);

/* Filled in when the library is loaded; somebody's constructor may have been first. */
static inline const struct sw_omp_real *sw_omp_real(void)
{
    if (__builtin_expect(!sw_omp_real_table.sched_yield, 0))
        sw_omp_real_find();
    return &sw_omp_real_table;
}

#endif
