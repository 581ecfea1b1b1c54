#include "collect/gather.h"
#include "collect/clock.h"
#include "collect/front_end.h"
#include "collect/memory.h"
#include "collect/modules.h"
#include "collect/perf_warnings.h"
#include "collect/tree.h"

static void describe(struct sw_profile *profile, const struct sw_live *live)
{
    profile->started_unix = live->started_unix;
    profile->circumstances.forks = atomic_load(&live->forks);
    profile->circumstances.memory = live->arena.used;
    if (!live->ended)
        profile->flags |= SW_PROFILE_INCOMPLETE;
    if (*live->trouble)
        sw_profile_warn(profile, "%.*s", (int)sizeof live->trouble, live->trouble);
    sw_perf_warnings(profile, live);
    sw_clock_warn(profile, SW_CLOCK_SOURCE);
}

static int gather(struct sw_profile *profile, struct sw_live *live, bool careful)
{
    const struct sw_gatherer *front_end = sw_gatherer_find(live);
    profile->front_end = front_end->kind;
    int error = sw_modules_gather(profile, live);
    if (!error)
        error = sw_memory_gather(profile, live);
    if (!error)
        error = front_end->gather(profile, live, careful);
    describe(profile, live);
    if (!error && front_end->warn)
        front_end->warn(profile, live);
    return error;
}

int sw_gather(struct sw_profile *profile, struct sw_live *live, bool careful)
{
    int error = gather(profile, live, careful);
    if (error || !atomic_load(&live->tree))
        return error;
    if (!careful)
        return sw_gather_tree(profile, live);
    sw_profile_warn(profile, "the program was killed while recording: the program tree is lost");
    return 0;
}
