/*
 * Delays that stand for a program's computation: counting loops, with no clock inside, so that a thread that was
 * preempted goes on where it was. Visiting the tree takes time of its own, which is taken out of the delays: each
 * thread keeps what it owes, and pays by shorter delays. So delays of a few nanoseconds are right on average.
 */
#ifndef SPANWISE_REPLAY_DELAY_H
#define SPANWISE_REPLAY_DELAY_H

#include <stdint.h>

/* Set between runs, by the thread that measures. */
struct sw_delay_settings {
    double per_ns;   /* turns of the loop */
    double visit_ns; /* what a visit takes */
    double scale;    /* of all delays: the burden */
};
extern struct sw_delay_settings sw_delay_settings;

/* A visit that takes so long in all. */
void sw_delay(double ns);

/* A visit that does nothing by itself. */
void sw_delay_visit(void);

/* From here on nobody owes anything, and visits count from 0. */
void sw_delay_begin(void);

/* Visits of this thread since then, and nanoseconds that it owes (below 0: that are still to come). */
uint64_t sw_delay_visits(void);
double sw_delay_owed(void);

/* Sets per_ns: a quarter of a millisecond. */
void sw_delay_calibrate(void);

uint64_t sw_delay_now(void); /* nanoseconds, of the wall */

#endif
