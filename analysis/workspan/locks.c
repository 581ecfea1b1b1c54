#include "analysis/workspan/locks.h"
#include "analysis/workspan/sites.h"
#include "engine/runtime_cost.h"
#include "profile/whose.h"

double sw_lock_bound(const struct sw_profile *p, const struct sw_lock *lock)
{
    return lock->most ? (double)p->whole.work / (double)lock->most : INFINITY;
}

double sw_locks_held(const struct sw_profile *p)
{
    double held = 0;
    for (size_t i = 0; i < p->n_locks; i++)
        if (p->locks[i].most > p->locks[i].alone) /* else nobody ever waits */
            held += (double)(p->locks[i].held - p->locks[i].alone);
    return held;
}

double sw_locks_longest(const struct sw_profile *p)
{
    double longest = 0;
    for (size_t i = 0; i < p->n_locks; i++)
        if (p->locks[i].most > p->locks[i].alone)
            longest = fmax(longest, (double)p->locks[i].most);
    return longest;
}

/* Who comes back for it has done its part of all else meanwhile. */
static double hand_over_ns(const struct sw_profile *p, const struct sw_lock *lock)
{
    const struct sw_circumstances *c = &p->circumstances;
    const struct sw_lock_costs costs = {.hand_over = c->hand_over_ps,
                                        .hand_over_back = c->hand_over_back_ps,
                                        .section = c->lock_section_ps,
                                        .hand_over_empty = c->hand_over_empty_ps};
    double else_ns = fmax(0, (double)p->whole.work - (double)lock->most) / (double)lock->taken;
    return (double)sw_hand_over_cost(&costs, 1000 * lock->held / lock->taken,
                                     (uint64_t)(1000 * else_ns)) /
           1000;
}

double sw_locks_handed_over(const struct sw_profile *p)
{
    double longest = sw_locks_longest(p);
    for (size_t i = 0; p->circumstances.hand_over_ps && i < p->n_locks; i++) {
        const struct sw_lock *lock = &p->locks[i];
        double times =
            lock->held ? (double)lock->taken * (double)lock->most / (double)lock->held : 0;
        if (lock->most > lock->alone && lock->taken)
            longest = fmax(longest, (double)lock->most + times * hand_over_ns(p, lock));
    }
    return longest;
}

struct sw_speedup sw_program_bounds(const struct sw_profile *p, uint64_t processors)
{
    struct sw_figures whole = p->whole;
    double upper = INFINITY;
    whole.burdened_span += (uint64_t)sw_locks_held(p);
    for (size_t i = 0; i < p->n_locks; i++)
        upper = fmin(upper, sw_lock_bound(p, &p->locks[i]));
    struct sw_speedup bounds = sw_speedup_bounds(&whole, processors);
    bounds.upper = isnan(bounds.upper) ? NAN : fmin(bounds.upper, fmax(upper, 1));
    bounds.lower = isnan(bounds.lower) ? NAN : fmin(bounds.lower, bounds.upper);
    return bounds;
}

const struct sw_lock_site *sw_lock_first_site(const struct sw_profile *p, size_t lock)
{
    return SW_FIRST(site, p->lock_sites, p->n_lock_sites, site->lock == lock);
}

const struct sw_place *sw_lock_place(const struct sw_lock_site *site)
{
    return sw_place_of_reader(&site->place);
}

struct sw_sentence *sw_lock_say(const struct sw_lock *lock)
{
    return SW_SAY(LOCK_NAMED, lock->n_locks > 1 ? lock->n_locks : 1, lock->name);
}
