/* Turns counted instructions into steady time. */
#include "live/notes/steady.h"
#include "live/site.h"

static uint64_t rate_at(const struct sw_thread *t, uint64_t address, uint32_t function)
{
    uint64_t callee = function ? t->functions[function].address : 0;
    return sw_rates_of(t->rates, sw_rate_key(&t->live->modules, SW_PIECE_SITE, 0, address, callee));
}

/* Of a spawn that is pending, what has passed since is the child's, which has no callee so far. */
static uint64_t rate_here(const struct sw_thread *t)
{
    uint64_t sled = t->pending.sled;
    uint32_t site =
        sled ? sw_site_find(t->slots, sled, 0) & ~SW_SITE_SPAWNS : t->strand->at.top->site;
    if (!site)
        return rate_at(t, sled, 0);
    uint64_t *rate = &t->rates->by_site[site];
    if (!*rate)
        *rate = rate_at(t, t->live->sites[site].address, t->live->sites[site].function);
    return *rate;
}

uint64_t sw_steady_convert(struct sw_thread *t, uint64_t n)
{
    return sw_rates_apply(t->rates, rate_here(t), n, &t->meter.rest);
}

void sw_steady_charge(struct sw_thread *t)
{
    if (t->strand)
        sw_memory_charge(t->memory, t->strand->at.top->site);
}
