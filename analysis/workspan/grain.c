#include "analysis/workspan/grain.h"

#include "analysis/workspan/bounds.h"

/* Of our scheduler, in instructions: what is counted of spawns, and what is not of loops; and, in ns, where nobody has measured:
 * OpenCilk's are about the same. */
static const struct sw_spawn_costs
    in_instructions = {.spawn = 60, .spawn_least = 60, .piece = 40, .loop = 150, .in_work = 60},
    usual = {.spawn = 8, .spawn_least = 5, .piece = 10, .loop = 30, .in_work = 8};

#define CHUNKS_A_PROCESSOR 8 /* of a loop without a pragma: Cilk's rule */

static bool is_time(const struct sw_profile *p)
{
    return !strcmp(p->unit, "ns");
}

static double measured(uint64_t ps, double else_ns)
{
    return ps ? (double)ps / 1000 : else_ns;
}

/* Of spawns, the part whose cost is not in the work. */
static double beside(const struct sw_profile *p)
{
    if (!is_time(p) || !p->whole.spawns)
        return 0;
    return fmin((double)p->circumstances.spawns_beside / (double)p->whole.spawns, 1);
}

struct sw_spawn_costs sw_spawn_costs(const struct sw_profile *p)
{
    const struct sw_circumstances *c = &p->circumstances;
    if (!is_time(p))
        return in_instructions;
    struct sw_spawn_costs costs = {.spawn = measured(c->spawn_cost_ps, usual.spawn),
                                   .piece = measured(c->piece_cost_ps, usual.piece),
                                   .loop = measured(c->loop_cost_ps, usual.loop)};
    costs.spawn_least = fmin(measured(c->spawn_least_ps, usual.spawn_least), costs.spawn);
    costs.in_work = costs.spawn * (1 - beside(p));
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

/* What one worker really takes; 0: nobody has looked. */
static double one_worker(const struct sw_profile *p)
{
    const struct sw_circumstances *c = &p->circumstances;
    if (!is_time(p))
        return 0;
    return (double)(c->unprofiled_work ? c->unprofiled_work : c->one_worker);
}

/* What spawns cost that are no pieces of loops. */
static double of_spawns(const struct sw_profile *p, const struct sw_spawn_costs *costs,
                        double in_loops)
{
    return fmax((double)p->whole.spawns - in_loops, 0) * costs->spawn;
}

static double part_of(double spawning, double work)
{
    return fmin(fmax(spawning, 0), work * 0.99);
}

/* A processor does other things while it spawns, if there are any. So spawns cost no less than beside a computation, and what
 * they cost by themselves at most; and the work without them is no less than the profile has it. */
struct sw_grain sw_grain_on(const struct sw_profile *p, uint64_t processors)
{
    struct sw_spawn_costs costs = sw_spawn_costs(p);
    double in_loops, loops_on_one = loops_on(p, &costs, 1, &in_loops);
    double loops = loops_on(p, &costs, (double)processors, &in_loops);
    double cost = of_spawns(p, &costs, in_loops), one = one_worker(p);
    double least = cost * (costs.spawn > 0 ? costs.spawn_least / costs.spawn : 1);
    double work = (double)p->whole.work;
    struct sw_grain grain = {work + beside(p) * cost, cost + loops, least + loops};
    if (one > 0) {
        grain.work = one + loops - loops_on_one;
        double without = fmin(work, one) - (1 - beside(p)) * cost;
        grain.spawning = grain.work - fmax(without, one - cost - loops_on_one);
        grain.spawning_least = fmin(grain.spawning, least + loops);
    } else if (p->circumstances.workers <= 1) {
        grain.work += loops;
    }
    grain.spawning = part_of(grain.spawning, grain.work);
    grain.spawning_least = part_of(grain.spawning_least, grain.work);
    return grain;
}

enum sw_grain_promise sw_grain_promise(const struct sw_profile *p)
{
    struct sw_spawn_costs costs = sw_spawn_costs(p);
    double in_loops, loops = loops_on(p, &costs, 1, &in_loops);
    bool is_known = one_worker(p) > 0 || !is_time(p);
    if (of_spawns(p, &costs, in_loops) > loops)
        return is_known ? SW_GRAIN_LEAST : SW_GRAIN_ABOUT;
    return is_known ? SW_GRAIN_ABOUT : SW_GRAIN_MOST;
}

/* No more than one processor takes: who has nothing to gain by steals does not go on with them. */
static double time_on(double work, double span, double processors)
{
    return fmin(sw_greedy_time(work, span, processors), work);
}

/* The geometric mean over numbers of processors. */
double sw_grain_gain(const struct sw_profile *p)
{
    double logs = 0, n = 0, burdened = (double)p->whole.burdened_span;
    for (double processors = 1; processors <= SW_TYPICAL_PROCESSORS; processors *= 2, n++) {
        struct sw_grain grain = sw_grain_on(p, (uint64_t)processors);
        if (grain.work <= 0)
            return 1;
        logs += log(time_on(grain.work, burdened, processors) /
                    time_on(grain.work - grain.spawning, (double)p->whole.span, processors));
    }
    return exp(logs / n);
}
