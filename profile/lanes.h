/*
 * What threads did over time, in stretches (engine/lanes/lane.h): of a real run by the clock, which is a part of its effort, of a simulated
 * one in virtual time.
 */
#ifndef SPANWISE_PROFILE_LANES_H
#define SPANWISE_PROFILE_LANES_H

#include "engine/lanes/lane.h"

#include <stddef.h>
#include <stdint.h>

enum { SW_LANE_WHOLE = 65535 };

/* Threads that run one after the other, never two at a time. */
struct sw_effort_lane {
    uint32_t threads;
};

/* A lane in a stretch of time. */
struct sw_effort_cell {
    uint16_t parts[SW_LANE_PARTS]; /* of SW_LANE_WHOLE. The rest: there is no thread, or it had no
                                      core, or it waited for what no agent knows */
    uint16_t
        whom; /* one more than the index of the lane that ended most of the waits; 0: not known */
    uint16_t
        lock; /* one more than the index of what it waited for most: of the effort's locks, or of the run's constructs; 0: none */
    uint32_t
        path; /* one more than the index of the path that most of the samples are of; 0: none */
};

struct sw_lane_table {
    uint32_t run;     /* index of the simulation; of an effort: 0 */
    uint64_t time;    /* of all, ... */
    uint64_t stretch; /* ... and of one, which the last may be less than */
    size_t n_stretches;
    struct sw_effort_lane *lanes; /* of the threads that began first; what others did is not kept */
    size_t n;
    struct sw_effort_cell *cells; /* n_stretches for each lane */
};

#endif
