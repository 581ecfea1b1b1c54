/*
 * What the runtime itself takes, by the place where it is left: a small open hash table. Each place has an entry of its
 * own: to wait for a turn takes a thousand times as long as to end one, and where the two shared an entry, the program's
 * time was taken for ours.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* From an event to the place, as last measured. */
struct sw_omp_own {
    const void *place; /* NULL: none yet */
    uint64_t mean;     /* in sixteenths of a tick */
    uint32_t until;    /* it is measured again: events */
    uint8_t measured;  /* times; SW_OMP_OWN_FIRST or more are not told apart */
    uint8_t longer;    /* times in a row that it took far longer than the mean */
    uint64_t least;    /* of those */
};

enum {
    SW_OMP_OWN_FIRST = 4, /* measurements of which the shortest counts */
    SW_OMP_OWN_SHARE = 8, /* the weight of a further one in the mean is a share of this */
    SW_OMP_OWN_OUTLIER =
        4, /* times the mean: an interrupt, or another thread's turn on the processor, ... */
    SW_OMP_OWN_LONGER = 8, /* ... unless it is so all these times in a row */
};

enum { SW_OMP_OWN = 512 }; /* more than there are such places */

/* The entry of the place: at its hash, or behind it. In a full table, one that it shares. */
static inline struct sw_omp_own *sw_omp_own_of(struct sw_omp_own table[SW_OMP_OWN],
                                               const void *place)
{
    uint64_t at = (uint64_t)place >> 3, end = at + SW_OMP_OWN;
    struct sw_omp_own *own;
    do
        own = &table[at++ % SW_OMP_OWN];
    while (own->place && own->place != place && at < end);
    own->place = place;
    return own;
}

/*
 * One measurement, in sixteenths of a tick. What is learned here is subtracted from the program's time at every event, so on
 * a busy machine one that was interrupted must not count, the very first one least of all.
 */
static inline void sw_omp_own_learn(struct sw_omp_own *own, uint64_t ticks)
{
    if (own->measured < SW_OMP_OWN_FIRST) {
        own->mean = own->measured++ && own->mean < ticks ? own->mean : ticks;
    } else if (ticks > SW_OMP_OWN_OUTLIER * own->mean) {
        own->least = own->longer && own->least < ticks ? own->least : ticks;
        if (++own->longer < SW_OMP_OWN_LONGER)
            return;
        own->mean = own->least;
        own->longer = 0;
    } else {
        own->mean += (uint64_t)(((int64_t)ticks - (int64_t)own->mean) / SW_OMP_OWN_SHARE);
        own->longer = 0;
    }
}

/* Whether more is to be known before a mean can stand for measurements. */
static inline bool sw_omp_own_is_new(const struct sw_omp_own *own)
{
    return own->measured < SW_OMP_OWN_FIRST || own->longer;
}
