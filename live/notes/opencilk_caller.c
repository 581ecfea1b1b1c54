/* Decides whether what a frame pointer leads to is really the function's caller. */
#include "live/notes/opencilk_caller.h"
#include "base/call.h"
#include "live/site.h"
#include "profile/site_kind.h"

#define ENTRY_BYTES 1024 /* the call of the hook is no farther behind the start of its function */
#define CALL_BYTES  8    /* a call is no longer */

static const struct sw_live_module *module_of(const struct sw_live *live, uint64_t address)
{
    for (uint32_t i = 0; i < live->modules.n; i++) {
        const struct sw_live_module *m = &live->modules.all[i];
        if (address >= m->code + CALL_BYTES && address + CALL_BYTES <= m->code_end)
            return m;
    }
    return NULL;
}

static bool is_code(const struct sw_live *live, uint64_t address)
{
    return module_of(live, address) != NULL;
}

bool sw_caller_same_module(const struct sw_live *live, uint64_t a, uint64_t b)
{
    return is_code(live, a) && module_of(live, a) == module_of(live, b);
}

/* Is there no other function's hook between the target of a call and that of the function? */
static bool is_start(const struct sw_live *live, uint64_t target, const struct sw_live_function *f)
{
    uint32_t n = atomic_load(&live->n_functions);
    if (f->address - target >= ENTRY_BYTES)
        return false;
    for (uint32_t i = 2; i < n; i++)
        if (live->functions[i].address - target < f->address - target)
            return false;
    return true;
}

enum sw_caller sw_caller_judge(const struct sw_live *live, uint64_t from,
                               const struct sw_live_function *f)
{
    if (!is_code(live, from))
        return SW_CALLER_NO_CODE;
    if (live->gone)
        return SW_CALLER_MAYBE;
    uint64_t target = sw_call_target(from);
    if (!target || !is_code(live, target))
        return sw_call_is_indirect(from) ? SW_CALLER_MAYBE : SW_CALLER_OTHER;
    if (is_start(live, target, f))
        return SW_CALLER_SURE;
    return sw_call_is_stub(target) ? SW_CALLER_MAYBE : SW_CALLER_OTHER;
}

uint32_t sw_caller_nobody(struct sw_thread *t, uint32_t function)
{
    uint32_t site = sw_site_number(t, t->functions[function].address, function, SW_SITE_CALL);
    t->live->sites[site].address = 0;
    return site;
}
