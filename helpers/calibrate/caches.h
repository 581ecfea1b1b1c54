/* The memory that is free, and the caches of a processor: as the kernel tells them, or by how long a line takes to come from a few or from many. */
#pragma once

#include "base/libc.h"

/* Bytes; 0: not known. */
struct sw_caches {
    uint64_t l1, l2;    /* of a core alone */
    uint64_t llc;       /* the last level, beyond these, ... */
    unsigned llc_cores; /* ... and how many cores share one; 0: not known */
};

/* By the kernel, of processor 0. `root` comes before all paths: "" is this machine, another one a test's. */
struct sw_caches sw_caches_told(const char *root);

/* By the time that a line takes, with arrays of size[0] < size[1] < ..., of which the last is larger than all caches. */
struct sw_caches sw_caches_by_latency(const uint64_t *size, const double *ns, unsigned n);

/* Bytes of the largest cache of a processor. */
uint64_t sw_largest_cache(const char *root);

/* Bytes that are free here, and by the limits of the control groups that we are in: what can be taken without harm to others. */
uint64_t sw_free_memory(const char *root);

/* --- How long a line takes to come: from memory or a cache, or from another core (lines.c) --- */

/* ns of a line among so many bytes, where the address of each comes from the one before. 0: no memory for it. */
double sw_line_latency(uint64_t bytes);

/*
 * ns of a line that comes from another core, which has written to it: two threads, on these processors, take turns. 0: that could not be
 * measured.
 */
enum sw_line_turns {
    SW_LINES_STREAMED, /* at lines of so many bytes that follow each other, each of which is read and written */
    SW_LINES_CHAINED, /* at lines that are far from each other, and come one by one: what they take more than one's own */
    SW_LINES_ATOMIC, /* at one line, which is all that they wait for */
};
double sw_line_transfer(const int pins[2], enum sw_line_turns turns, uint64_t bytes);
