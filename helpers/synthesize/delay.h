/*
 * Delays that stand for a program's computation: counting loops, with no clock inside, so that a thread that was
 * preempted goes on where it was. Visiting the tree takes time of its own, which is taken out of the delays: each
 * thread keeps what it owes, and pays by shorter delays. So delays of a few nanoseconds are right on average.
 */
#ifndef SPANWISE_HELPERS_SYNTHESIZE_DELAY_H
#define SPANWISE_HELPERS_SYNTHESIZE_DELAY_H

#include <stdint.h>

/* Between runs, by the thread that measures: turns of the loop that a nanosecond has, what a visit takes, and what all
 * delays are multiplied by (the burden). From here on nobody owes anything, and visits count from 0. */
void sw_delay_begin(double per_ns, double visit_ns, double scale);

/* A visit that takes so long in all. */
void sw_delay(double ns);

/* A visit that does nothing by itself. */
void sw_delay_visit(void);

/* Visits of this thread since then. */
uint64_t sw_delay_visits(void);

/* What per_ns is now; takes an eighth of a millisecond. */
double sw_delay_speed(void);

uint64_t sw_delay_now(void); /* nanoseconds, of the wall */

#endif
