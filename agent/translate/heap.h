/*
 * Blocks of the heap and where they were allocated: for the names of lines that threads share (shared.h). The program's malloc() and
 * the like are found by where they begin: the block of code there tells the size and the caller first, and has the function return to a few
 * instructions of ours, which tell the address. Nothing is put in their place, so whatever they are, they stay that.
 *
 * Bounded: the last 65536 blocks, and the last 4096 of a page or more. What was freed stays until then; the latest one counts.
 */
#pragma once

#include "live/shared.h"

struct sw_heap_block {
    uint64_t at, bytes;
    uint64_t caller;                     /* where the call returns to, ... */
    uint64_t callers[SW_SHARED_CALLERS]; /* ... and callers of that: in the call; 0: not known */
};

/* Where a function begins: registers. `base`: of x86-64, rbx. */
struct sw_heap_at {
    uint64_t pc, sp, fp, link, base;
};

/* Finds the callers of who called it. NULL: nobody does. */
extern __attribute__((visibility("hidden"))) void (*sw_heap_walk)(const struct sw_heap_at *at,
                                                                  uint64_t *callers);

/* False: no memory. Once, before the start. */
bool sw_heap_init(void);

/* The number of the function that begins there; 0: none. */
unsigned sw_heap_function(uint64_t address);

/* The latest block that has the address in it. False: none is known. */
bool sw_heap_find(uint64_t address, struct sw_heap_block *block);
