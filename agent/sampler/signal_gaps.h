/*
 * What a signal takes, from jumps of a clock that is read all the time. A jump that is too long is no signal's: another program had the
 * processor meanwhile, and on a busy machine that may be most of them.
 */
#pragma once

#include "base/order.h"

#include <stdbool.h>
#include <stdlib.h>

enum { SW_SIGNAL_GAPS = 41, SW_SIGNAL_STALLS = 41 };

struct sw_signal_gaps {
    uint64_t longest; /* that a signal may take */
    uint64_t gaps[SW_SIGNAL_GAPS];
    unsigned n, stalls;
};

/* False: it is too long, and there have not been too many of those. The time that it took is nobody's. */
static inline bool sw_signal_gap(struct sw_signal_gaps *g, uint64_t gap, bool is_signal)
{
    if (gap > g->longest)
        return g->stalls++ >= SW_SIGNAL_STALLS;
    if (is_signal && g->n < SW_SIGNAL_GAPS)
        g->gaps[g->n++] = gap;
    return true;
}

static inline int sw_signal_gaps_by_size(const void *a, const void *b)
{
    return SW_RISING(*(const uint64_t *)a, *(const uint64_t *)b);
}

/* The usual one; 0: not known. */
static inline uint64_t sw_signal_gaps_usual(struct sw_signal_gaps *g)
{
    qsort(g->gaps, g->n, sizeof *g->gaps, sw_signal_gaps_by_size);
    return g->n ? g->gaps[g->n / 2] : 0;
}
