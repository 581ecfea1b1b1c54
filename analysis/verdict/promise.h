/*
 * What the verdict on a profile promised for what was changed since, and what came true in a later one: speedups on the same number
 * of processors. What was changed is what most of has gone; if that is nothing, the promise is that for the verdict's cause. Of
 * serial code with annotations the prediction itself is the promise, for the parallel program.
 */
#pragma once

#include "analysis/verdict/verdict.h"

struct sw_promise {
    struct sw_verdict before, after; /* the latter on as many processors, if its profile has them */
    unsigned causes;                 /* a set of bits: what the promise is for; 0: a prediction */
    double promised;                 /* speedup on before.processors; NAN: nothing was promised */
    double gone;                     /* the share of what they lost that has gone; NAN: not known */
    double partly;      /* promised for that share; NAN: for all, or for next to nothing */
    bool is_bound;      /* it was at most that */
    bool is_prediction; /* by annotations */
    double now;         /* speedup of the second on before.processors; NAN: not known */
    double over_old; /* T(1) of the first over T(N) of the second, where T(1) changed; else NAN */
};

/* Borrows the profiles. 0 or -ENOMEM (then there is nothing to release). */
int sw_promise_make(struct sw_promise *promise, const struct sw_profile *before,
                    const struct sw_profile *after);
void sw_promise_release(struct sw_promise *promise);

/* Of a verdict, the place that it is about; NULL: it has none. */
const struct sw_verdict_place *sw_verdict_first_place(const struct sw_verdict *verdict);

/* Adds what was promised and what came true, then what holds the program back now. */
void sw_promise_findings(struct sw_findings *findings, const struct sw_promise *promise);
