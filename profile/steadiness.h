/* How sure figures of time are: pieces of a program with what they took, and what several runs of it showed. */
#ifndef SPANWISE_PROFILE_STEADINESS_H
#define SPANWISE_PROFILE_STEADINESS_H

#include <stdint.h>

/* What reports its own work: a call site, a construct. Nothing is in two of them, so they add up to all. Between
 * runs: what is written for the user has none. */
struct sw_piece {
    uint64_t
        key; /* the same in every run: live/rates.h; a construct has one wherever it stands in the tree */
    uint64_t work, on_span;
    uint64_t
        group; /* the key of all that run the same code, as calls of one function do; 0: it alone does */
    uint64_t left_out; /* it is no piece, but a function that the budget took out */
};

/* The lowest and the highest. */
struct sw_interval {
    uint64_t least, most;
};

/* Of figures in steady time (live/rates.h). Each timed run has its own rates: what work and span are with those. */
struct sw_steadiness {
    uint64_t runs; /* that were timed; 0: figures are of one run, as the clock had them */
    struct sw_interval work, span, parallelism; /* that in thousandths */
    uint64_t instructions, span_instructions;   /* work and span as they were counted */
};

/* The program as it is, unprofiled, on so many real processors: the fastest of its runs. */
struct sw_real_run {
    uint64_t processors, time_ns;
    uint64_t median_ns, most_ns, trials; /* of 'spanwise bench'; else 0 */
};

#endif
