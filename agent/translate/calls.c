/*
 * Handles the system calls that affect the translator: those that map code, make threads, or
 * deal with signals.
 */
#include "agent/translate/calls.h"
#include "agent/translate/cache.h"
#include "agent/translate/entry.h"
#include "agent/translate/ranges.h"
#include "agent/translate/signals.h"
#include "base/raw.h"

#include <errno.h>
#include <linux/sched.h>
#include <sys/mman.h>

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
    if (what == SW_OWN_ENCLOSE)
        sw_cache_enclose();
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
