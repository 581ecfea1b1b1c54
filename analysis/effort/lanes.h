/*
 * Each thread over time: who ran, in which function, and who waited for whom. Made of the stretches of a sampled run, by the clock, or
 * of a simulated one, in virtual time. Several stretches are one column where one has too few samples to tell how much of it a thread
 * worked, or where there are too many of them to show.
 */
#pragma once

#include "analysis/effort/effort.h"

/* Segments of the same time stand on each other. What is left to 1: there was no thread, or it had no core, or it waited for what
 * is not known. */
struct sw_lane_segment {
    double from, to; /* since the start */
    enum sw_lane_part part;
    double share;  /* of that time, in eighths */
    uint32_t whom; /* of waits: one more than the lane that ended most; 0: not known */
    uint32_t
        lock; /* of waits: one more than the index of what is waited for; 0: not known. Of a sampled run that is a lock, of a
                      simulated one a construct of that run */
    struct sw_effort_key code; /* of work: the function; as many as there are: not known */
};

struct sw_lanes {
    struct sw_lane_segment *segments;     /* lane by lane, by time */
    size_t *first;                        /* of a lane; behind the last, how many there are */
    struct sw_effort_key *started;        /* by lane: the function that its threads began with */
    size_t n;                             /* lanes */
    const struct sw_lane_table *table;    /* NULL: of a sampled run */
    const struct sw_effort_lane *threads; /* by lane: how many it is of */
    const struct sw_functions *functions; /* that these are of */
};

/* With the reader's functions, of that tree. 0 or -ENOMEM. To be released. */
int sw_lanes_make(struct sw_lanes *lanes, const struct sw_effort_tree *tree);
/* The same of a simulated run. Borrows the functions and the profile. */
int sw_lanes_make_simulated(struct sw_lanes *lanes, const struct sw_profile *profile,
                            const struct sw_lane_table *table,
                            const struct sw_functions *functions);
void sw_lanes_release(struct sw_lanes *lanes);

/* Of a segment, or of what a lane's threads began with; NULL: not known. */
const char *sw_lane_function(const struct sw_lanes *lanes, struct sw_effort_key code);
/* Its construct, of a simulated run; NULL: none is known. */
const struct sw_construct *sw_lane_construct(const struct sw_lanes *lanes,
                                             const struct sw_profile *profile,
                                             const struct sw_lane_segment *segment);

enum { SW_LANE_LABEL = 64 };
/* "main thread", "thread 2"; "3 threads in turn" of several that ran one after the other. Into a buffer of that size. */
const char *sw_lane_label(const struct sw_lanes *lanes, size_t lane, char *buffer);

const char *sw_lane_part_name(enum sw_lane_part part); /* "work", "overhead", "lock", ... */
