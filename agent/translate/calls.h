/* The system calls that a translator must know of: those that change code, threads, or signals. */
#pragma once

#include "base/raw.h"

#include <ucontext.h>

/*
 * Our own, from translated code, which must not take the translator's lock: to take a block of it, one
 * would want the lock. Arguments: enum sw_own_call, low, high. No kernel knows the number.
 */
#define SW_OWN_CALL 0xf377
enum sw_own_call {
    SW_OWN_NOTHING,
    SW_OWN_COUNTED,
    SW_OWN_NOT_COUNTED,
    SW_OWN_CHANGED,
    SW_OWN_ENCLOSE,
    SW_OWN_ASIDE, /* arguments: a function, and its own one */
};
void sw_calls_own(enum sw_own_call what, unsigned long low, unsigned long high);

/* Fills sw_cache_call_kinds: 0 for calls that are none of these, by the lowest 16 bits of the number. */
void sw_calls_init(void);

/*
 * Handlers of the program run translated. The kernel knows of one handler only, ours, which goes on with
 * the program's; the program is told of its own.
 *
 * A signal comes anywhere, also between two of the instructions that stand for one of the program's: so
 * the thread's slots are kept in the frame that the kernel has made, and so is where the thread was.
 */

/* Handlers that are there already become ours. */
void sw_signals_init(void);

/* For rt_sigaction(): a handler of ours, which no signal interrupts. */
struct sw_raw_action sw_signals_own(uint64_t handler);

/* Where a signal has come. */
static inline uint64_t *sw_signals_pc(ucontext_t *context)
{
#if defined __x86_64__
    return (uint64_t *)&context->uc_mcontext.gregs[REG_RIP];
#else
    return (uint64_t *)&context->uc_mcontext.pc;
#endif
}
