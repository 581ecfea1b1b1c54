#include "tool/interrupt.h"

#include <errno.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

static const int ours[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};

static void choose(sigset_t *set)
{
    struct sigaction now;
    sigemptyset(set);
    sigaddset(set, SIGCHLD);
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (sigaction(ours[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
            sigaddset(set, ours[i]);
}

int sw_interrupt_init(struct sw_interrupt *interrupt)
{
    sigset_t set;
    *interrupt = (struct sw_interrupt){.fd = -1};
    choose(&set);
    /* A parent may have left SIGCHLD ignored: children would vanish before they are waited for. */
    signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_BLOCK, &set, &interrupt->before);
    interrupt->fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return interrupt->fd < 0 ? -errno : 0;
}

static void stop(struct sw_interrupt *interrupt, pid_t group)
{
    interrupt->stops++;
    if (group)
        kill(-group, SIGSTOP);
    raise(SIGSTOP);
    if (group)
        kill(-group, SIGCONT);
}

void sw_interrupt_take(struct sw_interrupt *interrupt, pid_t group)
{
    struct signalfd_siginfo info;
    while (read(interrupt->fd, &info, sizeof info) == sizeof info) {
        if (info.ssi_signo == SIGTSTP)
            stop(interrupt, group);
        else if (info.ssi_signo != SIGCHLD && !interrupt->signal)
            interrupt->signal = (int)info.ssi_signo;
    }
}

void sw_interrupt_leave(const struct sw_interrupt *interrupt)
{
    sigprocmask(SIG_SETMASK, &interrupt->before, NULL);
}

/* What came in the meantime is taken too, or it would end us before the results are printed. */
void sw_interrupt_release(struct sw_interrupt *interrupt)
{
    if (interrupt->fd >= 0) {
        sw_interrupt_take(interrupt, 0);
        close(interrupt->fd);
    }
    sigprocmask(SIG_SETMASK, &interrupt->before, NULL);
}
