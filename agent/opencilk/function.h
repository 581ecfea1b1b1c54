/* Functions that call hooks, by OpenCilk's own numbers. */
#ifndef SPANWISE_AGENT_OPENCILK_FUNCTION_H
#define SPANWISE_AGENT_OPENCILK_FUNCTION_H

#include "live/site.h"

/* What stands for a copy's callee in the table of sites: see function.c. */
#define SW_ANY_COPY UINT32_MAX

/* The number of the function whose hook at its entry is there; a new one where it was never seen.
 * Inside an event. */
uint32_t sw_function_number(struct sw_live *live, int64_t id, uint64_t address,
                            uint64_t properties);

static inline uint32_t sw_function_find_copy(const struct sw_thread *t, uint64_t address)
{
    uint32_t site = sw_site_find(t->slots, address, SW_ANY_COPY);
    return site ? t->live->sites[site].function : 0;
}

/* 0: not known yet. */
static inline uint32_t sw_function_find(const struct sw_thread *t, int64_t id)
{
    return t->opencilk.by_id && (uint64_t)id < SW_SITES_MAX ? t->opencilk.by_id[id] : 0;
}

#endif
