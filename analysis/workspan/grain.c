#include "analysis/workspan/grain.h"

#include "analysis/workspan/bounds.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Of our scheduler, in instructions: what is counted of spawns, and what is not of loops; and, in ns, where nobody has measured:
 * OpenCilk's are about the same. */
static const struct sw_spawn_costs in_instructions = {60, 40, 150, 60}, usual = {8, 10, 30, 8};

#define CHUNKS_A_PROCESSOR 8 /* of a loop without a pragma: Cilk's rule */

static bool is_time(const struct sw_profile *p)
{
    return !strcmp(p->unit, "ns");
}

static double measured(uint64_t ps, double else_ns)
{
    return ps ? (double)ps / 1000 : else_ns;
}

struct sw_spawn_costs sw_spawn_costs(const struct sw_profile *p)
{
    const struct sw_circumstances *c = &p->circumstances;
    if (!is_time(p))
        return in_instructions;
    struct sw_spawn_costs costs = {.spawn = measured(c->spawn_cost_ps, usual.spawn),
                                   .piece = measured(c->piece_cost_ps, usual.piece),
                                   .loop = measured(c->loop_cost_ps, usual.loop)};
    double dense = p->whole.spawns ? (double)c->spawns_beside / (double)p->whole.spawns : 0;
    costs.in_work = costs.spawn * (1 - fmin(dense, 1));
    return costs;
}

/* The loops' part of the spawns as they were profiled, and what dividing them costs. */
static double loops_on(const struct sw_profile *p, const struct sw_spawn_costs *costs,
                       double processors, double *spawns)
{
    double sum = 0;
    *spawns = 0;
    for (size_t i = 0; i < p->n_sites; i++) {
        const struct sw_site *site = &p->sites[i];
        double pieces = (double)site->on_work.local.count,
               loops = (double)site->on_work.top_site.count;
        if (site->kind != SW_SITE_LOOP || pieces <= loops)
            continue;
        *spawns += pieces - loops;
        if (!(site->flags & SW_SITE_OWN_GRAIN))
            pieces = fmin(pieces, loops * CHUNKS_A_PROCESSOR * processors);
        sum += pieces * costs->piece + loops * costs->loop;
    }
    return sum;
}

struct sw_grain sw_grain_on(const struct sw_profile *p, uint64_t processors)
{
    struct sw_spawn_costs costs = sw_spawn_costs(p);
    const struct sw_circumstances *c = &p->circumstances;
    const struct sw_figures *whole = &p->whole;
    double in_loops, loops = loops_on(p, &costs, (double)processors, &in_loops);
    double spawns = fmax((double)whole->spawns - in_loops, 0);
    double cost = spawns * costs.spawn;
    struct sw_grain grain = {.spawning = cost + loops};
    grain.work =
        (double)whole->work + spawns * (costs.spawn - costs.in_work) + (c->workers > 1 ? 0 : loops);
    if (c->unprofiled_work) /* that is what one worker takes */
        grain.work = (double)c->unprofiled_work;
    grain.spawning = fmin(grain.spawning, grain.work * 0.99);
    return grain;
}

/* No more than one processor takes: who has nothing to gain by steals does not go on with them. */
static double time_on(double work, double span, double processors)
{
    return fmin(sw_greedy_time(work, span, processors), work);
}

/* The geometric mean over numbers of processors. */
static double mean_gain(const struct sw_profile *p, double spawning, double span)
{
    double logs = 0, n = 0, burdened = (double)p->whole.burdened_span;
    for (double processors = 1; processors <= SW_TYPICAL_PROCESSORS; processors *= 2, n++) {
        struct sw_grain grain = sw_grain_on(p, (uint64_t)processors);
        if (grain.work <= 0)
            return 1;
        logs += log(time_on(grain.work, burdened, processors) /
                    time_on(grain.work - spawning * grain.spawning, span, processors));
    }
    return exp(logs / n);
}

double sw_grain_gain(const struct sw_profile *p)
{
    return mean_gain(p, 1, (double)p->whole.span);
}

double sw_relief_gain(const struct sw_profile *p, uint64_t relief)
{
    double burdened = (double)p->whole.burdened_span;
    return mean_gain(p, 0, burdened - fmin((double)relief, burdened));
}
