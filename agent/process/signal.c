/* Takes libc's signal over, and passes on what libc uses it for. */
#include "agent/process/signal.h"
#include "base/raw.h"

#include <ucontext.h>
#include <unistd.h>

#define SA_RESTORER_ 0x04000000
#define HANDLERS     2

sw_signal_libc *sw_signal_to_libc;

static bool is_taken;
static sw_signal_handler *handlers[HANDLERS];
static _Atomic uint64_t libcs; /* its handler; up to 1: it has none */

#if defined __x86_64__
/* As libc's looks, by which debuggers and unwinders know it. */
__asm__(".text; nop; .balign 16; sw_signal_return: mov $15, %rax; syscall");
extern const char sw_signal_return[] __attribute__((visibility("hidden")));
#endif

static void on_signal(int number, siginfo_t *info, void *context)
{
    void (*libc)(int, siginfo_t *, void *) = (__typeof__(libc))libcs;
    for (int i = 0; i < HANDLERS; i++)
        if (handlers[i] && handlers[i](info, context))
            return;
    if ((uint64_t)libc > 1 && sw_signal_to_libc)
        sw_signal_to_libc(libc, info, context);
    else if ((uint64_t)libc > 1)
        libc(number, info, context);
}

static long action(int number, const struct sw_raw_action *now, struct sw_raw_action *before)
{
    return sw_raw4(SYS_rt_sigaction, number, (long)now, (long)before, 8);
}

/* Go's threads are on stacks that have no room for handlers, so all of them run on another. Elsewhere that other one is small, as it is for handlers
 * of the program's, and ours do not need it. */
static bool has_small_stacks(void)
{
    struct sw_raw_action now;
    return action(SIGURG, NULL, &now) == 0 && now.handler > 1 && now.flags & SA_ONSTACK;
}

static void install(uint64_t flags)
{
    struct sw_raw_action ours = {(uint64_t)on_signal, SA_SIGINFO | SA_RESTART | flags, 0, ~0ull};
#if defined __x86_64__
    ours.flags |= SA_RESTORER_;
    ours.restorer = (uint64_t)sw_signal_return;
#endif
    action(SW_SIGNAL, &ours, NULL);
}

void sw_signal_keep(void)
{
    struct sw_raw_action now;
    uint64_t flags = has_small_stacks() ? SA_ONSTACK : 0;
    if (!is_taken || action(SW_SIGNAL, NULL, &now) < 0 ||
        (now.handler == (uint64_t)on_signal && (now.flags & flags) == flags))
        return;
    if (now.handler != (uint64_t)on_signal)
        libcs = now.handler;
    install(flags);
}

void sw_signal_take(sw_signal_handler *ours)
{
    int i = 0;
    while (i < HANDLERS && handlers[i] && handlers[i] != ours)
        i++;
    if (i < HANDLERS)
        handlers[i] = ours;
    is_taken = true;
    sw_signal_keep();
}

bool sw_signal_send(int thread, void *what)
{
    siginfo_t info = {.si_code = SI_QUEUE};
    info.si_pid = (int)sw_raw4(SYS_getpid, 0, 0, 0, 0);
    info.si_uid = (uid_t)sw_raw4(SYS_getuid, 0, 0, 0, 0);
    info.si_ptr = what;
    sw_signal_keep();
    return sw_raw4(SYS_rt_tgsigqueueinfo, info.si_pid, thread, SW_SIGNAL, (long)&info) >= 0;
}

bool sw_signal_is_sent(const siginfo_t *info, const void *what)
{
    return info->si_code == SI_QUEUE && info->si_ptr == what;
}

void sw_signal_let_in(const void *context)
{
    uint64_t mask = *(const uint64_t *)&((const ucontext_t *)context)->uc_sigmask;
    sw_raw4(SYS_rt_sigprocmask, SIG_SETMASK, (long)&mask, 0, 8);
}
