/* Functions of libc that wait for signals, or change which of them are blocked while they wait: for those who stand in front of them. */
#ifndef SPANWISE_AGENT_CALLS_SIGNAL_WAITS_H
#define SPANWISE_AGENT_CALLS_SIGNAL_WAITS_H

#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#define SW_SIGNAL_WAITS(X)                                                                     \
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

#endif
