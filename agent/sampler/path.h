/*
 * From a place where a thread stands to the number of its call path (live/sampling.h): the stack is walked,
 * what is the profiler's own left out, recursion folded.
 */
#pragma once

#include "agent/sampler/unwind/cfi.h"
#include "agent/sampler/unwind/walk.h"
#include "base/arena.h"
#include "live/sampling.h"

struct sw_live;
struct sw_trail;

/* To the tree of call paths any thread may add at any time, signal handlers too: without locks. False: no memory. */
bool sw_call_paths_init(struct sw_call_paths *paths, struct sw_arena *arena);

/* The path of `caller` and an address that it calls, or is at. Where there is no room, that of the
 * caller. */
uint32_t sw_call_paths_add(struct sw_call_paths *paths, uint32_t caller, uint64_t address);

/*
 * Which module has the code at an address, of those that are loaded now, as sw_unwinder.find: the context is the live range. Signal-safe:
 * the loader of glibc 2.35 and on tells without a lock; elsewhere, and in static programs, by what was noted (sw_modules_note).
 *
 * A library that the program has opened since is noted as it is met, so that its functions have names when it is gone.
 */
bool sw_loaded_find(void *live, uint64_t pc, struct sw_unwind_module *module);

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

/* The trail of a lock on that stack: in which frame of the last walk it is, if it is in one. Signal-safe. */
void sw_path_note_lock(const struct sw_path_walker *walker, struct sw_trail *trails, uint64_t lock);

/* Code of the profiler? */
bool sw_path_is_own(const struct sw_live *live, uint64_t pc);
