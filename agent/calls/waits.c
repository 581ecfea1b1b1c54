/* Calls that wait, some of which end early for any signal: what measures holds its signals back meanwhile. */
#include "agent/calls/waits.h"
#include "agent/calls/libc_names.h"

#include <stddef.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/syscall.h>
#include <sys/time.h>

const struct sw_hold_back *sw_hold_all, *sw_hold_samples;
bool sw_waits_have_limits;

/* In the usual waits: NULL, if another library of ours stands in front of those, and holds itself back. */
static const struct sw_hold_back *hold_usual;

SW_DECLARE_IN_FRONT(int, poll, (struct pollfd * files, nfds_t n, int ms));

void spanwise_hold(const struct sw_hold_back *all, const struct sw_hold_back *samples)
{
    sw_hold_all = all;
    sw_hold_samples = samples;
    hold_usual = dlsym(RTLD_DEFAULT, "poll") == (void *)sw_poll ? samples : NULL;
}

bool sw_is_wait(long number)
{
    switch (number) {
#ifdef SYS_poll
    case SYS_poll:
    case SYS_select:
    case SYS_epoll_wait:
    case SYS_pause:
#endif
    case SYS_ppoll:
    case SYS_pselect6:
    case SYS_epoll_pwait:
#ifdef SYS_epoll_pwait2
    case SYS_epoll_pwait2:
#endif
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
    case SYS_rt_sigsuspend:
    case SYS_rt_sigtimedwait:
    case SYS_semop:
    case SYS_semtimedop:
    case SYS_msgrcv:
    case SYS_msgsnd:
    case SYS_io_getevents:
        return true;
    }
    return false;
}

/* --- The usual ones. A library that the program opens by itself, as those of spanwise cc do, is not in front of libc --- */

#define USUAL(type, name, parameters, arguments, ...)              \
    SW_IN_FRONT(type, name, parameters)                            \
    {                                                              \
        return SW_WAITING_BY(hold_usual, SW_NEXT(name) arguments); \
    }
SW_LIBC_SLEEPS(USUAL)
SW_LIBC_POLLS(USUAL)
SW_LIBC_SEMAPHORE_LIMITED_WAITS(USUAL)
SW_LIBC_SIGNAL_WAITS(USUAL)

/* --- Rarer ones --- */

/* What _FORTIFY_SOURCE makes of poll() and ppoll(): they are whoever's those are, and libc's own says where there is no room. */
SW_IN_FRONT(int, __poll_chk, (struct pollfd * files, nfds_t n, int ms, size_t room))
{
    if (room / sizeof *files < n)
        return SW_NEXT(__poll_chk)(files, n, ms, room);
    return poll(files, n, ms);
}

SW_IN_FRONT(int, __ppoll_chk,
            (struct pollfd * files, nfds_t n, const struct timespec *time, const sigset_t *mask,
             size_t room))
{
    if (room / sizeof *files < n)
        return SW_NEXT(__ppoll_chk)(files, n, time, mask, room);
    return ppoll(files, n, time, mask);
}

#define WAITS(type, name, parameters, arguments)    \
    SW_IN_FRONT(type, name, parameters)             \
    {                                               \
        return SW_WAITING(SW_NEXT(name) arguments); \
    }
WAITS(int, epoll_pwait2,
      (int file, struct epoll_event *events, int n, const struct timespec *time,
       const sigset_t *mask),
      (file, events, n, time, mask))
WAITS(int, semop, (int id, struct sembuf *all, size_t n), (id, all, n))
WAITS(int, semtimedop, (int id, struct sembuf *all, size_t n, const struct timespec *time),
      (id, all, n, time))
WAITS(ssize_t, msgrcv, (int id, void *message, size_t size, long type, int flags),
      (id, message, size, type, flags))
WAITS(int, msgsnd, (int id, const void *message, size_t size, int flags),
      (id, message, size, flags))

/* --- Sockets with a time limit --- */

static void look_at_option(int level, int option)
{
    if (level == SOL_SOCKET && (option == SO_RCVTIMEO || option == SO_SNDTIMEO))
        sw_waits_have_limits = true;
}
SW_HANDS_ON(int, setsockopt, (int fd, int level, int option, const void *value, socklen_t size),
            (fd, level, option, value, size), look_at_option(level, option))

#define LIMITED(type, name, parameters, arguments) \
    SW_LIMITED(type, name, parameters, arguments, (void)0)
SW_LIBC_SOCKET_WAITS(LIMITED)
