/*
 * Walks from an interrupted place to its callers, by the compiler's tables; where code has none, by
 * frame pointers. Signal-safe: no locks, no allocation, memory is read on stacks that are known only.
 * The rule of a place is found once and kept: a frame costs some nanoseconds then, at first a
 * microsecond.
 */
#pragma once

#include "agent/sampler/unwind/cfi.h"

struct sw_unwind_registers {
    uint64_t pc, sp, fp;
    uint64_t link;  /* aarch64: x30 */
    uint64_t other; /* x86-64: r10, ... */
    uint64_t base;  /* ... and rbx */
};

struct sw_unwind_stack {
    uint64_t low, high; /* [low, high) can be read */
};

/* A place: of a caller, in the call. */
struct sw_unwind_frame {
    uint64_t pc;
    uint64_t start; /* its function's, as in struct sw_unwind_rule */
    uint64_t slot;  /* where on the stack the return address to it is; 0: it was in a register */
    uint64_t sp;    /* stack pointer there, or less where it is not known */
};

#define SW_UNWIND_PLACES 4096

/* Zeroed at first. Of one thread: nobody else walks with it meanwhile. */
struct sw_unwinder {
    /* Which module has the code at `pc`; false: none. Signal-safe. */
    bool (*find)(void *context, uint64_t pc, struct sw_unwind_module *module);
    void *context;
    struct {
        uint64_t pc;
        struct sw_unwind_rule rule;
    } places[SW_UNWIND_PLACES];
};

struct sw_unwind_walk {
    const struct sw_unwind_stack *stacks;
    unsigned n_stacks;
    struct sw_unwind_stack end; /* a frame whose stack is from low up to high is not part of it */
    /* Other stacks that frames may be on: the one with `address`; false: there is none. NULL: never.
     * Signal-safe. */
    bool (*find_stack)(uint64_t address, struct sw_unwind_stack *stack);
    struct sw_unwind_frame *frames; /* where they go, the innermost first */
    unsigned most;
    const struct sw_unwind_frame *before; /* of an earlier walk to the same end: what is ... */
    unsigned n_before; /* ... the same on the stack is taken from there; 0: none */
    unsigned n_taken;  /* from the earlier one, the outermost */
    unsigned n;        /* frames that there were, ... */
    bool whole;        /* ... up to the outermost, or to the end, ... */
    uint64_t end_sp;   /* ... where the stack pointer is this; 0: it is not known */
};

/* A pointer to code as it is on the stack: one that was signed is that pointer in its lower bits. */
static inline uint64_t sw_unwind_strip(uint64_t pointer)
{
#if defined __aarch64__
    return pointer & ((1ull << 48) - 1);
#else
    return pointer;
#endif
}

/* Where the caller stands. */
static inline __attribute__((always_inline)) struct sw_unwind_registers sw_unwind_here(void)
{
    struct sw_unwind_registers r = {0};
#if defined __aarch64__
    __asm__ volatile("adr %0, .; mov %1, sp; mov %2, x29; mov %3, x30"
                     : "=&r"(r.pc), "=&r"(r.sp), "=&r"(r.fp), "=&r"(r.link));
#else
    __asm__ volatile("lea 0(%%rip), %0; mov %%rsp, %1; mov %%rbp, %2; mov %%rbx, %3"
                     : "=&r"(r.pc), "=&r"(r.sp), "=&r"(r.fp), "=&r"(r.base));
#endif
    return r;
}

/* The first byte of the function that has the place; 0: not known. */
uint64_t sw_unwind_function(struct sw_unwinder *unwinder, uint64_t pc);

/* From the registers of the interrupted place. It is a frame in any case. */
void sw_unwind_walk(struct sw_unwinder *unwinder, struct sw_unwind_registers registers,
                    struct sw_unwind_walk *walk);
