#include "tool/measure/pace.h"
#include "analysis/findings/findings.h"
#include "base/processors.h"
#include "collect/collect.h"
#include "console/progress.h"
#include "tool/common/numbered.h"
#include "tool/measure/launch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

uint64_t sw_pace_time(const struct sw_profiling *p, uint64_t threads, uint64_t limit_ns,
                      const struct sw_child_end *first)
{
    struct sw_child_end end;
    char number[24];
    char **numbered = sw_numbered(p->argv, threads);
    const char *const told[] = {p->front_end->threads_in, number, "OMP_WAIT_POLICY", "passive",
                                NULL};
    snprintf(number, sizeof number, "%" PRIu64, threads);
    sw_progress("a real run");
    bool fine =
        sw_child_again(numbered ? numbered : p->argv,
                       p->front_end->threads_in ? told : p->unprofiled, limit_ns, first, &end);
    sw_progress_erase();
    sw_numbered_release(numbered);
    return fine ? end.cpu_ns : UINT64_MAX;
}

static bool spins(const struct sw_profile *p)
{
    for (size_t i = 0; i < p->n_constructs; i++)
        if (p->constructs[i].kind == SW_CONSTRUCT_SPIN)
            return true;
    return false;
}

static bool is_worth_while(const struct sw_profiling *p, uint64_t one,
                           const struct sw_child_end *first)
{
    struct sw_launch launch;
    const struct sw_profile *profile = p->n_profiles == 1 ? p->profiles : NULL;
    if (!p->front_end->has_only_regions || p->options.meter != SW_METER_TIME || !one || !profile ||
        profile->n_simulations != 1 || p->receiver.n_received != 1)
        return false;
    uint64_t n = profile->simulations->processors;
    return n > 1 && !p->options.force_threads && !p->options.memory &&
           !(profile->flags & SW_PROFILE_INCOMPLETE) && one >= SW_SHORT_RUN_NS &&
           (double)profile->whole.work > SW_PACE_SLIGHT * (double)one &&
           (n <= sw_processors() || !spins(profile)) && !WIFSIGNALED(first->status) &&
           !sw_launch_find(&launch);
}

/* With native_ns; what was collected stays if that should fail. */
static bool collect_again(struct sw_profiling *p)
{
    struct sw_profile *before = p->profiles;
    p->profiles = NULL;
    p->n_profiles = 0;
    sw_profiling_collect(p, before->status);
    bool done = p->n_profiles == 1;
    if (done) {
        sw_profile_release(before);
        free(before);
    } else {
        free(p->profiles);
        p->profiles = before;
        p->n_profiles = 1;
    }
    return done;
}

enum sw_paced sw_pace_openmp(struct sw_profiling *p, uint64_t one, uint64_t limit_ns,
                             const struct sw_child_end *first)
{
    if (!is_worth_while(p, one, first))
        return SW_PACE_RIGHT;
    uint64_t n = p->profiles->simulations->processors,
             native = limit_ns ? sw_pace_time(p, n, limit_ns, first) : UINT64_MAX;
    if (native == UINT64_MAX)
        return SW_PACE_UNTIMED;
    p->options.native_ns = native > one ? native : one;
    if ((double)p->profiles->whole.work < SW_PACE_SLIGHT * (double)p->options.native_ns)
        return SW_PACE_RIGHT;
    return collect_again(p) ? SW_PACE_PUT_RIGHT : SW_PACE_RIGHT;
}
