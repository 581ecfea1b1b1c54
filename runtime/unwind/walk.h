/*
 * Walks from an interrupted place to its callers, by the compiler's tables; where code has none, by
 * frame pointers. Signal-safe: no locks, no allocation, memory is read on stacks that are known only.
 * The rule of a place is found once and kept: a frame costs some nanoseconds then, at first a
 * microsecond.
 */
#ifndef SPANWISE_RUNTIME_UNWIND_WALK_H
#define SPANWISE_RUNTIME_UNWIND_WALK_H

#include "runtime/unwind/cfi.h"

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
    struct sw_unwind_frame *frames; /* where they go, the innermost first */
    unsigned most;
    unsigned n; /* frames that there were, ... */
    bool whole; /* ... up to the outermost */
};

/* From the registers of the interrupted place. It is a frame in any case. */
void sw_unwind_walk(struct sw_unwinder *unwinder, struct sw_unwind_registers registers,
                    struct sw_unwind_walk *walk);

#endif
