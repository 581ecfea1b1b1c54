#include "tool/child.h"
#include "tool/clock.h"
#include "tool/progress.h"
#include "tool/start.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile pid_t running;

static void pass_on(int signal)
{
    if (running > 0)
        kill(running, signal);
}

/* What the terminal sends reaches the whole process group: the program has it already. */
static void pass_on_if_sent(int signal, siginfo_t *info, void *context)
{
    (void)context;
    if (info->si_code <= 0)
        pass_on(signal);
}

static void note_child(int signal)
{
    (void)signal; /* only to interrupt ppoll() */
}

static const int from_terminal[] = {SIGINT, SIGQUIT};
static const int passed_on[] = {SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGCONT, SIGWINCH};
#define N(array) (sizeof array / sizeof *array)

struct dispositions {
    struct sigaction terminal[N(from_terminal)], passed[N(passed_on)], child;
    sigset_t mask;
};

/* Where the signal is ignored (nohup), it stays so. */
static void take_one(int signal, const struct sigaction *action, struct sigaction *old)
{
    sigaction(signal, NULL, old);
    if (old->sa_handler != SIG_IGN)
        sigaction(signal, action, NULL);
}

/* All are blocked but in ppoll(), so that none comes before there is a program to pass it on to. */
static void signals_take(struct dispositions *old)
{
    struct sigaction sent = {.sa_sigaction = pass_on_if_sent, .sa_flags = SA_SIGINFO};
    struct sigaction pass = {.sa_handler = pass_on}, note = {.sa_handler = note_child};
    sigset_t ours;
    sigemptyset(&ours);
    sigaddset(&ours, SIGCHLD);
    for (size_t i = 0; i < N(from_terminal); i++)
        sigaddset(&ours, from_terminal[i]);
    for (size_t i = 0; i < N(passed_on); i++)
        sigaddset(&ours, passed_on[i]);
    sigprocmask(SIG_BLOCK, &ours, &old->mask);
    for (size_t i = 0; i < N(from_terminal); i++)
        take_one(from_terminal[i], &sent, &old->terminal[i]);
    for (size_t i = 0; i < N(passed_on); i++)
        take_one(passed_on[i], &pass, &old->passed[i]);
    sigaction(SIGCHLD, &note, &old->child);
}

/* What is still pending was meant for a program that is gone: to ignore a signal discards it. */
static void signals_restore(const struct dispositions *old)
{
    for (size_t i = 0; i < N(from_terminal); i++) {
        signal(from_terminal[i], SIG_IGN);
        sigaction(from_terminal[i], &old->terminal[i], NULL);
    }
    for (size_t i = 0; i < N(passed_on); i++) {
        signal(passed_on[i], SIG_IGN);
        sigaction(passed_on[i], &old->passed[i], NULL);
    }
    sigaction(SIGCHLD, &old->child, NULL);
    sigprocmask(SIG_SETMASK, &old->mask, NULL);
}

/* Sent to both of us, it may be on its way yet; sw_child_repeat_end() ends us by it in due time. */
static void block_what_ended(int status)
{
    sigset_t one;
    sigemptyset(&one);
    if (WIFSIGNALED(status))
        sigaddset(&one, WTERMSIG(status));
    sigprocmask(SIG_BLOCK, &one, NULL);
}

/* A second run reads the same input where that is a file. */
static void go_silent(void)
{
    int null = open("/dev/null", O_RDWR);
    if (lseek(0, 0, SEEK_SET) < 0)
        dup2(null, 0);
    dup2(null, 1);
    dup2(null, 2);
    if (null > 2)
        close(null);
}

struct setting {
    const struct sw_child *child;
    const struct dispositions *old;
};

static void set_up(void *data)
{
    const struct setting *setting = data;
    signals_restore(setting->old);
    if (setting->child->steady)
        personality(ADDR_NO_RANDOMIZE | (unsigned long)personality(0xffffffff));
    if (setting->child->silent)
        go_silent();
}

/* What the dead child waited for a processor; its entry in /proc lasts until it is reaped. */
static uint64_t waited_ns(pid_t pid)
{
    char path[64];
    unsigned long long ran, waited = 0;
    snprintf(path, sizeof path, "/proc/%d/schedstat", (int)pid);
    FILE *f = fopen(path, "r");
    if (f) {
        if (fscanf(f, "%llu %llu", &ran, &waited) != 2)
            waited = 0;
        fclose(f);
    }
    return waited;
}

static void wait_for_end(const struct sw_child *c, pid_t pid, sigset_t mask)
{
    sigdelset(&mask, SIGCHLD); /* a parent may have blocked it for us */
    for (;;) {
        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) < 0 || info.si_pid == pid)
            return;
        struct pollfd p = {.fd = c->poll_fd, .events = POLLIN};
        int ms =
            c->silent ? sw_progress_patience_ms() : -1; /* else the terminal is the program's */
        struct timespec patience = {ms / 1000, ms % 1000 * 1000000L};
        if (ppoll(&p, 1, ms >= 0 ? &patience : NULL, &mask) > 0 && c->on_input)
            c->on_input(c->data);
        if (ms >= 0)
            sw_progress_due();
    }
}

int sw_child_run(const struct sw_child *c, struct sw_child_end *end)
{
    struct dispositions old;
    struct setting setting = {c, &old};
    struct sw_start start = {c->argv, c->environment, set_up, &setting};
    signals_take(&old);
    uint64_t started = sw_clock_ns();
    pid_t pid = running = sw_start(&start);
    if (pid > 0) {
        wait_for_end(c, pid, old.mask);
        end->ran_ns = end->took_ns = sw_clock_ns() - started;
        uint64_t waited = waited_ns(pid);
        end->ran_ns -= waited < end->ran_ns ? waited : end->ran_ns;
        while (waitpid(pid, &end->status, 0) < 0 && errno == EINTR)
            ;
    }
    running = 0;
    signals_restore(&old);
    if (pid < 0)
        return pid;
    block_what_ended(end->status);
    return 0;
}

int sw_child_repeat_end(int status)
{
    if (!WIFSIGNALED(status))
        return WEXITSTATUS(status);
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none); /* the program has dumped its own */
    fflush(NULL);
    signal(WTERMSIG(status), SIG_DFL);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
    raise(WTERMSIG(status));
    return 128 + WTERMSIG(status);
}
