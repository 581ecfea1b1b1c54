/* Libc's own functions, of those that ours stand in front of. */
#ifndef SPANWISE_AGENT_THREADS_LIBC_H
#define SPANWISE_AGENT_THREADS_LIBC_H

#include "agent/core/libc_locks.h"

#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SW_THREADS_REAL(X)    \
    SW_LIBC_LOCKS(X)          \
    SW_LIBC_MAKERS(X)         \
    X(pthread_create)         \
    X(pthread_join)           \
    X(pthread_tryjoin_np)     \
    X(pthread_timedjoin_np)   \
    X(pthread_clockjoin_np)   \
    X(pthread_detach)         \
    X(pthread_cancel)         \
    X(pthread_setcanceltype)  \
    X(pthread_setcancelstate) \
    X(pthread_once)           \
    X(pthread_cond_signal)    \
    X(pthread_cond_broadcast) \
    X(pthread_barrier_wait)   \
    X(thrd_create)            \
    X(thrd_join)              \
    X(thrd_detach)            \
    X(thrd_yield)             \
    X(thrd_sleep)             \
    X(cnd_signal)             \
    X(cnd_broadcast)          \
    X(call_once)              \
    X(sem_wait)               \
    X(sem_trywait)            \
    X(sem_timedwait)          \
    X(sem_clockwait)          \
    X(sem_post)               \
    X(sched_yield)            \
    X(nanosleep)              \
    X(clock_nanosleep)        \
    X(usleep)                 \
    X(sleep)                  \
    X(sysconf)                \
    X(get_nprocs)             \
    X(get_nprocs_conf)        \
    X(sched_getaffinity)      \
    X(sched_setaffinity)      \
    X(pthread_getaffinity_np) \
    X(pthread_setaffinity_np) \
    X(sched_getcpu)           \
    X(read)                   \
    X(write)                  \
    X(readv)                  \
    X(writev)                 \
    X(recv)                   \
    X(recvfrom)               \
    X(recvmsg)                \
    X(send)                   \
    X(sendto)                 \
    X(sendmsg)                \
    X(accept)                 \
    X(accept4)                \
    X(connect)                \
    X(poll)                   \
    X(ppoll)                  \
    X(select)                 \
    X(pselect)                \
    X(epoll_wait)             \
    X(epoll_pwait)            \
    X(wait)                   \
    X(waitpid)                \
    X(waitid)                 \
    X(wait4)                  \
    X(sigwait)                \
    X(sigwaitinfo)            \
    X(sigtimedwait)           \
    X(sigsuspend)             \
    X(pause)

struct sw_threads_libc {
    SW_THREADS_REAL(SW_LIBC_FIELD)
};

extern struct sw_threads_libc sw_threads_libc_table __attribute__((visibility("hidden")));

__attribute__((noinline, cold)) void sw_threads_libc_find(void);

/* Filled in when the library is loaded; somebody's constructor may have been first. */
static inline const struct sw_threads_libc *sw_libc(void)
{
    if (__builtin_expect(!sw_threads_libc_table.pthread_create, 0))
        sw_threads_libc_find();
    return &sw_threads_libc_table;
}

#endif
