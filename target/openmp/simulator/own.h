/*
 * What the runtime itself takes, by the place where it is left: a small open hash table. Each place has an entry of its
 * own: to wait for a turn takes a thousand times as long as to end one, and where the two shared an entry, the program's
 * time was taken for ours.
 */
#ifndef SPANWISE_TARGET_OPENMP_SIMULATOR_OWN_H
#define SPANWISE_TARGET_OPENMP_SIMULATOR_OWN_H

#include <stdint.h>

/* From an event to the place, as last measured. */
struct sw_omp_own {
    const void *place; /* NULL: none yet */
    uint64_t mean;     /* in sixteenths of a tick */
    uint32_t until;    /* it is measured again: events */
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

#endif
