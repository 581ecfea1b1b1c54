/*
 * How long a worker that has nothing to do lets others alone before it steals. A steal costs microseconds,
 * of its victim as well; what it brings is not known before. So a worker looks back: if what it stole
 * last was done in less time than a steal takes, it waits before the next one, twice as long each time,
 * and no longer than it costs to be late; when a steal was worth it, a quarter as long, which soon is not
 * at all. That way a program of tiny loops loses a few percent, not a multiple of its time.
 */
#ifndef SPANWISE_FRONT_CILK_SCHED_PATIENCE_H
#define SPANWISE_FRONT_CILK_SCHED_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

/* Zeroed at first. The worker's own. */
struct sw_patience {
    uint64_t wait_ns;
    uint64_t idle_ns;  /* since when it has nothing to do */
    uint64_t stole_ns; /* when it got what it did last; 0: it was not stolen */
};

/* It has nothing to do from now on; has stolen something just now. */
void sw_patience_idle(struct sw_patience *patience);
void sw_patience_stole(struct sw_patience *patience);

/* May it steal? */
bool sw_patience_over(const struct sw_patience *patience);

/* Once, at first: never wait. */
void sw_patience_none(void);

#endif
