#include "analysis/workspan/locks.h"
#include "analysis/workspan/sites.h"

#include <math.h>
#include <stdio.h>

double sw_lock_bound(const struct sw_profile *p, const struct sw_lock *lock)
{
    return lock->most ? (double)p->whole.work / (double)lock->most : INFINITY;
}

struct sw_speedup sw_program_bounds(const struct sw_profile *p, uint64_t processors)
{
    struct sw_figures whole = p->whole;
    double upper = INFINITY;
    for (size_t i = 0; i < p->n_locks; i++) {
        const struct sw_lock *lock = &p->locks[i];
        if (lock->most > lock->alone) /* else nobody ever waits */
            whole.burdened_span += lock->held - lock->alone;
        upper = fmin(upper, sw_lock_bound(p, lock));
    }
    struct sw_speedup bounds = sw_speedup_bounds(&whole, processors);
    bounds.upper = isnan(bounds.upper) ? NAN : fmin(bounds.upper, fmax(upper, 1));
    bounds.lower = isnan(bounds.lower) ? NAN : fmin(bounds.lower, bounds.upper);
    return bounds;
}

const struct sw_lock_site *sw_lock_first_site(const struct sw_profile *p, size_t lock)
{
    for (size_t i = 0; i < p->n_lock_sites; i++)
        if (p->lock_sites[i].lock == lock)
            return &p->lock_sites[i];
    return NULL;
}

const struct sw_place *sw_lock_place(const struct sw_lock_site *site)
{
    const struct sw_place *place = &site->place;
    while (place && !sw_file_is_readers(place->file))
        place = place->inlined_into;
    return place ? place : &site->place;
}

char *sw_lock_name(const struct sw_lock *lock, char *buffer)
{
    if (lock->n_locks > 1 && *sw_string(lock->name))
        snprintf(buffer, SW_LOCK_NAME, "one of the locks '%.200s'", lock->name);
    else if (lock->n_locks > 1)
        snprintf(buffer, SW_LOCK_NAME, "one of %llu locks", (unsigned long long)lock->n_locks);
    else if (*sw_string(lock->name))
        snprintf(buffer, SW_LOCK_NAME, "the lock '%.200s'", lock->name);
    else
        snprintf(buffer, SW_LOCK_NAME, "a lock");
    return buffer;
}
