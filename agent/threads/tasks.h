/*
 * oneTBB's tasks. Its workers meet by atomics that no hook sees, but each task begins and ends in calls of the library by the
 * program's own code, which can be stood in front of. From that: tasks are made and end in the order of virtual time; who waits for them goes on
 * no earlier than the last one has ended; what a worker does after one that ended, until it yields or falls asleep in the library, is looking for
 * another one, no work; what the calls take is overhead; and all of that is where the program called parallel_for() or the like.
 */
#pragma once

#include "agent/core/tbb.h"
#include "agent/threads/place.h"
#include "agent/threads/simulator.h"

/* Where the program called it, for what the library does on that thread, and as which kind of construct; NULL: it has not. */
const struct sw_tasks_at {
    struct sw_called called;
    uint32_t kind;
} * sw_tasks_at(const struct sw_vthread *thread);
