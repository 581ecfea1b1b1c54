#include "tool/measure/spawn_cost.h"

#include "analysis/findings/units.h"
#include "analysis/workspan/bounds.h"
#include "tool/front_ends/front_end.h"

#include <stdio.h>
#include <string.h>

static const char *const spawn[] = {"spawn", NULL};
static const char *const one_worker[] = {"CILK_NWORKERS", "1", NULL};

const struct sw_helper sw_spawn_cost_helper = {"cilk-costs", spawn, one_worker, 2000};

/* Once, for all profiles of a run; 0: it could not be measured. */
static double measured_ns(void)
{
    static bool asked;
    static double ns;
    char text[256];
    if (!asked && (!sw_helper_run(&sw_spawn_cost_helper, text, sizeof text) ||
                   sscanf(text, "spawn_ns = %lf", &ns) != 1))
        ns = 0;
    asked = true;
    return ns;
}

void sw_spawn_cost_note(struct sw_profile *profile)
{
    if (profile->front_end != SW_FRONT_END_CILK || strcmp(profile->unit, "ns") ||
        !sw_has_short_strands(profile) || !sw_front_end_is_parallel(profile->program))
        return;
    profile->circumstances.spawn_cost_ps = sw_rounded(measured_ns() * 1000);
}
