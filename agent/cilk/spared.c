/*
 * Finds sleds that need not be patched, because others report the same: fewer events per call
 * mean less overhead.
 */
#include "agent/cilk/spared.h"
#include "base/call.h"
#include "base/search.h"
#include "live/site.h"
#include "profile/site_kind.h"

#define INSTRUCTIONS_PER_SECOND 2500000000 /* of a few in a row: one a cycle */

/* The function that `address` is in, or just behind what is known of it. */
static struct sw_live_function *function_around(struct sw_live *live, uint32_t first,
                                                uint64_t address)
{
    struct sw_live_function *f = &live->functions[first];
    size_t begun = SW_BEFORE(atomic_load(&live->n_functions) - first, i, f[i].address <= address);
    return begun ? &f[begun - 1] : NULL;
}

static struct sw_live_function *function_at(struct sw_live *live, uint32_t first, uint64_t address)
{
    struct sw_live_function *f = function_around(live, first, address);
    return f && f->address == address ? f : NULL;
}

/* `first`: the first sled in a body. */
static struct sw_live_sled *sled_at(struct sw_live *live, uint32_t first, uint8_t kind, uint64_t at)
{
    struct sw_live_sled *s = &live->cilk.sleds[first];
    size_t n = live->cilk.n_sleds - first;
    size_t i = SW_BEFORE(n, k, s[k].kind < kind || (s[k].kind == kind && s[k].at < at));
    return i < n && s[i].kind == kind && s[i].at == at ? &s[i] : NULL;
}

/* Its return address becomes a site, its sleds stay nops. A callee that ends in a jump to another
 * function would not tell when the spawn ends. */
static void report_by_callee(struct sw_live *live, const struct sw_sled *call, uint32_t first_body,
                             uint32_t first_function)
{
    uint64_t from = sw_sled_at(call), at = sw_sled_function(call);
    struct sw_live_sled *spawn = sled_at(live, first_body, SW_SLED_SPAWN, at);
    struct sw_live_sled *end = sled_at(live, first_body, SW_SLED_SPAWN_END, at + call->size);
    struct sw_live_function *f = function_at(live, first_function, sw_call_target(from));
    if (!spawn || !end || !f || f->tails || (live->options.spawns_only && !f->spawns))
        return;
    f->spawns = 1;
    uint32_t number = (uint32_t)(f - live->functions);
    uint32_t site = sw_site_new(live, from, number, SW_SITE_SPAWN);
    live->sites[site & ~SW_SITE_SPAWNS].address = at;
    spawn->stay_nop = end->stay_nop = 1;
}

static struct sw_live_sled *exit_at(struct sw_live *live, uint32_t first_function, uint64_t at)
{
    const struct sw_live_function *f = function_around(live, first_function, at);
    for (uint32_t i = 0; f && i < f->n_sleds; i++) {
        struct sw_live_sled *s = &live->cilk.sleds[f->first_sled + i];
        if (s->kind == SW_SLED_EXIT && s->at == at)
            return s;
    }
    return NULL;
}

/* The return syncs anyway, and tells how much of its time comes after. */
static void report_by_exit(struct sw_live *live, const struct sw_sled *last, uint32_t first_body,
                           uint32_t first_function)
{
    struct sw_live_sled *sync = sled_at(live, first_body, SW_SLED_SYNC, sw_sled_at(last));
    struct sw_live_sled *exit = exit_at(live, first_function, sw_sled_function(last));
    if (!sync || !exit)
        return;
    sync->stay_nop = 1;
    exit->after = (uint8_t)(last->size * live->ticks_per_second / INSTRUCTIONS_PER_SECOND);
}

void sw_spared_find(struct sw_live *live, const struct sw_cilk_module *module, uint32_t first_sled,
                    uint32_t first_function)
{
    uint32_t first_body = first_sled;
    while (first_body < live->cilk.n_sleds && live->cilk.sleds[first_body].function)
        first_body++;
    for (const struct sw_sled *s = module->sleds; s < module->end; s++)
        if (s->kind == SW_SLED_CALL)
            report_by_callee(live, s, first_body, first_function);
        else if (s->kind == SW_SLED_LAST_SYNC)
            report_by_exit(live, s, first_body, first_function);
}
