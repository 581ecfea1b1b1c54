/*
 * What threads did over time, in bounded memory: a fixed number of stretches, each twice as long when there is no more room. A lane
 * is a thread, or several that come one after the other; a cell is what it did in a stretch.
 *
 * Times are in any unit: nothing here reads a clock. Many threads may add at once, in handlers of signals too: whoever comes to the
 * end of the last stretch folds them, and others add where they are, so that what is added at that very moment may end up in a
 * neighbour. Nothing is lost: all moves are exchanges.
 */
#pragma once

#include <stdatomic.h>
#include <stdint.h>

enum sw_lane_part {
    SW_LANE_WORK,
    SW_LANE_OVERHEAD,
    SW_LANE_LOCK,    /* waits for a lock; ... */
    SW_LANE_THREADS, /* ... for other threads; ... */
    SW_LANE_AWAY,    /* ... for a clock, or for input */
    SW_LANE_PARTS
};

enum { SW_LANES_MOST = 64, SW_LANE_STRETCHES = 256 };

/* By a majority: the winner, and in the lower half its lead. */
typedef _Atomic uint64_t sw_majority;

/* What leads has more votes than all others together, or none has. */
void sw_majority_vote(sw_majority *most, uint32_t what, uint32_t votes);
void sw_majority_move(sw_majority *from, sw_majority *to);

static inline uint32_t sw_majority_leader(uint64_t votes)
{
    return (uint32_t)votes ? (uint32_t)(votes >> 32) : 0;
}

struct sw_lane_cell {
    _Atomic uint64_t parts[SW_LANE_PARTS]; /* times */
    sw_majority path;                      /* that it worked in, */
    sw_majority whom;                      /* one more than the lane that ended its waits, */
    sw_majority on;                        /* what it waited on: as who records it numbers these */
};

struct sw_lane {
    _Atomic uint32_t threads;
    struct sw_lane_cell cells[SW_LANE_STRETCHES];
};

/* All lanes' time, in stretches. */
struct sw_stretches {
    uint64_t started;
    uint64_t vote; /* as much time is one */
    _Atomic uint64_t length;
    _Atomic uint32_t folding;
};

void sw_stretch_move(_Atomic uint64_t *from, _Atomic uint64_t *to);
void sw_lane_fold(struct sw_lane *lane); /* NULL: nothing */

/* The stretch that this time is in; there is one. `fold` moves each stretch to that of half its number. */
uint64_t sw_stretch_at(struct sw_stretches *over, uint64_t time, void (*fold)(void *all),
                       void *all);

/* Something that a lane did from one time to another. */
struct sw_lane_note {
    uint64_t from, to;
    unsigned part;       /* SW_LANE_PARTS: only what follows is to be noted */
    unsigned instead_of; /* another part has been counted there, or will be; SW_LANE_PARTS: none */
    uint32_t path, whom, on; /* 0: not known */
};

void sw_lane_add(struct sw_stretches *over, struct sw_lane *lane, const struct sw_lane_note *note,
                 void (*fold)(void *all), void *all);
