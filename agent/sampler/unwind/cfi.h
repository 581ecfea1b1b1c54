/*
 * The compiler's tables of one module, in memory: .eh_frame_hdr, a table to search, and .eh_frame, small
 * programs that tell the rule at each place. Signal-safe; reads nothing outside [low, high).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * How to get from a place in code to its caller, as the compiler's tables (.eh_frame) say, as far as
 * a walk needs it: the canonical frame address (CFA: the stack pointer before the call), and where the
 * return address, the frame pointer and rbx are.
 */

/* Where the CFA is. */
enum sw_unwind_cfa {
    SW_CFA_UNKNOWN, /* the tables say it in a way that is not followed here */
    SW_CFA_SP,      /* stack pointer + offset */
    SW_CFA_FP,      /* frame pointer + offset */
    SW_CFA_OTHER,   /* x86-64: r10 + offset, while the stack is being realigned */
    SW_CFA_BASE,    /* x86-64: rbx + offset, as in the loader where it resolves a symbol */
    SW_CFA_FP_LOAD, /* in memory, at frame pointer + offset: a realigned stack */
    SW_CFA_PLT,     /* a linker's stub of 16 bytes, which pushes in the middle */
    SW_CFA_SIGNAL,  /* the kernel's frame below a signal handler: all registers are in it */
    SW_CFA_CHAIN,   /* no table: frame pointer, return address, as compilers keep them by option */
};

/* Where a register of the caller is. */
enum sw_unwind_saved {
    SW_SAVED_NOT,    /* it still has it */
    SW_SAVED_AT_CFA, /* in memory, at CFA + offset */
    SW_SAVED_AT_FP,  /* in memory, at frame pointer + offset */
    SW_SAVED_NONE,   /* there is none: the outermost function */
    SW_SAVED_ELSE,   /* the tables say it in a way that is not followed here */
};

struct sw_unwind_rule {
    uint64_t start; /* of the function, or of a part of it that is elsewhere; 0: not known */
    int32_t cfa_offset, return_offset;
    int16_t fp_offset, base_offset;
    uint8_t cfa;                                /* enum sw_unwind_cfa */
    uint8_t return_saved, fp_saved, base_saved; /* enum sw_unwind_saved */
};

/* Where a module is mapped, and its table to search (PT_GNU_EH_FRAME). */
struct sw_unwind_module {
    uint64_t low, high;
    uint64_t table; /* 0: it has none */
};

/* The rule at a place in the module. False: the tables do not have it. */
bool sw_cfi_find(const struct sw_unwind_module *module, uint64_t pc, struct sw_unwind_rule *rule);
