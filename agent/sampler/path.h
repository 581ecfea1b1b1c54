/*
 * From a place where a thread stands to the number of its call path (call_path.h): the stack is walked,
 * what is the profiler's own left out, recursion folded.
 */
#pragma once

#include "agent/sampler/unwind/walk.h"

struct sw_live;

#define SW_SAMPLE_FRAMES 512 /* walked at most, the innermost ones, ... */
#define SW_SAMPLE_DEPTH  256 /* ... and kept of them, without repetitions */
#define SW_SAMPLE_STACKS 8

/* Where a thread stands; the front end adds the stacks that can be read. */
struct sw_sampled_at {
    struct sw_unwind_registers registers;
    struct sw_unwind_stack stacks[SW_SAMPLE_STACKS];
    unsigned n_stacks;
    /* As in struct sw_unwind_walk. */
    bool (*find_stack)(uint64_t address, struct sw_unwind_stack *stack);
    struct sw_unwind_stack end; /* frames from there on are not of the path, but ... */
    uint32_t base;              /* ... this one leads to it, or to the outermost frame; 0: none */
};

/* A path: the next one mostly begins as it does. From the outermost frame in. */
struct sw_path_last {
    uint32_t base;
    unsigned n;
    struct {
        uint64_t pc;
        uint32_t path;
    } frames[SW_SAMPLE_DEPTH];
};

/* One walk at a time. In the live range. */
struct sw_path_walker {
    struct sw_live *live;
    struct sw_unwinder unwinder;
    struct sw_unwind_frame *frames; /* of the last walk, the innermost first; and how many */
    unsigned n;
    bool whole;                 /* it came to where it was to end, ... */
    struct sw_unwind_stack end; /* ... which was this one */
    unsigned n_walked;
    struct sw_unwind_frame walks[2][SW_SAMPLE_FRAMES]; /* the last one, and that before */
    struct sw_unwind_frame kept[SW_SAMPLE_FRAMES];     /* of the last one, for its number */
    /* The last number, of all frames: another place in the same function, with the same callers, needs no more
     * than this. */
    bool same_callers; /* the walk has those of the walk before */
    uint64_t function; /* 0: not known */
    uint32_t base, caller;
    struct sw_path_last last, last_outer; /* the second: of outer parts */
};

/* It is all zero. */
void sw_path_walker_init(struct sw_path_walker *walker, struct sw_live *live);

/* Signal-safe. */
void sw_path_walk(struct sw_path_walker *walker, const struct sw_sampled_at *at);

/* Of the last walk: the path of the frames from `first` out. Signal-safe. */
uint32_t sw_path_number(struct sw_path_walker *walker, unsigned first, uint32_t base);

/* The same in two parts: the frames from `at` out, which nothing leads to; those before it, which `base` leads to, and
 * which are whole. */
uint32_t sw_path_number_outer(struct sw_path_walker *walker, unsigned at);
uint32_t sw_path_number_inner(struct sw_path_walker *walker, unsigned at, uint32_t base);

/* Code of the profiler? */
bool sw_path_is_own(const struct sw_live *live, uint64_t pc);
