#include "analysis/predict/costs.h"

#include "analysis/simulation/simulation.h"
#include "analysis/workspan/grain.h"

#define SAME 0.05 /* T(1) emulated and simulated: of the same doings */

bool sw_profile_is_cilk(const struct sw_profile *p)
{
    return p->front_end == SW_FRONT_END_CILK || p->front_end == SW_FRONT_END_OPENCILK;
}

bool sw_profile_is_openmp(const struct sw_profile *p)
{
    return p->front_end == SW_FRONT_END_OPENMP;
}

/* As the profile's simulations had it. A static share is found by the program's own code. */
static bool take_simulated(struct sw_overheads *o, const struct sw_profile *p)
{
    static const struct sw_omp_costs nothing;
    if (!sw_profile_is_openmp(p) || !p->n_simulations ||
        !memcmp(&p->simulations->costs, &nothing, sizeof nothing))
        return false;
    sw_overheads_take(o, &p->simulations->costs);
    o->chunk_static = 0;
    return true;
}

/* That of one worker is in the work. */
static void take_locks(struct sw_overheads *o, const struct sw_circumstances *c)
{
    o->lock_moved = (double)c->lock_moved_ps / 1000;
    o->hand_over = (double)c->hand_over_ps / 1000;
    o->hand_over_back = (double)c->hand_over_back_ps / 1000;
    o->hand_over_empty = (double)c->hand_over_empty_ps / 1000;
    o->section = (double)c->lock_section_ps / 1000;
}

/* Of a spawn, what is beside the work. A steal costs what was measured; where nobody has, the burden of the profile. */
static bool take_spawns(struct sw_overheads *o, const struct sw_profile *p, bool is_given)
{
    struct sw_spawn_costs costs = sw_spawn_costs(p);
    if (!sw_profile_is_cilk(p))
        return false;
    o->spawn =
        is_given ? o->spawn * (1 - costs.in_work / costs.spawn) : costs.spawn - costs.in_work;
    if (!is_given)
        o->piece = costs.piece;
    if (!is_given && p->circumstances.steal_cost_ps)
        o->steal = (double)p->circumstances.steal_cost_ps / 1000;
    if (!is_given && o->steal <= 0)
        o->steal = (double)p->burden;
    if (!is_given && p->circumstances.hand_over_ps)
        take_locks(o, &p->circumstances);
    return !is_given;
}

bool sw_overheads_of_profile(struct sw_overheads *o, const struct sw_profile *p,
                             const struct sw_overheads *machine, bool is_given)
{
    *o = machine ? *machine : (struct sw_overheads){0};
    bool has_spawns = take_spawns(o, p, is_given);
    return (!is_given && take_simulated(o, p)) || has_spawns;
}

int sw_profile_one(struct sw_emulation *one, const struct sw_profile *p,
                   const struct sw_program_tree *tree, const struct sw_emulation_options *options,
                   bool *is_simulated)
{
    struct sw_emulation_options written = *options;
    bool is_openmp = sw_profile_is_openmp(p);
    written.paradigm = is_openmp ? SW_PARADIGM_OMP : SW_PARADIGM_CILK;
    written.schedule = SW_SECTION_ANY;
    written.chunk = 0;
    written.override = false;
    *is_simulated = false;
    int error = sw_emulate_one(tree, &written, !is_openmp && !sw_profile_is_cilk(p), one);
    if (error || !is_openmp || !p->n_simulations || !sw_simulation_has_one(p, p->simulations))
        return error;
    double simulated = sw_simulation_one(p, p->simulations);
    if (fabs(one->time - simulated) <= SAME * simulated)
        return 0;
    sw_emulation_release(one);
    *one = (struct sw_emulation){.work = simulated, .time = simulated, .one = simulated};
    *is_simulated = true;
    return 0;
}
