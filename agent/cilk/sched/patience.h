/*
 * How long a worker that has nothing to do lets others alone before it steals. A steal costs microseconds,
 * of its victim as well, and in a virtual machine tens of them, since all threads pass a fence; what it
 * brings is not known before. So a worker looks back: if what it stole last was done in less than twice the
 * time that the steal took, or somebody was faster, it waits before the next one, twice as long each time,
 * up to sixteen times what a steal costs; when a steal was worth it, a quarter as long, which soon is not
 * at all. That way a program of tiny loops loses a few percent, not a multiple of its time.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Zeroed at first. The worker's own. */
struct sw_patience {
    uint64_t wait_ns;
    uint64_t cost_ns;  /* of a steal, of late */
    uint64_t idle_ns;  /* since when it has nothing to do */
    uint64_t tried_ns; /* when it began to steal */
    uint64_t stole_ns; /* when it got what it did last; 0: it was not stolen */
};

/* It has nothing to do from now on; it tries to steal, and has tried. */
void sw_patience_idle(struct sw_patience *patience);
void sw_patience_try(struct sw_patience *patience);
void sw_patience_tried(struct sw_patience *patience, bool stole);

/* May it steal? */
bool sw_patience_over(const struct sw_patience *patience);

/* Sleeps until it may. */
void sw_patience_rest(const struct sw_patience *patience);

/* Once, at first: never wait. */
void sw_patience_none(void);
