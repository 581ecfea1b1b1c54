/* Times of one thing that was measured several times while others may have run on the machine: which of them counts. */
#pragma once

#include "base/clock.h"
#include "base/libc.h"

struct sw_time {
    double ns, waited_ns; /* waited: the sum over its threads, for a processor */
};

struct sw_times {
    struct sw_time *all; /* with room for as many as are added */
    size_t n, n_good;
    bool crowded; /* more threads than processors, so who was disturbed is not known */
};

void sw_times_add(struct sw_times *times, struct sw_time time);

/* Whether more would help little: half of the rounds were not disturbed; or, of crowded ones, their middle is known well. */
bool sw_times_settled(const struct sw_times *times, size_t rounds);

/* What one cannot be sure of, in nanoseconds: what the chosen one waited; of crowded ones, the standard error of their middle, about. */
double sw_times_doubt(const struct sw_times *times);

/* The median of those that nobody disturbed; where all were, the shortest: others only ever make a time longer. Crowded
 * threads get processors by luck, in the program too: the mean of the middle half. Of at least one. */
struct sw_time sw_times_choose(const struct sw_times *times);

/*
 * Delays that stand for a program's computation: counting loops, with no clock inside, so that a thread that was
 * preempted goes on where it was. Visiting the tree takes time of its own, which is taken out of the delays: each
 * thread keeps what it owes, and pays by shorter delays. So delays of a few nanoseconds are right on average.
 *
 * Between runs, by the thread that measures: turns of the loop that a nanosecond has, what a visit takes, and what all
 * delays are multiplied by (the burden). From here on nobody owes anything, and visits count from 0.
 */
void sw_delay_begin(double per_ns, double visit_ns, double scale);

/* A visit that takes so long in all. */
void sw_delay(double ns);

/* A visit that does nothing by itself. */
void sw_delay_visit(void);

/* Visits of this thread since then. */
uint64_t sw_delay_visits(void);

/* What per_ns is now; takes an eighth of a millisecond. */
double sw_delay_speed(void);

/* How long the threads of this process have waited for a processor, as the kernel counts it: whether others disturbed a
 * measurement. 0 where it does not tell. */
uint64_t sw_waited_ns(void);
