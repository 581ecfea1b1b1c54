/*
 * Handles the system calls that affect the translator (those that map code, make threads, or
 * deal with signals), and delivers signals in translated code.
 */
#include "agent/translate/calls.h"
#include "agent/translate/entry.h"
#include "agent/translate/insn.h"
#include "agent/translate/ranges.h"
#include "agent/translate/windows.h"

#include <errno.h>
#include <linux/sched.h>
#include <signal.h>
#include <sys/mman.h>

/* --- Signals --- */

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

/* As the system call. */
static long sw_signals_action(int signal, const void *to, void *from, unsigned long set_bytes)
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

struct sw_raw_action sw_signals_own(uint64_t handler)
{
    struct sw_raw_action ours = {handler, SA_SIGINFO | SA_RESTART, 0, ~0ull};
#if defined __x86_64__
    ours.flags |= 0x04000000; /* SA_RESTORER */
    ours.restorer = (uint64_t)sw_entry_restorer;
#endif
    return ours;
}

/* Who installs a handler for that signal later, as libc does, has it called from here too. */
static void take_ticks(void)
{
    struct sw_raw_action ours = sw_signals_own((uint64_t)sw_entry_signal);
    if (!handlers[SW_SIGNAL])
        sw_raw4(SYS_rt_sigaction, SW_SIGNAL, (long)&ours, 0, 8);
}

/* What a signal of ours has for a handler, in translated code. */
static void do_nothing(int signal, siginfo_t *info, void *context)
{
    (void)signal, (void)info, (void)context;
}

void sw_signals_init(void)
{
    struct sw_raw_action now;
    for (int i = 1; i <= SIGNALS; i++)
        if (sw_raw4(SYS_rt_sigaction, i, 0, (long)&now, 8) == 0 && is_handler(now.handler))
            sw_signals_action(i, &now, NULL, 8);
    if (sw_windows_are_on())
        take_ticks();
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
    kept->at = *sw_signals_pc(context);
    unsigned past = past_trap(signal, info, kept->at);
    kept->shown = *sw_signals_pc(context) = sw_cache_origin(kept->at - past) + past;
    show_address(signal, info, kept);
    if (sw_windows_ticked(signal, info) || !handlers[signal])
        return (uint64_t)do_nothing;
    return handlers[signal];
}

/* Makes the frame at the stack pointer ready for rt_sigreturn(). */
static void sw_signals_return(unsigned long sp)
{
    ucontext_t *context = context_at(sp);
    struct kept *kept = kept_in(context);
    if (*sw_signals_pc(context) != kept->shown) { /* the handler has sent it elsewhere */
        const struct sw_block *b = sw_cache_get_now(*sw_signals_pc(context));
        if (b)
            *sw_signals_pc(context) = (uint64_t)b->code;
        return;
    }
    *sw_signals_pc(context) = kept->at;
    for (unsigned i = 0; i < SW_SLOTS; i++)
        sw_translated.slots[i] = kept->slots[i];
}

/* --- System calls --- */

#if defined __x86_64__
#include <asm/prctl.h>
#define NUMBER(s) ((s)->rax)
#define RESULT(s) ((s)->rax)
#define ARGUMENTS(s) \
    (long)(s)->rdi, (long)(s)->rsi, (long)(s)->rdx, (long)(s)->r10, (long)(s)->r8, (long)(s)->r9
#define FIRST(s)         ((s)->rdi)
#define SECOND(s)        ((s)->rsi)
#define THIRD(s)         ((s)->rdx)
#define FOURTH(s)        ((s)->r10)
#define STACK_POINTER(s) ((uint64_t)((s) + 1) + 128)
#define DO_IT(s)         ((s)->r11) /* the instruction */
#define IT_IS_DONE(s)    ((s)->r11 + 2)
#define RSEQ_SIGNATURE   0x53053053
#else
#define NUMBER(s)        ((s)->x[8])
#define RESULT(s)        ((s)->x[0])
#define FIRST(s)         ((s)->x[0])
#define SECOND(s)        ((s)->x[1])
#define THIRD(s)         ((s)->x[2])
#define FOURTH(s)        ((s)->x[3])
#define STACK_POINTER(s) ((uint64_t)((s) + 1) + 32)
#define DO_IT(s)         ((s)->at)
#define IT_IS_DONE(s)    ((s)->at - SW_ARM_DONE)
#define RSEQ_SIGNATURE   0xd428bc00
#define ARGUMENTS(s)                                                                     \
    (long)(s)->x[0], (long)(s)->x[1], (long)(s)->x[2], (long)(s)->x[3], (long)(s)->x[4], \
        (long)(s)->x[5]
#endif

/* With too little there is nothing to read: the system refuses it. */
#define FLAGS_OF_CLONE3(s) \
    (FIRST(s) && SECOND(s) >= CLONE_ARGS_SIZE_VER0 ? *(const uint64_t *)FIRST(s) : CLONE_VM)
#define STACK_OF_CLONE3(s) (((const struct clone_args *)FIRST(s))->stack)

/* Critical sections of rseq() are known by their addresses, and run elsewhere now: the first thread's are
 * switched off, which libc has registered. */
extern const ptrdiff_t __rseq_offset __attribute__((weak));
extern const unsigned __rseq_size __attribute__((weak));

static void leave_rseq(void)
{
    enum { UNREGISTER = 1, AREA_BYTES = 32 };
    if (&__rseq_offset && __rseq_size)
        sw_raw4(SYS_rseq, (long)((char *)__builtin_thread_pointer() + __rseq_offset), AREA_BYTES,
                UNREGISTER, RSEQ_SIGNATURE);
}

void sw_calls_init(void)
{
    static const uint16_t known[] = {
        SW_OWN_CALL,
        SYS_mmap,
        SYS_munmap,
        SYS_mprotect,
        SYS_pkey_mprotect,
        SYS_mremap,
        SYS_rt_sigaction,
        SYS_rt_sigreturn,
        SYS_clone,
        SYS_clone3,
        SYS_rseq,
#if defined __x86_64__
        SYS_fork,
        SYS_arch_prctl,
#endif
    };
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        sw_cache_call_kinds[known[i]] = 1;
    leave_rseq();
}

static void changed(uint64_t low, uint64_t bytes)
{
    uint64_t mask, high = low + ((bytes + 4095) & ~4095ull);
    sw_cache_lock(&mask);
    if (sw_ranges_forget(low, high))
        sw_cache_drop_range(low, high);
    sw_cache_unlock(mask);
}

static long call(const struct sw_saved *s)
{
    return sw_raw6((long)NUMBER(s), ARGUMENTS(s));
}

static bool failed(long result)
{
    return result < 0 && result > -4096;
}

/* What was there is gone when the call has returned; who is told of what has come is the caller. */
static long call_for_memory(const struct sw_saved *s)
{
    long result = call(s);
    if (failed(result))
        return result;
    switch (NUMBER(s)) {
    case SYS_mmap:
        changed((uint64_t)result, SECOND(s));
        break;
    case SYS_mremap:
        changed(FIRST(s), SECOND(s));
        changed((uint64_t)result, THIRD(s));
        break;
    default:
        changed(FIRST(s), SECOND(s));
    }
    return result;
}

/* The child has a copy of our memory: nobody may be changing it. */
static long call_fork(const struct sw_saved *s)
{
    uint64_t mask;
    sw_cache_lock(&mask);
    long result = call(s);
    sw_cache_unlock(mask);
    return result;
}

/* A copy of the process that goes on with the same stack. */
static bool is_fork(const struct sw_saved *s)
{
    if (NUMBER(s) == SYS_clone)
        return !(FIRST(s) & CLONE_VM) && !SECOND(s);
    if (NUMBER(s) == SYS_clone3)
        return !(FLAGS_OF_CLONE3(s) & CLONE_VM) && !STACK_OF_CLONE3(s);
    return true;
}

void sw_calls_own(enum sw_own_call what, unsigned long low, unsigned long high)
{
    uint64_t mask;
    if (what == SW_OWN_NOTHING)
        return;
    if (what == SW_OWN_ASIDE) {
        ((void (*)(void *))low)((void *)high);
        return;
    }
    sw_cache_lock(&mask);
    if (what == SW_OWN_COUNTED || what == SW_OWN_NOT_COUNTED)
        sw_ranges_set_counted(low, high, what == SW_OWN_COUNTED);
    if (what == SW_OWN_ENCLOSE)
        sw_ranges_read();
    else
        sw_cache_drop_range(low, high);
    sw_cache_unlock(mask);
    if (what == SW_OWN_ENCLOSE) {
        sw_windows_stop();
        sw_cache_enclose();
    }
}

/* False: the program is to do it itself. */
static bool answer(const struct sw_saved *s, long *result)
{
    switch (NUMBER(s)) {
    case SW_OWN_CALL:
        sw_calls_own((enum sw_own_call)FIRST(s), SECOND(s), THIRD(s));
        *result = 0;
        return true;
    case SYS_mmap:
    case SYS_munmap:
    case SYS_mprotect:
    case SYS_pkey_mprotect:
    case SYS_mremap:
        *result = call_for_memory(s);
        return true;
    case SYS_rt_sigaction:
        *result =
            sw_signals_action((int)FIRST(s), (const void *)SECOND(s), (void *)THIRD(s), FOURTH(s));
        return true;
    case SYS_rt_sigreturn:
        sw_signals_return(STACK_POINTER(s));
        sw_entry_return_from_signal(STACK_POINTER(s));
    case SYS_rseq: /* the thread's area stays as it is: it says that nothing has been registered */
        *result = 0;
        return true;
#if defined __x86_64__
    case SYS_fork:
#endif
    case SYS_clone:
    case SYS_clone3:
        if (!is_fork(s))
            return false;
        *result = call_fork(s);
        return true;
#if defined __x86_64__
    case SYS_arch_prctl: /* the thread's words would be elsewhere: our own code may */
        *result = -EPERM;
        return FIRST(s) == ARCH_SET_FS && !sw_ranges_is_own(sw_cache_origin(DO_IT(s)));
#endif
    }
    return false;
}

uint64_t sw_entry_on_call(struct sw_saved *s)
{
    long result;
    if (!answer(s, &result))
        return DO_IT(s);
    RESULT(s) = (uint64_t)result;
    return IT_IS_DONE(s);
}
