/* Delivers signals in translated code as the program's handlers expect them. */
#include "agent/translate/signals.h"
#include "agent/translate/cache.h"
#include "agent/translate/entry.h"
#include "agent/translate/insn.h"
#include "base/raw.h"

#include <errno.h>
#include <signal.h>
#include <ucontext.h>

#define SIGNALS 64

static _Atomic uint64_t handlers[SIGNALS + 1]; /* the program's */

/* What we keep in a frame of the kernel's, where it leaves room. */
struct kept {
    uint64_t slots[SW_SLOTS];
    uint64_t at;    /* where the thread was, ... */
    uint64_t shown; /* ... and where the program is told that it was */
};

static struct kept *kept_in(ucontext_t *context)
{
#if defined __x86_64__
    _Static_assert(sizeof(struct kept) <= sizeof context->uc_mcontext.__reserved1, "it has room");
    return (struct kept *)context->uc_mcontext.__reserved1;
#else
    /* The kernel uses the first word of these. */
    _Static_assert(sizeof(struct kept) <= sizeof context->uc_sigmask - 8, "it has room");
    return (struct kept *)((char *)&context->uc_sigmask + 8);
#endif
}

static uint64_t *pc_of(ucontext_t *context)
{
#if defined __x86_64__
    return (uint64_t *)&context->uc_mcontext.gregs[REG_RIP];
#else
    return (uint64_t *)&context->uc_mcontext.pc;
#endif
}

/* The frame that rt_sigreturn() finds at the stack pointer. */
static ucontext_t *context_at(uint64_t sp)
{
#if defined __x86_64__
    return (ucontext_t *)sp;
#else
    return (ucontext_t *)(sp + sizeof(siginfo_t));
#endif
}

static bool is_handler(uint64_t handler)
{
    return handler > 1; /* SIG_DFL, SIG_IGN */
}

long sw_signals_action(int signal, const void *to, void *from, unsigned long set_bytes)
{
    const struct sw_raw_action *new = to;
    struct sw_raw_action ours, *old = from;
    uint64_t before = signal > 0 && signal <= SIGNALS ? handlers[signal] : 0;
    if (new) {
        ours = *new;
        if (is_handler(ours.handler) && signal > 0 && signal <= SIGNALS) {
            handlers[signal] = ours.handler;
            ours.handler = (uint64_t)sw_entry_signal;
        }
    }
    long result =
        sw_raw4(SYS_rt_sigaction, signal, (long)(new ? &ours : NULL), (long)from, (long)set_bytes);
    if (result < 0 && new &&is_handler(new->handler) && signal > 0 && signal <= SIGNALS)
        handlers[signal] = before;
    if (result >= 0 && old && old->handler == (uint64_t)sw_entry_signal)
        old->handler = before;
    return result;
}

void sw_signals_init(void)
{
    struct sw_raw_action now;
    for (int i = 1; i <= SIGNALS; i++)
        if (sw_raw4(SYS_rt_sigaction, i, 0, (long)&now, 8) == 0 && is_handler(now.handler))
            sw_signals_action(i, &now, NULL, 8);
}

/* int3 is told when it is done, by the processor: the code after it may be of another instruction. */
static unsigned past_trap(int signal, const siginfo_t *info, uint64_t at)
{
#if defined __x86_64__
    return signal == SIGTRAP && info->si_code > 0 && *((const uint8_t *)at - 1) == SW_X86_INT3;
#else
    (void)signal, (void)info, (void)at;
    return 0;
#endif
}

/* Some signals have the address of the instruction: for the kernel, that of our copy. */
static void show_address(int signal, siginfo_t *info, const struct kept *kept)
{
    bool is_fault = signal == SIGILL || signal == SIGTRAP || signal == SIGFPE ||
                    signal == SIGSEGV || signal == SIGBUS;
    if (is_fault && info->si_code > 0 && (uint64_t)info->si_addr == kept->at)
        info->si_addr = (void *)kept->shown;
}

uint64_t sw_entry_on_signal(int signal, void *info, void *context)
{
    struct kept *kept = kept_in(context);
    for (unsigned i = 0; i < SW_SLOTS; i++)
        kept->slots[i] = sw_translated.slots[i];
    kept->at = *pc_of(context);
    unsigned past = past_trap(signal, info, kept->at);
    kept->shown = *pc_of(context) = sw_cache_origin(kept->at - past) + past;
    show_address(signal, info, kept);
    return handlers[signal];
}

/* Code at an address, for a thread that comes from a handler. */
static uint64_t code_at(uint64_t address)
{
    uint64_t mask;
    sw_cache_lock(&mask);
    struct sw_block *b = sw_cache_get(address);
    sw_cache_unlock(mask);
    return b ? (uint64_t)b->code : address;
}

void sw_signals_return(unsigned long sp)
{
    ucontext_t *context = context_at(sp);
    struct kept *kept = kept_in(context);
    if (*pc_of(context) != kept->shown) { /* the handler has sent it elsewhere */
        *pc_of(context) = code_at(*pc_of(context));
        return;
    }
    *pc_of(context) = kept->at;
    for (unsigned i = 0; i < SW_SLOTS; i++)
        sw_translated.slots[i] = kept->slots[i];
}
