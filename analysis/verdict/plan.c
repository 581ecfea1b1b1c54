/* What to do, and in which order: the verdict's cause first, then what gains most when that is gone, and so on. */
#include "analysis/simulation/simulation.h"
#include "analysis/verdict/verdict_parts.h"
#include "analysis/workspan/sites.h"

#define MORE 1.05 /* times as fast as before: less is no step */

double sw_verdict_speedup_without(const struct sw_verdict *v, unsigned set, bool *is_bound)
{
    double now = v->speedup, most = (double)v->processors, lost = 0, without;
    double slowdown = v->memory.is_known ? v->memory.bandwidth.slowdown : 1, emulated;
    bool has_memory = set >> SW_WHY_MEMORY & 1;
    emulated = v->times_as_fast[set % SW_WHY_SETS];
    *is_bound = !(emulated > 0);
    if (emulated > 0) { /* without memory: T(N) is less by that */
        double time = 1 / (now * slowdown) / emulated;
        without = 1 / (time + (has_memory ? 0 : (1 - 1 / slowdown) / now));
        most = slowdown > 1 && !has_memory ? fmin(most, v->memory.bandwidth.most) : most;
    } else {
        for (size_t i = 0; i < v->n_losses; i++)
            lost += set >> v->losses[i].cause & 1 ? v->losses[i].lost : 0;
        without = lost < 1 ? now / (1 - lost) : INFINITY;
    }
    if (set >> SW_WHY_GRAIN & 1 && isfinite(without))
        return without; /* one core pays for that, too */
    return fmax(now, fmin(without, most));
}

/* The cause that gains most when those of the set are gone. False: none gains. */
static bool next_step(const struct sw_verdict *v, unsigned set, struct sw_verdict_step *step)
{
    const struct sw_verdict_step *last = &v->steps[v->n_steps - 1];
    double most = MORE * last->speedup;
    for (size_t i = 0; i < v->n_losses; i++) {
        enum sw_why cause = v->losses[i].cause;
        bool is_bound;
        double speedup = sw_verdict_speedup_without(v, set | 1u << cause, &is_bound);
        if (set >> cause & 1 || !(speedup > most))
            continue;
        most = speedup;
        *step = (struct sw_verdict_step){cause, speedup,
                                         is_bound || last->is_bound || v->losses[i].is_bound, NULL};
    }
    return most > MORE * last->speedup;
}

/* In the order of the sentence. */
enum remedy {
    RUN_IN_PARALLEL,
    DIVIDE_AMONG_ALL,
    MORE_PIECES,
    MORE_THREADS,
    PARTS_IN_PARALLEL,
    DYNAMIC,
    DYNAMIC_IF_LOOP,
    SMALLER_CHUNKS,
    NO_SECTIONS,
    EQUAL_SHARES,
    EQUAL_PIECES,
    LARGER_CHUNKS,
    FEWER_REGIONS,
    FEWER_BARRIERS,
    LARGER_TASKS,
    LARGER_PIECES,
    FEWER_LOCKS,
    KEEP_THREADS,
    FEWER_WAKES,
    REDUCTION,
    LESS_IN_ORDER,
    SHORTER_LOCK,
    APART,
    BLOCKING,
    STAY_ON_CORE,
};

/* Of two constructs of one line, the one that a remedy is about: a region with a loop is that loop; else what more is lost to. */
static bool is_better(const struct sw_construct *c, const struct sw_construct *than)
{
    bool is_region = c->kind == SW_CONSTRUCT_PARALLEL,
         was_region = than->kind == SW_CONSTRUCT_PARALLEL;
    if (is_region != was_region)
        return was_region;
    return c->wait + c->lock_wait + c->overhead > than->wait + than->lock_wait + than->overhead;
}

/* What is at a place: its construct in the run that the verdict is of; NULL: none, or not a simulated run. */
static const struct sw_construct *construct_at(const struct sw_profile *p,
                                               const struct sw_verdict_place *at)
{
    const struct sw_simulation *s = p->n_simulations ? sw_profile_chief(p) : NULL;
    const struct sw_construct *found = NULL;
    for (uint32_t i = 1; s && at->line && i < s->n; i++) {
        const struct sw_construct *c = &p->constructs[s->first + i];
        const struct sw_site *site = sw_construct_site(p, c);
        if (site && site->caller_place.line == at->line &&
            !strcmp(sw_string(site->caller_place.file), at->file) &&
            (!found || is_better(c, found)))
            found = c;
    }
    return found;
}

static enum remedy of_imbalance(const struct sw_construct *c)
{
    switch (c ? c->kind : SW_CONSTRUCT_KINDS) {
    case SW_CONSTRUCT_LOOP:
        return c->schedule == SW_SCHEDULE_GUIDED    ? SMALLER_CHUNKS
               : c->schedule != SW_SCHEDULE_DYNAMIC ? DYNAMIC
               : c->chunk > 1                       ? SMALLER_CHUNKS
                                                    : EQUAL_PIECES;
    case SW_CONSTRUCT_PARALLEL:
        return DYNAMIC_IF_LOOP;
    case SW_CONSTRUCT_SECTIONS:
        return NO_SECTIONS;
    case SW_CONSTRUCT_THREAD:
    case SW_CONSTRUCT_JOIN:
        return EQUAL_SHARES;
    default:
        return EQUAL_PIECES;
    }
}

static enum remedy of_grain(const struct sw_construct *c)
{
    switch (c ? c->kind : SW_CONSTRUCT_KINDS) {
    case SW_CONSTRUCT_LOOP:
        return c->schedule == SW_SCHEDULE_DYNAMIC || c->schedule == SW_SCHEDULE_GUIDED
                   ? LARGER_CHUNKS
                   : FEWER_REGIONS;
    case SW_CONSTRUCT_PARALLEL:
        return FEWER_REGIONS;
    case SW_CONSTRUCT_BARRIER:
    case SW_CONSTRUCT_REDUCTION:
    case SW_CONSTRUCT_SINGLE:
        return FEWER_BARRIERS;
    case SW_CONSTRUCT_TASK:
    case SW_CONSTRUCT_TASKLOOP:
        return LARGER_TASKS;
    case SW_CONSTRUCT_CRITICAL:
    case SW_CONSTRUCT_LOCK:
        return FEWER_LOCKS;
    case SW_CONSTRUCT_THREAD:
        return KEEP_THREADS;
    case SW_CONSTRUCT_JOIN:
    case SW_CONSTRUCT_CONDITION:
    case SW_CONSTRUCT_SEMAPHORE:
    case SW_CONSTRUCT_FUTEX:
        return FEWER_WAKES;
    default:
        return LARGER_PIECES;
    }
}

static enum remedy of_contention(const struct sw_construct *c, const struct sw_verdict_place *at)
{
    if (at && at->form == SW_FORM_SHARED)
        return APART;
    return !c                                 ? SHORTER_LOCK
           : c->kind == SW_CONSTRUCT_CRITICAL ? REDUCTION
           : c->kind == SW_CONSTRUCT_ORDERED  ? LESS_IN_ORDER
                                              : SHORTER_LOCK;
}

/* What may be done about a loss, where it is. */
static enum remedy remedy_of(const struct sw_profile *p, const struct sw_verdict_loss *loss)
{
    static const enum remedy of_parallelism[SW_FORMS] = {[SW_FORM_ALONE] = DIVIDE_AMONG_ALL,
                                                         [SW_FORM_FEW] = MORE_PIECES,
                                                         [SW_FORM_THREADS] = MORE_THREADS,
                                                         [SW_FORM_CHAIN] = PARTS_IN_PARALLEL,
                                                         [SW_FORM_REPEATED] = DIVIDE_AMONG_ALL};
    const struct sw_verdict_place *at = loss->n_places ? &loss->places[0] : NULL;
    const struct sw_construct *c = at ? construct_at(p, at) : NULL;
    switch (loss->cause) {
    case SW_WHY_IMBALANCE:
        return of_imbalance(c);
    case SW_WHY_GRAIN:
        return of_grain(c);
    case SW_WHY_CONTENTION:
        return of_contention(c, at);
    case SW_WHY_MEMORY:
        return at && at->form == SW_FORM_MOVED ? STAY_ON_CORE : BLOCKING;
    default:
        return of_parallelism[at ? at->form : SW_FORM_NONE]; /* else: run it in parallel */
    }
}

int sw_verdict_plan(struct sw_verdict *v, const struct sw_profile *p)
{
    const struct sw_verdict_loss *first = &v->losses[0];
    if (v->cause >= SW_WHY_CAUSES || !(first->speedup_without > MORE * v->speedup))
        return 0;
    struct sw_verdict_step step = {first->cause, first->speedup_without, first->is_bound, NULL};
    unsigned set = 0;
    do {
        step.remedy =
            sw_sentence_take(SW_SAY(REMEDY, remedy_of(p, sw_verdict_loss_of(v, step.cause))));
        if (!step.remedy)
            return -ENOMEM;
        v->steps[v->n_steps++] = step;
        set |= 1u << step.cause;
    } while (next_step(v, set, &step));
    return 0;
}
