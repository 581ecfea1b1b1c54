/*
 * Many timings of one thing, and the figure that is taken for it: what a quarter of them stay below. On a
 * busy machine too, that many are not interrupted. The spread is what lies between the first and the
 * third quarter.
 */
#pragma once

#include "base/clock.h"
#include "base/libc.h"

enum { SW_TIMES_MOST = 4000 };

struct sw_figure {
    double value, spread;
};

struct sw_times {
    int enough;      /* how many, SW_TIMES_MOST at most ... */
    double limit_ns; /* ... or for how long: on a busy machine there are fewer, a few at least */
    int n;
    double start_ns;
    double ns[SW_TIMES_MOST];
};

static inline double sw_now_ns(void)
{
    return (double)sw_clock_ns();
}

void sw_times_begin(struct sw_times *times);

/* One more: false when it is enough. */
bool sw_times_note(struct sw_times *times, double ns);

/* for (SW_TIMED(note)): again and again, each time from `start` on, until `note`, which notes what it took, says that it is enough. */
#define SW_TIMED(note)                   \
    double start = sw_now_ns(), go_ = 1; \
    go_;                                 \
    go_ = (note), start = sw_now_ns()

/* The value that such a part of them stays below; none: 0. */
double sw_times_below(struct sw_times *times, double part);

/* Of one out of a batch; none: 0. */
struct sw_figure sw_times_figure(struct sw_times *times, double batch);

/* What reading the clock adds to what is between two readings. */
double sw_clock_cost_ns(void);

/* Until so much later: busy. */
void sw_spin_ns(double ns);

/* "KEY = VALUE spread SPREAD", as machine descriptions have it. */
void sw_figure_print(const char *key, struct sw_figure figure);
