/*
 * Trails: the innermost calls on a stack, of where something was seen that is named after them when the program is gone, by its debug
 * information: where a lock was made, or first waited for. Written by any thread without locks; two
 * that write one at the same time may mix their calls, which are those of one lock then.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SW_TRAILS            (1u << 14) /* a power of two: 1.4 MB if all are used */
#define SW_TRAIL_CALLS       8

/* What one is of: where the lock at an address was made, or first waited for. */
#define SW_TRAIL_MADE(lock)  ((uint64_t)(lock) & ~(uint64_t)1)
#define SW_TRAIL_TAKEN(lock) ((uint64_t)(lock) | 1)

struct sw_trail {
    _Atomic uint64_t of;            /* 0: free */
    uint64_t calls[SW_TRAIL_CALLS]; /* the innermost first: return addresses less 1; 0: no more */
    bool is_frame;  /* the lock is on the stack, in the frame of the first's function, ... */
    int64_t offset; /* ... so far from its canonical frame address */
};

enum { SW_TRAIL_PROBES = 8 };

static inline uint64_t sw_trail_hash(uint64_t of)
{
    return (of >> 2) * 0x9e3779b97f4a7c15u >> 50;
}
_Static_assert(SW_TRAILS == 1u << 14, "sw_trail_hash() gives 14 bits");

/* NULL: there is none. */
static inline struct sw_trail *sw_trail_find(struct sw_trail *all, uint64_t of)
{
    for (uint64_t i = 0; all && i < SW_TRAIL_PROBES; i++) {
        struct sw_trail *t = &all[(sw_trail_hash(of) + i) % SW_TRAILS];
        if (atomic_load_explicit(&t->of, memory_order_relaxed) == of)
            return t;
    }
    return NULL;
}

/* That one, or a new one. Where there is no room, an older one gives way: of that, less is known then. NULL: there are none at all. */
static inline struct sw_trail *sw_trail_get(struct sw_trail *all, uint64_t of)
{
    struct sw_trail *found = sw_trail_find(all, of);
    for (uint64_t i = 0; all && !found && i < SW_TRAIL_PROBES; i++) {
        struct sw_trail *t = &all[(sw_trail_hash(of) + i) % SW_TRAILS];
        uint64_t none = 0;
        if (atomic_compare_exchange_strong(&t->of, &none, of))
            found = t;
    }
    if (found || !all)
        return found;
    found = &all[sw_trail_hash(of)];
    atomic_store(&found->of, of);
    return found;
}
