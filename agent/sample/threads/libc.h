/*
 * The pthreads reporter puts functions of its own in front of libc's, which do what libc's do and tell what the
 * thread does meanwhile. Libc's own are here. Ours keep errno, results, and cancellation points as they are: where
 * one is asked first without waiting, it is tested for cancellation before.
 */
#ifndef SPANWISE_AGENT_SAMPLE_THREADS_LIBC_H
#define SPANWISE_AGENT_SAMPLE_THREADS_LIBC_H

#include "agent/core/libc_locks.h"
#include "agent/sample/reporter.h"
#include "agent/sampler/sampler.h"

#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

/* Their names. */
#define SW_LIBC_FUNCTIONS(X)  \
    X(pthread_create)         \
    X(pthread_join)           \
    X(pthread_timedjoin_np)   \
    X(pthread_clockjoin_np)   \
    SW_LIBC_LOCKS(X)          \
    SW_LIBC_MAKERS(X)         \
    X(pthread_cond_signal)    \
    X(pthread_cond_broadcast) \
    X(cnd_signal)             \
    X(cnd_broadcast)          \
    X(pthread_barrier_init)   \
    X(pthread_barrier_wait)   \
    X(sem_wait)               \
    X(sem_trywait)            \
    X(sem_timedwait)          \
    X(sem_clockwait)          \
    X(sem_post)               \
    X(thrd_create)            \
    X(thrd_join)              \
    X(thrd_sleep)             \
    X(sched_yield)            \
    X(sleep)                  \
    X(usleep)                 \
    X(nanosleep)              \
    X(clock_nanosleep)        \
    X(pause)                  \
    X(sigsuspend)             \
    X(sigwait)                \
    X(sigwaitinfo)            \
    X(sigtimedwait)           \
    X(poll)                   \
    X(ppoll)                  \
    X(select)                 \
    X(pselect)                \
    X(epoll_wait)             \
    X(epoll_pwait)            \
    X(wait)                   \
    X(waitpid)                \
    X(waitid)                 \
    X(wait4)

struct sw_libc {
    SW_LIBC_FUNCTIONS(SW_LIBC_FIELD)
};

extern struct sw_libc sw_libc_table __attribute__((visibility("hidden")));

__attribute__((noinline, cold)) void sw_libc_find(void);

/* Filled in when the library is loaded; somebody's constructor may have been first. */
static inline const struct sw_libc *sw_libc(void)
{
    if (__builtin_expect(!sw_libc_table.pthread_create, 0))
        sw_libc_find();
    return &sw_libc_table;
}

/* A call that waits for something that is no lock, by what (0: that is not seen) another thread releases it, and its result. */
#define SW_WAITING(worker, kind, on, call)                                               \
    ({                                                                                   \
        struct sw_wait wait_ = sw_wait_begin((worker), kind, (uint64_t)(uintptr_t)(on)); \
        __typeof__(call) result_ = (call);                                               \
        sw_wait_end((worker), &wait_);                                                   \
        result_;                                                                         \
    })

/* ... that any signal ends early: no sample comes meanwhile. */
#define SW_WAITING_QUIETLY(worker, kind, on, call)                   \
    ({                                                               \
        sw_sample_source_pause(&(worker)->sampler->source);          \
        __typeof__(call) done_ = SW_WAITING(worker, kind, on, call); \
        sw_sample_source_go_on(&(worker)->sampler->source);          \
        done_;                                                       \
    })

/* A call that takes a lock, `busy` being what `try` says where another thread has it. Locks of a runtime whose worker
 * has nothing to do are its own affair. */
#define SW_LOCKING(worker, lock, alone, busy, try, call)                              \
    ({                                                                                \
        int result_;                                                                  \
        if (__builtin_expect(sw_worker_waits(worker), 0)) {                           \
            result_ = (call);                                                         \
        } else {                                                                      \
            enum sw_doing before_ = sw_worker_do((worker), SW_DOING_SYNCHRONIZE);     \
            result_ = (try);                                                          \
            if (__builtin_expect(result_ == (busy), 0)) {                             \
                struct sw_wait wait_ =                                                \
                    sw_wait_begin((worker), SW_WAIT_LOCK, (uint64_t)(uintptr_t)lock); \
                result_ = (call);                                                     \
                sw_wait_end((worker), &wait_);                                        \
            }                                                                         \
            sw_worker_do((worker), before_);                                          \
            if ((alone) && !result_)                                                  \
                sw_lock_had((worker), (uint64_t)(uintptr_t)lock);                     \
        }                                                                             \
        result_;                                                                      \
    })

/* A call that waits for a condition, without its lock. */
#define SW_WAITING_WITHOUT(worker, mutex, condition, call)                            \
    ({                                                                                \
        sw_lock_released((worker), (uint64_t)(uintptr_t)mutex);                       \
        __typeof__(call) had_ = SW_WAITING(worker, SW_WAIT_THREADS, condition, call); \
        sw_lock_had((worker), (uint64_t)(uintptr_t)mutex);                            \
        had_;                                                                         \
    })

/* A call that releases one. */
#define SW_UNLOCKING(worker, lock, call)                                          \
    ({                                                                            \
        int result_;                                                              \
        if (__builtin_expect(sw_worker_waits(worker), 0)) {                       \
            result_ = (call);                                                     \
        } else {                                                                  \
            enum sw_doing before_ = sw_worker_do((worker), SW_DOING_SYNCHRONIZE); \
            sw_lock_released((worker), (uint64_t)(uintptr_t)lock);                \
            result_ = (call);                                                     \
            sw_worker_do((worker), before_);                                      \
        }                                                                         \
        result_;                                                                  \
    })

#endif
