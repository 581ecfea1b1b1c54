#include "runtime/site.h"
#include "profile/profile.h"

/* The table has twice as many slots as there can be sites, so a free one is always near. */
_Static_assert(2 * SW_SITES_MAX == 1u << 21, "sw_site_hash() gives 21 bits");

static uint32_t site_make(struct sw_live *live, uint64_t address, uint32_t function, uint32_t kind)
{
    uint32_t n = atomic_load(&live->n_sites);
    live->sites[n] = (struct sw_live_site){address, function, kind};
    atomic_store(&live->n_sites, n + 1);
    return n;
}

uint32_t sw_site_new(struct sw_live *live, uint64_t address, uint32_t function, uint32_t kind)
{
    uint64_t i = sw_site_hash(address, function), mask = 2 * SW_SITES_MAX - 1;
    uint32_t site;
    sw_live_lock(live);
    for (;; i = (i + 1) & mask) {
        struct sw_live_slot *slot = &live->slots[i];
        uint64_t found = atomic_load(&slot->address);
        if (found == address && slot->function == function) {
            site = slot->site;
            break;
        }
        if (found)
            continue;
        if (atomic_load(&live->n_sites) == SW_SITES_MAX - 1) {
            site = SW_SITES_MAX - 1; /* stands for all that come too late */
            break;
        }
        site = site_make(live, address, function, kind);
        slot->function = function;
        slot->site = site = kind == SW_SITE_SPAWN ? site | SW_SITE_SPAWNS : site;
        atomic_store_explicit(&slot->address, address, memory_order_release);
        break;
    }
    sw_live_unlock(live);
    return site;
}
