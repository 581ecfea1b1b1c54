/*
 * Threads, each on a processor of its own, that draw (draw.h) for a slice of time together. A slice is
 * made of pieces, half a millisecond each: those in which all of the threads had their processors all the time
 * count, and of these the upper quarter: on a busy machine, too, some are not disturbed.
 */
#ifndef SPANWISE_CALIBRATE_SLICE_H
#define SPANWISE_CALIBRATE_SLICE_H

#include "calibrate/draw.h"
#include "calibrate/times.h"

enum { SW_SLICE_THREADS = 64 };

/* Takes so many bytes for each. 0 or -errno. They stay until the process ends. */
int sw_slice_start(unsigned n, const int *places, uint64_t bytes);

/* For the next slices. */
void sw_slice_set(unsigned thread, unsigned work, double limit);

enum sw_slice_of {
    SW_SLICE_MEAN,
    SW_SLICE_FIRST
}; /* of all threads; of the first, beside the others */

/* The first `n` draw at once; pieces are added to *got, where it is not NULL. */
void sw_slice_run(unsigned n, enum sw_slice_of of, struct sw_times *got);

double sw_slice_mb_s(struct sw_times *got);

#endif
