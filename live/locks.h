/*
 * Locks that the program has taken, by number: what libspanwise-locks.so told of (agent/cilk/lock.c). How long they were held is
 * the strands' (engine/strand/lock.h).
 */
#ifndef SPANWISE_LIVE_LOCKS_H
#define SPANWISE_LIVE_LOCKS_H

#include <stdint.h>

enum { SW_LIVE_LOCKS = 1 << 16, SW_LIVE_LOCK_SLOTS = 1 << 17 };

struct sw_live_lock {
    uint64_t address;
};

/* What is at an address now. */
struct sw_live_lock_slot {
    uint64_t address; /* 0: free */
    uint64_t owner;   /* of a lock on a stack: the work at which its function began; else 0 */
    uint32_t number;  /* 0: there will be a new one when it is taken */
    uint32_t alone;   /* how often it is held by the only task that can know it */
};

struct sw_live_locks {
    struct sw_live_lock *all; /* SW_LIVE_LOCKS; NULL: nobody looks at locks */
    uint32_t n;               /* one more than the highest number */
    uint32_t n_slots;         /* in use */
    struct sw_live_lock_slot *slots;
    uint64_t lost; /* times that a lock was taken which there was no number for */
};

#endif
