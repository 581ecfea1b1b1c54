#include "collect/trails.h"
#include "live/live.h"

#include <errno.h>
#include <stdlib.h>

_Static_assert((int)SW_TRAIL_CALLS == SW_CALLS_MOST, "all calls of a trail are in the profile");

int sw_trails_add(struct sw_profile *p, const struct sw_live *live, uint64_t of)
{
    const struct sw_trail *from = sw_trail_find(live->trails, of);
    if (!from || sw_profile_calls(p, of))
        return 0;
    struct sw_calls *more = reallocarray(p->calls, p->n_calls + 1, sizeof *more);
    if (!more)
        return -ENOMEM;
    p->calls = more;
    more += p->n_calls++;
    *more = (struct sw_calls){.of = of, .is_frame = from->is_frame, .offset = from->offset};
    while (more->n < SW_CALLS_MOST && from->calls[more->n]) {
        more->addresses[more->n] = from->calls[more->n];
        more->places[more->n++] =
            (struct sw_place){.function = sw_profile_empty, .file = sw_profile_empty};
    }
    return 0;
}
