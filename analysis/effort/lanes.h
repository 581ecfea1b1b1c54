/*
 * Each thread over time: who ran, in which function, and who waited for whom. Made of the stretches of a sampled run; several of
 * them are one column where one has too few samples to tell how much of it a thread worked.
 */
#ifndef SPANWISE_ANALYSIS_EFFORT_LANES_H
#define SPANWISE_ANALYSIS_EFFORT_LANES_H

#include "analysis/effort/effort.h"

/* Segments of the same time stand on each other. What is left to 1: there was no thread, or it had no core, or it waited for what
 * is not known. */
struct sw_lane_segment {
    double from, to; /* ns since the start */
    enum sw_lane_part part;
    double share;              /* of that time, in eighths */
    uint32_t whom;             /* of waits: one more than the lane that ended most; 0: not known */
    uint32_t lock;             /* of waits for locks: one more than its index; 0: not known */
    struct sw_effort_key code; /* of work: the function; as many as there are: not known */
};

struct sw_lanes {
    struct sw_lane_segment *segments; /* lane by lane, by time */
    size_t *first;                    /* of a lane; behind the last, how many there are */
    struct sw_effort_key *started;    /* by lane: the function that its threads began with */
    size_t n;                         /* lanes */
};

/* With the reader's functions, of that tree. 0 or -ENOMEM. To be released. */
int sw_lanes_make(struct sw_lanes *lanes, const struct sw_effort_tree *tree);
void sw_lanes_release(struct sw_lanes *lanes);

const char *sw_lane_part_name(enum sw_lane_part part); /* "work", "overhead", "lock", ... */

#endif
