#include "tool/measure/spawn_cost.h"

#include "analysis/findings/units.h"
#include "analysis/workspan/bounds.h"
#include "tool/front_ends/front_end.h"
#include "tool/measure/machine_here.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const spawn[] = {"spawn", NULL}, *const loop[] = {"loop", NULL},
                         *const busy[] = {"busy", NULL};
static const char *const one_worker[] = {"CILK_NWORKERS", "1", NULL};

const struct sw_helper sw_spawn_cost_helper = {"cilk-costs", spawn, one_worker, 2000};
static const struct sw_helper loop_helper = {"cilk-costs", loop, one_worker, 2000};
static const struct sw_helper busy_helper = {"cilk-costs", busy, one_worker, 2000};

struct costs {
    double spawn, busy_spawn, piece, loop; /* in ns; 0: it could not be measured */
};

static double figure(const char *text, const char *name)
{
    const char *at = strstr(text, name);
    double ns;
    return at && sscanf(at + strlen(name), " = %lf", &ns) == 1 && ns > 0 ? ns : 0;
}

/* Once, for all profiles of a run. */
static struct costs measured_ns(void)
{
    static bool asked;
    static struct costs ns;
    char text[256];
    if (!asked && sw_helper_run(&sw_spawn_cost_helper, text, sizeof text))
        ns.spawn = figure(text, "spawn_ns");
    if (!asked && sw_helper_run(&busy_helper, text, sizeof text))
        ns.busy_spawn = figure(text, "busy_spawn_ns");
    if (!asked && sw_helper_run(&loop_helper, text, sizeof text)) {
        ns.piece = figure(text, "piece_ns");
        ns.loop = figure(text, "loop_ns");
    }
    asked = true;
    return ns;
}

void sw_spawn_cost_note(struct sw_profile *profile)
{
    struct sw_circumstances *c = &profile->circumstances;
    if (profile->front_end != SW_FRONT_END_CILK || strcmp(profile->unit, "ns") ||
        !sw_has_short_strands(profile) || !sw_front_end_is_parallel(profile->program))
        return;
    struct costs ns = measured_ns();
    c->spawn_cost_ps = sw_rounded(ns.spawn * 1000);
    c->spawn_least_ps = sw_rounded(fmin(ns.spawn, ns.busy_spawn) * 1000);
    c->piece_cost_ps = sw_rounded(ns.piece * 1000);
    c->loop_cost_ps = sw_rounded(ns.loop * 1000);
}

void sw_steal_cost_note(struct sw_profile *profile)
{
    struct sw_machine machine;
    char why[512];
    if (profile->front_end != SW_FRONT_END_CILK || strcmp(profile->unit, "ns"))
        return;
    if (!sw_machine_here(&machine, SW_MACHINE_OVERHEADS, false, why, sizeof why))
        profile->circumstances.steal_cost_ps = sw_rounded(machine.overheads.steal * 1000);
    sw_machine_release(&machine);
}
