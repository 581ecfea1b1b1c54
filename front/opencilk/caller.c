#include "front/opencilk/caller.h"
#include "profile/profile.h"
#include "runtime/call.h"
#include "runtime/site.h"

#define ENTRY_BYTES 4096 /* the call of the hook is no farther behind the start of its function */
#define CALL_BYTES  8    /* a call is no longer */

static bool is_code(const struct sw_live *live, uint64_t address)
{
    for (uint32_t i = 0; i < live->n_modules; i++) {
        const struct sw_live_module *m = &live->modules[i];
        if (address >= m->code + CALL_BYTES && address + CALL_BYTES <= m->code_end)
            return true;
    }
    return false;
}

/* A call through a pointer or a linker's stub may be of anything. */
static bool may_call(const struct sw_live *live, uint64_t from, const struct sw_live_function *f)
{
    uint64_t target = sw_call_target(from);
    if (target && is_code(live, target))
        return f->address - target < ENTRY_BYTES || sw_call_is_stub(target);
    return sw_call_is_indirect(from);
}

static uint32_t function_site(struct sw_thread *t, uint32_t function)
{
    uint32_t site = sw_site_number(t, t->functions[function].address, function, SW_SITE_CALL);
    t->live->sites[site].address = 0;
    return site;
}

uint32_t sw_caller_new(struct sw_thread *t, uint64_t from, uint32_t function, bool wrong)
{
    struct sw_live_function *f = &t->functions[function];
    bool code = is_code(t->live, from);
    if (from == f->address)
        return function_site(t, function);
    if (code && !wrong && may_call(t->live, from, f))
        return sw_site_new(t->live, from, function, SW_SITE_CALL);
    if (!code && f->strangers < SW_STRANGERS_MAX)
        f->strangers++;
    uint32_t site = function_site(t, function);
    sw_site_join(t->live, from, function, site);
    return site;
}
