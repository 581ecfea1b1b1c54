/* What all samplers of a process have in the live range: see agent/sampler/sampler.h. */
#pragma once

#include "base/range.h"

#include <stdatomic.h>

/*
 * Call paths, each a number: a tree in the live range whose nodes are an address and the path to its
 * caller. Nothing is ever removed. The program adds to it (agent/sampler/path.h), the tool reads.
 */

#define SW_CALL_PATHS_MAX (1u << 20)

/* A node: of the path's innermost frame. */
struct sw_call_path {
    uint64_t address;     /* 0: the number is not used */
    uint32_t caller;      /* the path without it; 0: it is the outermost */
    uint32_t piece;       /* site or construct that it was last sampled in, and one; 0: never was */
    uint32_t first, last; /* which sample of all it was found by, counted from 1; 0: by none */
};

/* In place of an address: what was further out is not known. */
#define SW_CALL_PATH_CUT     1
/* ... a link: the low bits are the number of the path that is physically in place of the caller's. */
#define SW_CALL_PATH_LINK    (1ull << 63)
#define SW_CALL_PATH_RESUMED (1ull << 62) /* ... by which the caller itself goes on */

struct sw_call_paths {
    struct sw_call_path *nodes; /* by number, from 1 on */
    _Atomic uint32_t *slots;    /* of a hash table: the number; 0: free */
    _Atomic uint32_t n;         /* one more than the highest number */
    _Atomic uint32_t refused;   /* additions that found it full */
};

#define SW_SAMPLERS_MAX   4096
#define SW_SAMPLER_SLOTS  SW_SAMPLERS_MAX
#define SW_SAMPLER_RANGES 64

struct sw_sampler;
struct sw_sample_taker;

/* Of a sampler, in samples, but for the last. */
struct sw_sample_counts {
    uint64_t taken;    /* handed to the front end */
    uint64_t profiler; /* SW_SAMPLE_PROFILER, ... */
    uint64_t nobody;   /* ... SW_SAMPLE_NOBODY */
    uint64_t cpu_ns; /* the thread's processor time, as of the newest sample, or a little before */
};

struct sw_sampling {
    uint64_t period_ns;         /* 0: nothing is sampled */
    uint64_t source;            /* enum sw_sampled_source */
    uint64_t signal_ticks;      /* what one takes of a program's time, apart from the sample */
    volatile uint64_t nobodies; /* signals that were no sampler's: for that measurement */
    const struct sw_sample_taker *taker; /* in the program */
    struct sw_call_paths paths;
    struct sw_sampler *samplers[SW_SAMPLERS_MAX];
    const struct sw_sample_counts *counts[SW_SAMPLERS_MAX]; /* theirs, for the tool */
    _Atomic uint32_t n_samplers;
    struct sw_range own[SW_SAMPLER_RANGES]; /* code of the profiler: its own, and stubs */
    _Atomic uint32_t n_own;
    uint64_t refused;        /* threads that could not be sampled */
    _Atomic uint32_t order;  /* samples of the program, of all threads: when one came */
    struct sw_sampler *free; /* that were stopped */
    uint64_t until_look; /* starts without a free one, until those are looked for that were left */
    _Atomic(struct sw_sampler *) by_thread[SW_SAMPLER_SLOTS]; /* linked by next_in_slot */
};
