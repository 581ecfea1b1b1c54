/* Times of one thing that was measured several times while others may have run on the machine: which of them counts. */
#ifndef SPANWISE_HELPERS_SYNTHESIZE_TIMES_H
#define SPANWISE_HELPERS_SYNTHESIZE_TIMES_H

#include <stdbool.h>
#include <stddef.h>

struct sw_time {
    double ns, waited_ns; /* waited: the sum over its threads, for a processor */
};

struct sw_times {
    struct sw_time *all; /* with room for as many as are added */
    size_t n, n_good;
    bool
        crowded; /* more threads than processors: they wait for each other, and who was disturbed nobody knows */
};

void sw_times_add(struct sw_times *times, struct sw_time time);

/* Whether more would help little: half of the rounds were not disturbed; or, of crowded ones, their middle is known well. */
bool sw_times_settled(const struct sw_times *times, size_t rounds);

/* What one cannot be sure of, in nanoseconds: what the chosen one waited; of crowded ones, the standard error of their middle, about. */
double sw_times_doubt(const struct sw_times *times);

/* The median of those that nobody disturbed; where all were, the shortest: others only ever make a time longer. Crowded
 * threads get processors by luck, in the program too: the mean of the middle half. Of at least one. */
struct sw_time sw_times_choose(const struct sw_times *times);

#endif
