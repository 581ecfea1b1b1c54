/*
 * Samples of the Parallel Prophet paper's validation programs (its Figures 9 and 10): random parameters
 * of loops with uneven iterations, locks and loops inside, each from a seed and a number.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum shape {
    SHAPE_UNIFORM,
    SHAPE_RANDOM,
    SHAPE_UP,
    SHAPE_DOWN,
    SHAPE_BIMODAL,
    SHAPE_SAW,
    SHAPE_MIXED, /* random, under a triangle */
    SHAPES
};

struct loop_sample {
    uint64_t seed;
    long n; /* iterations */
    enum shape shape;
    double least, most;       /* overhead of an iteration, ns */
    double delay[3], lock[2]; /* shares of that */
    bool do_lock[2];
};

struct sample {
    int kind; /* 1, 2 */
    struct loop_sample inner;
    /* of Test2: */
    struct loop_sample outer; /* delay[0] is A, delay[1] is B */
    bool nested;
};

void sample_make(struct sample *sample, int kind, uint64_t seed, unsigned number);

double compute_overhead(const struct loop_sample *loop, long i);

/* In all, in ns. */
double sample_length(const struct sample *sample);

/* Rounds of a chain of dependent multiplications: as long beside a busy neighbour in the same core as
 * without; and no clock in it, so that being preempted does not count. */
void fake_delay_rounds(uint64_t rounds);

extern double rounds_per_ns;
void fake_delay_calibrate(void);

static inline void fake_delay(double ns)
{
    fake_delay_rounds((uint64_t)(ns * rounds_per_ns));
}

double now_ns(void);
