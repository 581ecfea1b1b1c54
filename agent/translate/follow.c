/* The part of following memory accesses that both architectures share. */
#include "agent/translate/follow.h"
#include "agent/translate/access.h"
#include "agent/translate/memory.h"
#include "agent/translate/shared.h"

bool sw_follow_is_on(const struct sw_trace *t)
{
    return t->counted && sw_memory_is_on() && sw_cache_follows();
}

unsigned sw_follow_look(struct sw_follow *f, const struct sw_trace *t, uint32_t *used)
{
    struct sw_access a;
    unsigned n = 0;
    *used = 0;
    for (unsigned i = 0; i < t->n; i++) {
        n += sw_follow_is_followed(t, i, &a);
        *used |= sw_follow_registers(&t->steps[i]);
        if (a.what & SW_ACCESS_UNKNOWN)
            sw_memory()->unknown++;
    }
    f->counts = n && sw_shared_is_there() && sw_memory_site(0, 0, &f->passes) &&
                sw_shared_add_block(f->passes);
    f->is_counted = false;
    return n;
}

bool sw_follow_is_always(const struct sw_access *a)
{
    return a->what & SW_ACCESS_ATOMIC && sw_shared_is_there();
}

/* Copies of a loop are the same instructions: each by itself would have another line each time. */
bool sw_follow_site(const struct sw_follow *f, uint64_t pc, const struct sw_access *a,
                    uint32_t *site)
{
    for (unsigned i = 0; i < f->n; i++)
        if (sw_memory_pc(*site = f->ways[i].site) == pc) {
            if (f->counts)
                sw_shared_add_copy(*site);
            return true;
        }
    if (!sw_memory_site(pc, a->what, site))
        return false;
    const struct sw_shared_side side = {.pc = pc, .what = a->what, .bytes = a->bytes};
    if (f->counts)
        sw_shared_add_site(*site, &side, sw_follow_is_always(a));
    return true;
}
