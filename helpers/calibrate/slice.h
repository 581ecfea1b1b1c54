/*
 * Threads, each on a processor of its own, that draw lines of memory for a slice of time together. A slice is
 * made of pieces, half a millisecond each: those in which all of the threads had their processors all the time
 * count, and of these the upper quarter: on a busy machine, too, some are not disturbed.
 */
#pragma once

#include "helpers/calibrate/times.h"

enum { SW_LINE = 64, SW_SLICE_THREADS = 64 };

/*
 * What a cache miss stalls, by traffic (Parallel Prophet's phi): of a kernel, the cycles a line beyond those of the same
 * kernel in the cache, for each miss.
 */

/* What hardware counters saw of a kernel. */
struct sw_stalls {
    double cycles, misses, lines;
};

enum { SW_PHI_MOST = 64 };

struct sw_phi {
    double x[SW_PHI_MOST], y[SW_PHI_MOST];
    int n;
};

/* A kernel that drew so many MB/s; `cached` is the same in the cache. What is no stall is left out. */
void sw_phi_add(struct sw_phi *phi, double mb_s, const struct sw_stalls *kernel,
                const struct sw_stalls *cached);

/* "phi_cycles = points ...", ascending, those that are almost at the same traffic as one; nothing where there are none. */
void sw_phi_print(struct sw_phi *phi);

/* What each thread counts, as struct perf_event_attr has it: before they are started. */
struct sw_slice_event {
    uint64_t type, config;
};
void sw_slice_count(struct sw_slice_event cycles, struct sw_slice_event misses);

/* Whether all of them do. */
bool sw_slice_counts(void);

/* Takes so many bytes for each. 0 or -errno. They stay until the process ends. */
int sw_slice_start(unsigned n, const int *pins, uint64_t bytes);

/* For the next slices. */
void sw_slice_set(unsigned thread, unsigned work, double limit);
void sw_slice_array(uint64_t bytes); /* of the first thread: no more than there are; 0: all */

/* Of all threads; of the first, beside the others. */
enum sw_slice_of { SW_SLICE_MEAN, SW_SLICE_FIRST };

/* The first `n` draw at once; pieces are added to *got, and what was counted in them to *stalls, where they are not
 * NULL. */
void sw_slice_run(unsigned n, enum sw_slice_of of, struct sw_times *got, struct sw_stalls *stalls);

double sw_slice_mb_s(struct sw_times *got);
