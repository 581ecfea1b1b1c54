/* One table of the signals that we take, and what is done with each; handlers only note, and pass on to the program. */
#include "tool/common/interrupt.h"

#include <signal.h>

enum what { ENDS = 1, FROM_TERMINAL = 2, PASSED = 4, STOPS = 8, OUTPUT = 16, LIMIT = 32 };

static struct taken {
    int signal;
    unsigned what;
    bool is_taken;
    struct sigaction before;
} taken[] = {
    {.signal = SIGINT, .what = ENDS | FROM_TERMINAL},
    {.signal = SIGQUIT, .what = ENDS | FROM_TERMINAL},
    {.signal = SIGTERM, .what = ENDS | PASSED},
    {.signal = SIGHUP, .what = ENDS | PASSED},
    {.signal = SIGUSR1, .what = PASSED},
    {.signal = SIGUSR2, .what = PASSED},
    {.signal = SIGCONT, .what = PASSED},
    {.signal = SIGWINCH, .what = PASSED},
    {.signal = SIGCHLD},
    {.signal = SIGTSTP, .what = STOPS},
    {.signal = SIGPIPE, .what = OUTPUT},
    {.signal = SIGXFSZ, .what = OUTPUT | LIMIT},
};
#define N (sizeof taken / sizeof *taken)

static bool is_known, is_held;
static sigset_t before; /* the mask */
static volatile sig_atomic_t asked, ends_us, stop_asked, is_own;
static volatile pid_t program;
static int n_stops;

static unsigned what_is(int signal)
{
    for (size_t i = 0; i < N; i++)
        if (taken[i].signal == signal)
            return taken[i].what;
    return 0;
}

/* What the terminal sends reaches the whole process group: the program has it already. */
static void note(int signal, siginfo_t *info, void *context SW_UNUSED)
{
    unsigned what = what_is(signal);
    pid_t to = program;
    if (what & ENDS && !asked) {
        asked = signal;
        ends_us = !to || !is_own;
    }
    stop_asked |= (what & STOPS) != 0;
    if (to > 0 && (what & PASSED || (what & FROM_TERMINAL && info->si_code <= 0)))
        kill(to, signal);
}

static void take(struct taken *t, void (*handler)(int, siginfo_t *, void *))
{
    struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
    if (!handler)
        action = (struct sigaction){.sa_handler = SIG_IGN};
    if (t->is_taken)
        return;
    sigaction(t->signal, NULL, &t->before);
    /* A parent may have left SIGCHLD ignored: children would vanish before they are waited for. */
    if (t->before.sa_handler == SIG_IGN && t->signal != SIGCHLD)
        return;
    t->is_taken = true;
    sigaction(t->signal, &action, NULL);
}

static void give_back(struct taken *t)
{
    if (t->is_taken)
        sigaction(t->signal, &t->before, NULL);
    t->is_taken = false;
}

static void know_mask(void)
{
    if (!is_known)
        sigprocmask(SIG_SETMASK, NULL, &before);
    is_known = true;
}

void sw_interrupt_hold(void)
{
    know_mask();
    is_held = true;
    for (size_t i = 0; i < N; i++)
        if (!(taken[i].what & (STOPS | OUTPUT)))
            take(&taken[i], note);
}

bool sw_interrupt_is_held(void)
{
    return is_held;
}

void sw_interrupt_release(void)
{
    is_held = false;
    for (size_t i = 0; i < N; i++)
        if (!(taken[i].what & OUTPUT))
            give_back(&taken[i]);
}

static void ignore(unsigned which)
{
    know_mask();
    for (size_t i = 0; i < N; i++)
        if (taken[i].what & which)
            take(&taken[i], NULL);
}

void sw_interrupt_ignore_limit(void)
{
    ignore(LIMIT);
}

void sw_interrupt_ignore_output(void)
{
    ignore(OUTPUT);
}

int sw_interrupt_asked(void)
{
    return asked;
}

bool sw_interrupt_ends_us(void)
{
    return asked && ends_us;
}

void sw_interrupt_begin(bool stops)
{
    sigset_t ours;
    sw_interrupt_hold();
    sigemptyset(&ours);
    for (size_t i = 0; i < N; i++) {
        if (taken[i].what & STOPS && stops)
            take(&taken[i], note);
        if (taken[i].is_taken && !(taken[i].what & OUTPUT))
            sigaddset(&ours, taken[i].signal);
    }
    sigprocmask(SIG_BLOCK, &ours, NULL);
}

void sw_interrupt_end(void)
{
    program = 0;
    sigprocmask(SIG_SETMASK, &before, NULL);
    for (size_t i = 0; i < N; i++)
        if (taken[i].what & STOPS)
            give_back(&taken[i]);
}

int sw_interrupt_wait(struct pollfd *files, nfds_t n, int ms)
{
    struct timespec patience = {ms / 1000, ms % 1000 * 1000000L};
    sigset_t mask = before;
    sigdelset(&mask, SIGCHLD); /* a parent may have blocked it for us */
    return ppoll(files, n, ms >= 0 ? &patience : NULL, &mask);
}

void sw_interrupt_pass_to(pid_t to, bool own)
{
    is_own = own;
    program = to;
}

bool sw_interrupt_stop_is_asked(void)
{
    return stop_asked;
}

void sw_interrupt_stop(pid_t group)
{
    if (!stop_asked)
        return;
    stop_asked = 0;
    n_stops++;
    if (group)
        kill(-group, SIGSTOP);
    raise(SIGSTOP);
    if (group)
        kill(-group, SIGCONT);
}

int sw_interrupt_stops(void)
{
    return n_stops;
}

void sw_interrupt_leave(void)
{
    if (!is_known)
        return;
    for (size_t i = 0; i < N; i++)
        give_back(&taken[i]);
    sigprocmask(SIG_SETMASK, &before, NULL);
}
