/* Numbers the functions that call OpenCilk's hooks. */
#include "agent/opencilk/function.h"
#include "abi/opencilk.h"
#include "agent/core/rates.h"

static uint32_t make_function(struct sw_live *live, int64_t id, uint64_t address, uint64_t prop)
{
    uint32_t n = atomic_load(&live->n_functions);
    if (n == SW_SITES_MAX)
        return SW_SITES_MAX - 1; /* stands for all that come too late */
    struct sw_live_function *f = &live->functions[n];
    f->address = address;
    f->id = (uint32_t)id;
    f->hooks = 1;
    f->spawns = (prop & SW_CSI_MAY_SPAWN) != 0;
    if (live->options.spawns_only && !f->spawns)
        f->left_out = SW_LEFT_OUT_BY_LEVEL;
    else if (!f->spawns && sw_rates_leave_out(live, address))
        f->left_out = SW_LEFT_OUT_BY_BUDGET;
    atomic_store(&live->n_functions, n + 1);
    return n;
}

/* A function that was inlined has its hook in several places, each a function to us; which, is in
 * the table of sites. The budget keeps off, since exits do not tell them apart. */
static uint32_t add_copy(struct sw_live *live, uint32_t of, uint64_t address)
{
    uint32_t site = sw_site_new(live, address, SW_ANY_COPY, 0);
    sw_live_lock(live);
    if (live->sites[site].function == SW_ANY_COPY) {
        uint32_t n = make_function(live, live->functions[of].id, address, SW_CSI_MAY_SPAWN);
        live->functions[n].left_out = live->functions[of].left_out;
        live->sites[site].function = n;
    }
    sw_live_unlock(live);
    return live->sites[site].function;
}

uint32_t sw_function_number(struct sw_live *live, int64_t id, uint64_t address, uint64_t prop)
{
    if ((uint64_t)id >= SW_SITES_MAX)
        return SW_SITES_MAX - 1;
    sw_live_lock(live);
    uint32_t n = live->opencilk.by_id[id];
    if (!n)
        n = live->opencilk.by_id[id] = make_function(live, id, address, prop);
    sw_live_unlock(live);
    return live->functions[n].address == address ? n : add_copy(live, n, address);
}
