#include "collect/symbols/trails.h"
#include "live/trail.h"
#include "profile/join.h"
#include "profile/whose.h"

static bool has_lines(const struct sw_profile *p, const struct sw_calls *calls,
                      const struct sw_module *module)
{
    for (uint32_t i = 0; i < calls->n; i++)
        if (*calls->places[i].file && sw_module_of(p, calls->addresses[i]) == module)
            return true;
    return false;
}

uint32_t sw_symbols_readers_call(const struct sw_profile *p, const struct sw_calls *calls)
{
    uint32_t i = 0;
    for (; i < calls->n; i++) {
        const struct sw_module *module = sw_module_of(p, calls->addresses[i]);
        if (sw_place_is_readers(sw_place_of_reader(&calls->places[i]),
                                sw_module_is_readers(p, module), has_lines(p, calls, module)))
            break;
    }
    return i;
}

void sw_symbols_place_sites(struct sw_profile *p)
{
    for (size_t i = 0; i < p->n_sites; i++) {
        struct sw_site *site = &p->sites[i];
        const struct sw_calls *calls =
            site->address & SW_TRAIL_PLACE ? sw_profile_calls(p, site->address) : NULL;
        if (!calls || !calls->n)
            continue;
        uint32_t k = sw_symbols_readers_call(p, calls);
        k = k < calls->n ? k : 0;
        site->address = calls->addresses[k];
        sw_place_release(p, &site->caller_place);
        sw_place_copy_first(&site->caller_place, sw_place_of_reader(&calls->places[k]));
    }
}
