#include "runtime/budget.h"
#include "runtime/patch.h"
#include "runtime/site.h"

#define GRACE_NS 20000000 /* a program of 20 ms may cost what it likes */
#define REAL     8        /* what an event may really cost, over the calibrated cost */
#define NOTHING  20       /* a call shorter than so many events "costs next to nothing" */

static bool may_go(const struct sw_live_function *f, uint64_t call_cost)
{
    if (f->spawns || f->left_out || !(f->n_sleds | f->hooks) || f->calls == f->calls_before)
        return false;
    /* Without samples it always leaves by a jump to another function: a step of an interpreter. */
    return !f->samples || f->sampled_own / f->samples < NOTHING * call_cost;
}

/* The function with the most calls since the last look, of those that may be taken out. */
static struct sw_live_function *most_called(struct sw_live *live, uint64_t call_cost)
{
    struct sw_live_function *most = NULL;
    uint32_t n = atomic_load(&live->n_functions);
    for (uint32_t i = 2; i < n; i++) {
        struct sw_live_function *f = &live->functions[i];
        if (!may_go(f, call_cost))
            continue;
        if (!most || f->calls - f->calls_before > most->calls - most->calls_before)
            most = f;
    }
    return most;
}

/* Entries since the last look, of functions that may be taken out. */
static uint64_t count_calls(struct sw_live *live)
{
    uint64_t calls = 0;
    uint32_t n = atomic_load(&live->n_functions);
    for (uint32_t i = 2; i < n; i++) {
        struct sw_live_function *f = &live->functions[i];
        calls += f->spawns ? 0 : f->calls - f->calls_before;
    }
    return calls;
}

static void forget_calls(struct sw_live *live)
{
    uint32_t n = atomic_load(&live->n_functions);
    for (uint32_t i = 2; i < n; i++)
        live->functions[i].calls_before = live->functions[i].calls;
}

/* Takes functions out until what is left of this look's calls is within the budget. */
static void take_out(struct sw_live *live, uint64_t call_cost, uint64_t cost, uint64_t allowed)
{
    struct sw_live_function *f;
    while (cost > allowed && (f = most_called(live, call_cost))) {
        uint64_t saved = (f->calls - f->calls_before) * call_cost;
        /* A function that is a small part of the trouble is not called often: keep it. */
        if (saved * 50 < cost || sw_patch_function(live, f, false) < 0)
            break;
        f->left_out = SW_LEFT_OUT_BY_BUDGET;
        cost -= saved < cost ? saved : cost;
    }
}

void sw_budget_look(struct sw_live *live, struct sw_thread *t)
{
    uint64_t percent = live->options.budget_percent;
    if (!percent)
        return;
    sw_live_lock(live);
    uint64_t call_cost = 2 * (live->costs.note + live->costs.replay) / SW_COST_TICK;
    uint64_t real_cost = REAL * call_cost;
    uint64_t calls = count_calls(live);
    uint64_t work = t->strand.at.work;
    uint64_t grace = sw_live_to_ticks(live, GRACE_NS);
    t->entries += calls;
    if (t->entries * real_cost > (work + grace) * percent / 100)
        take_out(live, call_cost, calls * call_cost,
                 (work - t->work_before) * percent / 100 / REAL);
    t->work_before = work;
    forget_calls(live);
    sw_live_unlock(live);
}
