/* Numbers for call sites: a hash table from (address, callee) to a dense number. */
#pragma once

#include "base/raw.h"
#include "live/live.h"

/* A spin lock for what is rare. Inside an event, with the thread marked busy. */
static inline void sw_live_lock(struct sw_live *live)
{
    for (unsigned times = 1; atomic_exchange_explicit(&live->lock, 1, memory_order_acquire);)
        sw_wait(times++);
}

static inline void sw_live_unlock(struct sw_live *live)
{
    atomic_store_explicit(&live->lock, 0, memory_order_release);
}

/* In what the table gives, beside the number: the site spawns. */
#define SW_SITE_SPAWNS (1u << 31)

/* The number of a site; a new one where it was never seen. Any thread, inside an event. */
__attribute__((noinline, cold)) uint32_t sw_site_new(struct sw_live *live, uint64_t address,
                                                     uint32_t function, uint32_t kind);

/* From now on the pair is that site too. Inside an event. */
__attribute__((noinline, cold)) void sw_site_join(struct sw_live *live, uint64_t address,
                                                  uint32_t function, uint32_t site);

static inline uint64_t sw_site_hash(uint64_t address, uint32_t function)
{
    return (address >> 2 ^ address >> 23 ^ (uint64_t)function << 9) % (2 * SW_SITES_MAX);
}

/* The number of a site; 0: never seen, or not at the first place to look. Any thread. */
static inline uint32_t sw_site_find(const struct sw_live_slot *slots, uint64_t address,
                                    uint32_t function)
{
    /* Not an acquire, which would hold up all that follows: a slot goes from 0 to its value once,
     * and who sees only a part of it finds no match or 0. */
    const struct sw_live_slot *slot = &slots[sw_site_hash(address, function)];
    uint64_t found = atomic_load_explicit(&slot->address, memory_order_relaxed);
    return found == address && slot->function == function ? slot->site : 0;
}

/* The same, and a new one where it was never seen. Inside an event. */
static inline uint32_t sw_site_number(struct sw_thread *t, uint64_t address, uint32_t function,
                                      uint32_t kind)
{
    uint32_t site = sw_site_find(t->slots, address, function);
    return __builtin_expect(site != 0, 1) ? site : sw_site_new(t->live, address, function, kind);
}
