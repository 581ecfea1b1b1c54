/*
 * Libc's functions that libraries of ours stand in front of: each is written down here, once, with its parameters, in a list for each thing
 * that such functions do. What is done about it is an *operation* of the library, a macro that makes the wrappers of a list:
 *
 *                                    threads, guard                      sample                    locks             calls
 *     SW_LIBC_TAKES, _TRIES          tried, parked in virtual time       tried, a wait if taken    told when taken
 *     SW_LIBC_RELEASES               wakes who is parked                 charges the holder        told before
 *     SW_LIBC_MAKERS, _DESTROYERS    named after the place (threads)     the same                  told
 *     SW_LIBC_CONDITION_WAITS        parked, nothing of libc's           a wait without the lock   told
 *     SW_LIBC_SIGNALS                wakes who is parked                 lets go who waits
 *     SW_LIBC_CREATES                in virtual time from its start      sampled from its start
 *     SW_LIBC_SEMAPHORE_WAITS        as locks                            tried, a wait                               limited: held back
 *     SW_LIBC_JOINS                  parked (guard: without a limit)     a wait
 *     SW_LIBC_SLEEPS                 virtual time passes                 a wait                                      held back
 *     SW_LIBC_POLLS, _SIGNAL_WAITS   away (threads); held back, or       a wait                                      held back
 *                                    asked again and again (guard)
 *     SW_LIBC_CHILD_WAITS            away (threads)                      a wait
 *     SW_LIBC_SOCKET_WAITS           away (threads)                                                                  held back
 *     SW_LIBC_TRANSFERS              away (threads)                                                                  (see there)
 *     SW_LIBC_IDENTITIES             on the OS thread's own storage (guard)
 *     SW_LIBC_OTHERS                 have a wrapper of their own each
 *
 * Guard is OpenMP's (agent/openmp/guard). A list's X has the type, the name, the parameters and the arguments, and what the list says.
 */
#pragma once

#include <dlfcn.h>
#include <grp.h>
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
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define SW_REPLACES __attribute__((visibility("default")))

/* Until when a call waits: for ever, or until that time by that clock. */
struct sw_limit {
    clockid_t clock;
    const struct timespec *until; /* NULL: for ever */
};

#define SW_FOR_EVER         ((struct sw_limit){0, NULL})
#define SW_LIMIT(by, until) ((struct sw_limit){by, until})

/* --- Locks. Which of them (enum sw_libc_lock), and the limit --- */

#define SW_LIBC_TAKES(X)                                                                          \
    X(int, pthread_mutex_lock, (pthread_mutex_t * lock), (lock), SW_LIBC_MUTEX, SW_FOR_EVER)      \
    X(int, pthread_mutex_timedlock, (pthread_mutex_t * lock, const struct timespec *until),       \
      (lock, until), SW_LIBC_MUTEX, SW_LIMIT(CLOCK_REALTIME, until))                              \
    X(int, pthread_mutex_clocklock,                                                               \
      (pthread_mutex_t * lock, clockid_t clock, const struct timespec *until),                    \
      (lock, clock, until), SW_LIBC_MUTEX, SW_LIMIT(clock, until))                                \
    X(int, pthread_spin_lock, (pthread_spinlock_t * lock), (lock), SW_LIBC_SPIN, SW_FOR_EVER)     \
    X(int, pthread_rwlock_rdlock, (pthread_rwlock_t * lock), (lock), SW_LIBC_READER, SW_FOR_EVER) \
    X(int, pthread_rwlock_timedrdlock, (pthread_rwlock_t * lock, const struct timespec *until),   \
      (lock, until), SW_LIBC_READER, SW_LIMIT(CLOCK_REALTIME, until))                             \
    X(int, pthread_rwlock_clockrdlock,                                                            \
      (pthread_rwlock_t * lock, clockid_t clock, const struct timespec *until),                   \
      (lock, clock, until), SW_LIBC_READER, SW_LIMIT(clock, until))                               \
    X(int, pthread_rwlock_wrlock, (pthread_rwlock_t * lock), (lock), SW_LIBC_WRITER, SW_FOR_EVER) \
    X(int, pthread_rwlock_timedwrlock, (pthread_rwlock_t * lock, const struct timespec *until),   \
      (lock, until), SW_LIBC_WRITER, SW_LIMIT(CLOCK_REALTIME, until))                             \
    X(int, pthread_rwlock_clockwrlock,                                                            \
      (pthread_rwlock_t * lock, clockid_t clock, const struct timespec *until),                   \
      (lock, clock, until), SW_LIBC_WRITER, SW_LIMIT(clock, until))                               \
    X(int, mtx_lock, (mtx_t * lock), (lock), SW_LIBC_C11, SW_FOR_EVER)                            \
    X(int, mtx_timedlock, (mtx_t *restrict lock, const struct timespec *restrict until),          \
      (lock, until), SW_LIBC_C11, SW_LIMIT(CLOCK_REALTIME, until))

#define SW_LIBC_TRIES(X)                                                                \
    X(int, pthread_mutex_trylock, (pthread_mutex_t * lock), (lock), SW_LIBC_MUTEX)      \
    X(int, pthread_spin_trylock, (pthread_spinlock_t * lock), (lock), SW_LIBC_SPIN)     \
    X(int, pthread_rwlock_tryrdlock, (pthread_rwlock_t * lock), (lock), SW_LIBC_READER) \
    X(int, pthread_rwlock_trywrlock, (pthread_rwlock_t * lock), (lock), SW_LIBC_WRITER) \
    X(int, mtx_trylock, (mtx_t * lock), (lock), SW_LIBC_C11)

/* Whoever releases a lock of readers and writers, it is called that of a writer. */
#define SW_LIBC_RELEASES(X)                                                          \
    X(int, pthread_mutex_unlock, (pthread_mutex_t * lock), (lock), SW_LIBC_MUTEX)    \
    X(int, pthread_spin_unlock, (pthread_spinlock_t * lock), (lock), SW_LIBC_SPIN)   \
    X(int, pthread_rwlock_unlock, (pthread_rwlock_t * lock), (lock), SW_LIBC_WRITER) \
    X(int, mtx_unlock, (mtx_t * lock), (lock), SW_LIBC_C11)

#define SW_LIBC_MAKERS(X)                                                                   \
    X(int, pthread_mutex_init, (pthread_mutex_t * lock, const pthread_mutexattr_t *how),    \
      (lock, how))                                                                          \
    X(int, pthread_spin_init, (pthread_spinlock_t * lock, int how), (lock, how))            \
    X(int, pthread_rwlock_init, (pthread_rwlock_t * lock, const pthread_rwlockattr_t *how), \
      (lock, how))                                                                          \
    X(int, mtx_init, (mtx_t * lock, int how), (lock, how))

/* But mtx_destroy(), which has no result. */
#define SW_LIBC_DESTROYERS(X)                                         \
    X(int, pthread_mutex_destroy, (pthread_mutex_t * lock), (lock))   \
    X(int, pthread_spin_destroy, (pthread_spinlock_t * lock), (lock)) \
    X(int, pthread_rwlock_destroy, (pthread_rwlock_t * lock), (lock))

/* --- Conditions. Which lock, and the limit --- */

#define SW_LIBC_CONDITION_WAITS(X)                                                              \
    X(int, pthread_cond_wait, (pthread_cond_t * condition, pthread_mutex_t * lock),             \
      (condition, lock), SW_LIBC_MUTEX, SW_FOR_EVER)                                            \
    X(int, pthread_cond_timedwait,                                                              \
      (pthread_cond_t * condition, pthread_mutex_t * lock, const struct timespec *until),       \
      (condition, lock, until), SW_LIBC_MUTEX, SW_LIMIT(sw_condition_clock(condition), until))  \
    X(int, pthread_cond_clockwait,                                                              \
      (pthread_cond_t * condition, pthread_mutex_t * lock, clockid_t clock,                     \
       const struct timespec *until),                                                           \
      (condition, lock, clock, until), SW_LIBC_MUTEX, SW_LIMIT(clock, until))                   \
    X(int, cnd_wait, (cnd_t * condition, mtx_t * lock), (condition, lock), SW_LIBC_C11,         \
      SW_FOR_EVER)                                                                              \
    X(int, cnd_timedwait,                                                                       \
      (cnd_t *restrict condition, mtx_t *restrict lock, const struct timespec *restrict until), \
      (condition, lock, until), SW_LIBC_C11, SW_LIMIT(CLOCK_REALTIME, until))

/* Whether to all that wait. */
#define SW_LIBC_SIGNALS(X)                                                          \
    X(int, pthread_cond_signal, (pthread_cond_t * condition), (condition), false)   \
    X(int, pthread_cond_broadcast, (pthread_cond_t * condition), (condition), true) \
    X(int, cnd_signal, (cnd_t * condition), (condition), false)                     \
    X(int, cnd_broadcast, (cnd_t * condition), (condition), true)

/* --- Threads. What they are made with, and whose names these are --- */

#define SW_LIBC_CREATES(X)                                                         \
    X(int, pthread_create,                                                         \
      (pthread_t * thread, const pthread_attr_t *attributes, void *(*run)(void *), \
       void *argument),                                                            \
      (thread, attributes, run, argument), attributes, posix)                      \
    X(int, thrd_create, (thrd_t * thread, thrd_start_t run, void *argument),       \
      (thread, run, argument), NULL, c11)

/* --- Semaphores and the end of threads. The limit --- */

#define SW_LIBC_SEMAPHORE_WAITS(X)                                  \
    X(int, sem_wait, (sem_t * semaphore), (semaphore), SW_FOR_EVER) \
    SW_LIBC_SEMAPHORE_LIMITED_WAITS(X)

#define SW_LIBC_SEMAPHORE_LIMITED_WAITS(X)                                                       \
    X(int, sem_timedwait, (sem_t * semaphore, const struct timespec *until), (semaphore, until), \
      SW_LIMIT(CLOCK_REALTIME, until))                                                           \
    X(int, sem_clockwait, (sem_t * semaphore, clockid_t clock, const struct timespec *until),    \
      (semaphore, clock, until), SW_LIMIT(clock, until))

/* And the same of a thread that has ended. */
#define SW_LIBC_JOINS(X)                                                                         \
    X(int, pthread_join, (pthread_t thread, void **value), (thread, value), SW_FOR_EVER,         \
      pthread_join(thread, value))                                                               \
    X(int, pthread_timedjoin_np, (pthread_t thread, void **value, const struct timespec *until), \
      (thread, value, until), SW_LIMIT(CLOCK_REALTIME, until), pthread_join(thread, value))      \
    X(int, pthread_clockjoin_np,                                                                 \
      (pthread_t thread, void **value, clockid_t clock, const struct timespec *until),           \
      (thread, value, clock, until), SW_LIMIT(clock, until), pthread_join(thread, value))        \
    X(int, thrd_join, (thrd_t thread, int *value), (thread, value), SW_FOR_EVER,                 \
      thrd_join(thread, value))

/* --- Time. How long, in nanoseconds, by core/libc.h --- */

#define SW_LIBC_SLEEPS(X)                                                                  \
    X(unsigned, sleep, (unsigned seconds), (seconds), seconds * 1000000000ull)             \
    X(int, usleep, (useconds_t us), (us), us * 1000ull)                                    \
    X(int, nanosleep, (const struct timespec *time, struct timespec *left), (time, left),  \
      sw_sleep_ns(time))                                                                   \
    X(int, clock_nanosleep,                                                                \
      (clockid_t clock, int flags, const struct timespec *time, struct timespec *left),    \
      (clock, flags, time, left), sw_sleep_ns_by(clock, flags, time))                      \
    X(int, thrd_sleep, (const struct timespec *time, struct timespec *left), (time, left), \
      sw_sleep_ns(time))

/* --- Files, children, signals. Whether it only looks, without waiting --- */

#define SW_LIBC_POLLS(X)                                                             \
    X(int, poll, (struct pollfd * files, nfds_t n, int ms), (files, n, ms), ms == 0) \
    X(int, select,                                                                   \
      (int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other,     \
       struct timeval *restrict time),                                               \
      (n, in, out, other, time), time && !time->tv_sec && !time->tv_usec)            \
    X(int, epoll_wait, (int file, struct epoll_event *events, int n, int ms),        \
      (file, events, n, ms), ms == 0)

#define SW_LIBC_CHILD_WAITS(X)                                                       \
    X(pid_t, wait, (int *status), (status), false)                                   \
    X(pid_t, waitpid, (pid_t pid, int *status, int options), (pid, status, options), \
      options &WNOHANG)                                                              \
    X(int, waitid, (idtype_t type, id_t id, siginfo_t * info, int options),          \
      (type, id, info, options), options &WNOHANG)                                   \
    X(pid_t, wait4, (pid_t pid, int *status, int options, struct rusage *use),       \
      (pid, status, options, use), options &WNOHANG)

/* They wait for signals, or change which of them are blocked while they wait. */
#define SW_LIBC_SIGNAL_WAITS(X)                                                                \
    X(int, pause, (void), ())                                                                  \
    X(int, ppoll,                                                                              \
      (struct pollfd * files, nfds_t n, const struct timespec *time, const sigset_t *mask),    \
      (files, n, time, mask))                                                                  \
    X(int, pselect,                                                                            \
      (int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other,               \
       const struct timespec *restrict time, const sigset_t *restrict mask),                   \
      (n, in, out, other, time, mask))                                                         \
    X(int, epoll_pwait,                                                                        \
      (int file, struct epoll_event *events, int n, int ms, const sigset_t *mask),             \
      (file, events, n, ms, mask))                                                             \
    X(int, sigsuspend, (const sigset_t *mask), (mask))                                         \
    X(int, sigwait, (const sigset_t *restrict set, int *restrict number), (set, number))       \
    X(int, sigwaitinfo, (const sigset_t *restrict set, siginfo_t *restrict info), (set, info)) \
    X(int, sigtimedwait,                                                                       \
      (const sigset_t *restrict set, siginfo_t *restrict info,                                 \
       const struct timespec *restrict time),                                                  \
      (set, info, time))

#define SW_LIBC_SOCKET_WAITS(X)                                                                 \
    X(int, accept, (int file, __SOCKADDR_ARG from, socklen_t *restrict length),                 \
      (file, from, length))                                                                     \
    X(int, accept4, (int file, __SOCKADDR_ARG from, socklen_t *restrict length, int flags),     \
      (file, from, length, flags))                                                              \
    X(ssize_t, recv, (int file, void *data, size_t size, int flags), (file, data, size, flags)) \
    X(ssize_t, recvfrom,                                                                        \
      (int file, void *restrict data, size_t size, int flags, __SOCKADDR_ARG from,              \
       socklen_t *restrict length),                                                             \
      (file, data, size, flags, from, length))                                                  \
    X(ssize_t, recvmsg, (int file, struct msghdr *message, int flags), (file, message, flags))  \
    X(ssize_t, send, (int file, const void *data, size_t size, int flags),                      \
      (file, data, size, flags))

/* Those in front of which agent/calls has wrappers of its own: it asks what goes in and out. */
#define SW_LIBC_TRANSFERS(X)                                                           \
    X(ssize_t, read, (int file, void *data, size_t size), (file, data, size))          \
    X(ssize_t, write, (int file, const void *data, size_t size), (file, data, size))   \
    X(ssize_t, readv, (int file, const struct iovec *parts, int n), (file, parts, n))  \
    X(ssize_t, writev, (int file, const struct iovec *parts, int n), (file, parts, n)) \
    X(ssize_t, sendto,                                                                 \
      (int file, const void *data, size_t size, int flags, __CONST_SOCKADDR_ARG to,    \
       socklen_t length),                                                              \
      (file, data, size, flags, to, length))                                           \
    X(ssize_t, sendmsg, (int file, const struct msghdr *message, int flags),           \
      (file, message, flags))                                                          \
    X(int, connect, (int file, __CONST_SOCKADDR_ARG to, socklen_t length), (file, to, length))

/* --- Users and groups --- */

#define SW_LIBC_IDENTITIES(X)                                                               \
    X(int, setuid, (uid_t user), (user))                                                    \
    X(int, setgid, (gid_t group), (group))                                                  \
    X(int, seteuid, (uid_t user), (user))                                                   \
    X(int, setegid, (gid_t group), (group))                                                 \
    X(int, setreuid, (uid_t real, uid_t effective), (real, effective))                      \
    X(int, setregid, (gid_t real, gid_t effective), (real, effective))                      \
    X(int, setresuid, (uid_t real, uid_t effective, uid_t saved), (real, effective, saved)) \
    X(int, setresgid, (gid_t real, gid_t effective, gid_t saved), (real, effective, saved)) \
    X(int, setgroups, (size_t n, const gid_t *groups), (n, groups))                         \
    X(int, initgroups, (const char *user, gid_t group), (user, group))

/* --- What has a wrapper of its own --- */

#define SW_LIBC_OTHERS(X)          \
    X(void, mtx_destroy)           \
    X(int, sem_trywait)            \
    X(int, sem_post)               \
    X(int, pthread_barrier_init)   \
    X(int, pthread_barrier_wait)   \
    X(int, pthread_tryjoin_np)     \
    X(int, pthread_detach)         \
    X(int, pthread_cancel)         \
    X(int, pthread_setcanceltype)  \
    X(int, pthread_setcancelstate) \
    X(int, pthread_once)           \
    X(int, thrd_detach)            \
    X(void, call_once)             \
    X(int, sched_yield)            \
    X(long, sysconf)               \
    X(int, get_nprocs)             \
    X(int, get_nprocs_conf)        \
    X(int, sched_getaffinity)      \
    X(int, sched_setaffinity)      \
    X(int, pthread_getaffinity_np) \
    X(int, pthread_setaffinity_np) \
    X(int, sched_getcpu)           \
    X(long, syscall)               \
    X(void *, dlopen)              \
    X(void *, dlsym)

/* All of them. */
#define SW_LIBC_NAMES(X)       \
    SW_LIBC_TAKES(X)           \
    SW_LIBC_TRIES(X)           \
    SW_LIBC_RELEASES(X)        \
    SW_LIBC_MAKERS(X)          \
    SW_LIBC_DESTROYERS(X)      \
    SW_LIBC_CONDITION_WAITS(X) \
    SW_LIBC_SIGNALS(X)         \
    SW_LIBC_CREATES(X)         \
    SW_LIBC_SEMAPHORE_WAITS(X) \
    SW_LIBC_JOINS(X)           \
    SW_LIBC_SLEEPS(X)          \
    SW_LIBC_POLLS(X)           \
    SW_LIBC_CHILD_WAITS(X)     \
    SW_LIBC_SIGNAL_WAITS(X)    \
    SW_LIBC_SOCKET_WAITS(X)    \
    SW_LIBC_TRANSFERS(X)       \
    SW_LIBC_IDENTITIES(X)      \
    SW_LIBC_OTHERS(X)
