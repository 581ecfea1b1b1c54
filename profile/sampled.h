/*
 * Sampled call paths: where a timer found the program, on work and on span. A path is a frame and the
 * path of its caller, so that paths which begin alike share what they share. Samples are counted at
 * the path that was found: `self`; those of the paths that it is part of are sums.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* What the samples came from. */
enum sw_sampled_source {
    SW_SAMPLED_NONE,       /* nothing that was allowed: there are none */
    SW_SAMPLED_CLOCK,      /* the kernel's task clock */
    SW_SAMPLED_USER_CLOCK, /* the same, but not while the program was in the kernel */
    SW_SAMPLED_TIMER,      /* a timer of wall-clock time, weighed by processor time */
    SW_SAMPLED_FILLS,      /* no time: lines that come from memory (profile/memory.h) */
};

struct sw_sampled_frame;
struct sw_sampled_path {
    uint32_t caller; /* one more than the path's index, which is lower; 0: the outermost */
    uint32_t frame;  /* index */
    uint64_t on_work, on_span;
    uint64_t serial; /* of a simulated run: of them, those outside all parallel regions */
    uint32_t piece; /* one more than the index of the piece that they were found in; 0: not known */
    uint32_t from, until; /* when: parts of all samples, of SW_SAMPLED_RUN; both 0: not known */
};

#define SW_SAMPLED_RUN (1u << 20)

struct sw_sampled {
    uint64_t rate;     /* a second of processor time, as asked for; 0: nothing was to be sampled */
    uint64_t source;   /* enum sw_sampled_source */
    uint64_t taken;    /* samples of the program, on work; ... */
    uint64_t lost;     /* ... that should have come and did not, by the threads' processor time, */
    uint64_t profiler; /* that fell into the profiler, */
    uint64_t waiting;  /* and into workers without work */
    uint64_t cut;      /* whose path does not reach the outermost function */
    uint64_t refused;  /* times that there was no room for a new path: counted at its caller's */
    uint64_t threads;  /* that could not be sampled */
    struct sw_sampled_frame *frames;
    size_t n_frames;
    struct sw_sampled_path *paths;
    size_t n_paths;
};

/* In place of a frame's address: what called is not known. */
#define SW_SAMPLED_CUT 1
