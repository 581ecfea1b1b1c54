/* Numbers call sites. */
#include "live/site.h"
#include "profile/site_kind.h"

/* The table has twice as many slots as there can be sites, so a free one is always near. */
_Static_assert(2 * SW_SITES_MAX == 1u << 21, "sw_site_hash() gives 21 bits");

static uint32_t site_make(struct sw_live *live, uint64_t address, uint32_t function, uint32_t kind)
{
    uint32_t n = atomic_load(&live->n_sites);
    live->sites[n] = (struct sw_live_site){.address = address, .function = function, .kind = kind};
    atomic_store(&live->n_sites, n + 1);
    return n;
}

/* Where the pair is in the table, or the free slot where it belongs. */
static struct sw_live_slot *slot_of(struct sw_live *live, uint64_t address, uint32_t function)
{
    uint64_t i = sw_site_hash(address, function), mask = 2 * SW_SITES_MAX - 1;
    for (;; i = (i + 1) & mask) {
        struct sw_live_slot *slot = &live->slots[i];
        uint64_t found = atomic_load(&slot->address);
        if (!found || (found == address && slot->function == function))
            return slot;
    }
}

static void fill_slot(struct sw_live_slot *slot, uint64_t address, uint32_t function, uint32_t site)
{
    slot->function = function;
    slot->site = site;
    atomic_store_explicit(&slot->address, address, memory_order_release);
}

uint32_t sw_site_new(struct sw_live *live, uint64_t address, uint32_t function, uint32_t kind)
{
    uint32_t site = live->most_numbers - 1; /* stands for all that come too late */
    sw_live_lock(live);
    struct sw_live_slot *slot = slot_of(live, address, function);
    if (atomic_load(&slot->address)) {
        site = slot->site;
    } else if (atomic_load(&live->n_sites) != live->most_numbers - 1) {
        site = site_make(live, address, function, kind);
        site = kind == SW_SITE_SPAWN ? site | SW_SITE_SPAWNS : site;
        fill_slot(slot, address, function, site);
    }
    sw_live_unlock(live);
    return site;
}

/* No more than half of what sites leave free of the table. */
void sw_site_join(struct sw_live *live, uint64_t address, uint32_t function, uint32_t site)
{
    sw_live_lock(live);
    struct sw_live_slot *slot = slot_of(live, address, function);
    if (!atomic_load(&slot->address) && live->n_joined < SW_SITES_MAX / 2) {
        live->n_joined++;
        fill_slot(slot, address, function, site);
    }
    sw_live_unlock(live);
}
