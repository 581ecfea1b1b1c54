/* The verdict of a profile: by its tree, where it has one that agrees with its simulated run; else by that run's findings, by
 * bounds, or by samples. */
#include "analysis/verdict/verdict.h"

#include "analysis/predict/costs.h"
#include "analysis/predict/tree_figures.h"
#include "analysis/simulation/simulation.h"
#include "analysis/verdict/verdict_parts.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/grain.h"
#include "analysis/workspan/locks.h"
#include "analysis/workspan/sites.h"
#include "base/order.h"
#include "base/text.h"

#define STEPS \
    ((uint64_t)1 << 23) /* of emulation, beside those for the tree's size: about a second */
#define A_NODE   16
#define ROUNDING 0.0005 /* of the processors' time */
#define AGREES   0.2    /* a tree's time and a simulation's: what they may differ by */
#define NEARLY   0.9 /* of the speedup without the cause: the first place alone is about all of it */
#define MORE     1.1 /* times as fast on one processor, too: less is not worth a word */

/* The speedups to expect by number of processors: the verdict's own one, on fewer and more, and on those that real runs had. */
enum { POWERS = 64, MANY = 64 };
#define MOST_TASKS 50000 /* of a tree that is emulated on all powers of two, too */

/* There is room for all that is told of any number of processors. */
static int allocate(struct sw_verdict *v, const struct sw_profile *p)
{
    v->expected = calloc(p->n_simulations + p->n_real + POWERS + 2, sizeof *v->expected);
    v->measured = calloc(p->n_real + 1, sizeof *v->measured);
    return v->expected && v->measured ? 0 : -ENOMEM;
}

static int compare_processors(const void *a, const void *b)
{
    const struct sw_verdict_speedup *x = a, *y = b;
    return SW_RISING(x->processors, y->processors);
}

static void expect_on(struct sw_verdict *v, uint64_t processors)
{
    for (size_t i = 0; i < v->n_expected; i++)
        if (v->expected[i].processors == processors)
            return;
    v->expected[v->n_expected++] = (struct sw_verdict_speedup){processors, v->speedup};
}

/* The verdict's own number, those of real runs, and powers of two. */
static void list_numbers(struct sw_verdict *v, const struct sw_profile *p, bool with_powers)
{
    expect_on(v, v->processors);
    for (size_t i = 0; i < p->n_real; i++)
        if (p->real[i].processors > 1)
            expect_on(v, p->real[i].processors);
    for (uint64_t n = 2; with_powers && n && (n <= MANY || n < v->processors); n *= 2)
        expect_on(v, n);
    qsort(v->expected, v->n_expected, sizeof *v->expected, compare_processors);
}

/* As they were simulated. */
static void expect_simulated(struct sw_verdict *v, const struct sw_profile *p)
{
    v->n_expected = 0;
    for (size_t i = 0; i < p->n_simulations; i++)
        if (p->simulations[i].processors > 1)
            v->expected[v->n_expected++] = (struct sw_verdict_speedup){
                p->simulations[i].processors, sw_simulation_speedup(p, &p->simulations[i])};
}

static bool is_small(const struct sw_program_tree *tree)
{
    SW_FREED struct sw_node_figures *figures = sw_tree_figures(tree, 0);
    return figures && figures[sw_program_tree_root(tree)].tasks <= MOST_TASKS;
}

/* By emulating the tree with these options, over T(1). */
static int expect_emulated(struct sw_verdict *v, const struct sw_profile *p,
                           const struct sw_emulation_options *options, double one)
{
    size_t n = 0;
    list_numbers(v, p, is_small(&p->tree));
    for (size_t i = 0; i < v->n_expected; i++) {
        struct sw_verdict_speedup s = v->expected[i];
        struct sw_emulation_options on = *options;
        struct sw_emulation e;
        on.processors = (unsigned)s.processors;
        if (s.processors != v->processors) {
            int failed = sw_emulate(&p->tree, &on, &e);
            if (failed == -ENOMEM)
                return failed;
            if (failed)
                continue; /* the budget is spent: fewer points */
            s.speedup = one / e.time;
            sw_emulation_release(&e);
        }
        v->expected[n++] = s;
    }
    v->n_expected = n;
    return 0;
}

/* By work and span alone: what a greedy scheduler takes where spawns cost what they do and steals on the critical path the burden; who
 * has nothing to gain by steals is left alone by them. And no less than one lock is held: of several, most find theirs free. */
static double bounded_time(double one, double work, double span, double locked, double processors)
{
    return fmax(locked, fmin(one, sw_greedy_time(work, span, processors)));
}

static void expect_bounded(struct sw_verdict *v, const struct sw_profile *p, double one,
                           double span, double locked)
{
    list_numbers(v, p, true);
    for (size_t i = 0; i < v->n_expected; i++)
        v->expected[i].speedup =
            one / bounded_time(one, one, span, locked, (double)v->expected[i].processors);
}

/* What the runtime costs, by what the profile was made with; and what of a spawn is in the work. */
static struct sw_overheads overheads_of(const struct sw_profile *p, double *in_work)
{
    struct sw_overheads overheads;
    sw_overheads_of_profile(&overheads, p, NULL, false);
    *in_work = sw_profile_is_cilk(p) ? sw_spawn_costs(p).in_work : 0;
    return overheads;
}

/* The shares are the simulation's, of work and of all that is lost: what the tree tells is to what that is lost. As far as it goes: if the
 * simulation has lost far more (threads that were late by chance), the rest is not known. */
#define MOST_TIMES 1.5
static void fit_shares(struct sw_verdict *v, const struct sw_simulation *s)
{
    double work = fmin(1, (double)s->work / ((double)s->processors * (double)s->time));
    sw_ledger_scale(v, v->work < 1 ? fmin(MOST_TIMES, (1 - work) / (1 - v->work)) : 1);
    v->work = work;
}

/* What was simulated is what is true; what the emulation tells is how much it changes. */
static int fill_by_tree(struct sw_verdict *v, const struct sw_profile *p,
                        const struct sw_findings *findings)
{
    double in_work;
    struct sw_overheads overheads = overheads_of(p, &in_work);
    struct sw_emulation_budget budget = {.steps = STEPS + A_NODE * p->tree.n_nodes};
    struct sw_emulation_options options = {.processors = (unsigned)v->processors,
                                           .paradigm = sw_profile_is_cilk(p) ? SW_PARADIGM_CILK
                                                                             : SW_PARADIGM_OMP,
                                           .overheads = &overheads,
                                           .budget = &budget};
    const struct sw_simulation *s = sw_simulation_on(p, v->processors);
    struct sw_tree_ledger ledger;
    int error = sw_tree_ledger_make(&ledger, &p->tree, &options, in_work);
    if (error)
        return error;
    if (s && fabs(ledger.time / (double)s->time - 1) > AGREES)
        return -ENODATA; /* the tree does not have all that decides */
    v->speedup = s ? sw_simulation_speedup(p, s) : ledger.one / ledger.time;
    v->certainty = SW_CERTAIN_SIMULATED;
    v->work = ledger.work;
    for (int c = 0; c < SW_WHY_CAUSES; c++) {
        const struct sw_tree_loss *entry = &ledger.entries[c];
        if (!(entry->lost > 0))
            continue;
        struct sw_verdict_loss *loss = sw_ledger_row(v, (enum sw_why)c);
        loss->lost = entry->lost;
        loss->is_bound = entry->is_bound;
        loss->is_simulated = true;
        loss->speedup_without = v->speedup * ledger.time / entry->time;
        if ((error = sw_verdict_take_entry(loss, p, findings, entry)))
            return error;
    }
    if (s && s->work)
        fit_shares(v, s);
    for (unsigned set = 0; set < SW_WHY_SETS; set++)
        v->times_as_fast[set] = ledger.times[set] > 0 ? ledger.time / ledger.times[set] : 0;
    budget.steps = STEPS + A_NODE * p->tree.n_nodes;
    return s ? 0 : expect_emulated(v, p, &options, ledger.one);
}

/* Without it, all of that time is what is left. */
static struct sw_verdict_loss *add_bound(struct sw_verdict *v, const struct sw_profile *p,
                                         enum sw_why cause, double one, double time, double without,
                                         const struct sw_finding *at)
{
    struct sw_verdict_loss *loss = sw_ledger_row(v, cause);
    loss->lost = (time - without) / time;
    loss->speedup_without = one / without;
    loss->n_all = at != NULL;
    if (at) {
        loss->places[loss->n_places] = sw_verdict_place_of(p, at, cause == SW_WHY_PARALLELISM);
        loss->places[loss->n_places++].lost = loss->lost;
    }
    return loss;
}

/* Where at least half of all pieces are made: by a spawn, or by a loop with all inside; NULL: there is no such place. */
static const struct sw_site *site_of_pieces(const struct sw_profile *p)
{
    const struct sw_site *most[2] = {NULL, NULL};
    uint64_t pieces[2] = {0};
    for (size_t i = 0; i < p->n_sites; i++) {
        const struct sw_site *site = &p->sites[i];
        bool is_loop = site->kind == SW_SITE_LOOP;
        uint64_t n = is_loop ? site->on_work.top_site.spawns : site->on_work.local.count;
        if (!(is_loop || site->kind == SW_SITE_SPAWN) || n <= pieces[is_loop])
            continue;
        most[is_loop] = site;
        pieces[is_loop] = n;
    }
    for (int k = 0; k < 2; k++)
        if (2 * pieces[k] >= p->whole.spawns && most[k] && most[k]->caller_place.line)
            return most[k];
    return NULL;
}

static void name_pieces(struct sw_verdict_loss *grain, const struct sw_profile *p)
{
    const struct sw_site *site = site_of_pieces(p);
    if (!site)
        return;
    grain->places[0] = sw_verdict_place_at(&site->caller_place);
    grain->places[0].lost = grain->lost;
    grain->n_places = grain->n_all = 1;
}

static int fill_by_bounds(struct sw_verdict *v, const struct sw_profile *p,
                          const struct sw_findings *findings)
{
    double n = (double)v->processors, span = (double)p->whole.span;
    double burden = (double)p->whole.burdened_span - span;
    const struct sw_finding *grain = sw_findings_first(findings, SW_FINDING_STRANDS);
    const struct sw_finding *first = sw_span_finding_first(findings);
    struct sw_grain spawning = sw_grain_on(p, v->processors);
    double one = spawning.work, own = one - spawning.spawning,
           locked = n > 1 ? sw_locks_handed_over(p) : sw_locks_longest(p);
    double time = bounded_time(one, one, span + burden, locked, n),
           no_grain = bounded_time(one, own, span, locked, n),
           no_span = bounded_time(one, one, burden, locked, n),
           no_locks = bounded_time(one, one, span + burden, 0, n);
    v->speedup = one / time;
    v->certainty = SW_CERTAIN_ABOUT;
    v->work = own / (n * time);
    struct sw_verdict_loss *serial = add_bound(v, p, SW_WHY_PARALLELISM, one, time, no_span, first);
    if (first) {
        double left = span - fmin(span, (double)sw_span_finding_relief(p, first));
        serial->speedup_alone = one / bounded_time(one, one, left + burden, locked, n);
    }
    struct sw_verdict_loss *fine =
        add_bound(v, p, SW_WHY_GRAIN, one, time, no_grain,
                  grain ? grain : sw_findings_first(findings, SW_FINDING_BURDEN));
    fine->is_bound = true;
    if (!fine->n_places || !fine->places[0].line)
        name_pieces(fine, p);
    if (no_locks < time)
        add_bound(v, p, SW_WHY_CONTENTION, one, time, no_locks,
                  sw_findings_first(findings, SW_FINDING_LOCK));
    bool is_loop = first && first->site != SW_NO_SITE && p->sites[first->site].kind == SW_SITE_LOOP;
    expect_bounded(v, p, one, span + burden, locked);
    return is_loop ? 0 : sw_verdict_name_by_samples(serial, p, SW_SERIAL_SPAN, NULL, SW_FORM_CHAIN);
}

/* What no finding is about is where most of it is lost. */
static void name_rest(struct sw_verdict_loss *loss, const struct sw_profile *p,
                      const struct sw_outcome *o, enum sw_cause cause)
{
    uint32_t worst = o->worst_of[cause];
    const struct sw_site *site =
        worst == SW_NO_CONSTRUCT
            ? NULL
            : sw_construct_site(p, &p->constructs[o->simulation->first + worst]);
    if (loss->n_places || !site || !site->caller_place.line)
        return;
    loss->places[0] = sw_verdict_place_at(&site->caller_place);
    loss->places[0].lost = loss->lost;
    loss->n_places = loss->n_all = 1;
}

/* What is too little for a finding, by what it is lost to. Waits, which may be for want of parallelism, or of locks, come last:
 * what is left. Where threads are inside others' teams, waits are counted in both: causes are no more than what is lost. */
static void add_rest(struct sw_verdict *v, const struct sw_profile *p, const struct sw_outcome *o)
{
    const struct {
        enum sw_why cause;
        enum sw_cause at;
        double lost;
    } all[] = {
        {SW_WHY_PARALLELISM, SW_CAUSE_SERIAL, o->lost[SW_CAUSE_SERIAL] + o->lost[SW_CAUSE_THREADS]},
        {SW_WHY_GRAIN, SW_CAUSE_OVERHEAD, o->lost[SW_CAUSE_OVERHEAD]},
        {SW_WHY_CONTENTION, SW_CAUSE_LOCK, o->lost[SW_CAUSE_LOCK]},
        {SW_WHY_IMBALANCE, SW_CAUSE_WAIT, o->lost[SW_CAUSE_WAIT]}};
    double left = 1 - v->work - o->lost[SW_CAUSE_OTHER] - sw_ledger_lost(v);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const struct sw_verdict_loss *known = sw_verdict_loss_of(v, all[i].cause);
        double more = fmin(left, all[i].lost - (known ? known->lost : 0));
        if (!(more > ROUNDING))
            continue;
        struct sw_verdict_loss *row = sw_ledger_row(v, all[i].cause);
        row->lost += more;
        name_rest(row, p, o, all[i].at);
        left -= more;
    }
    double lost = sw_ledger_lost(v), most = fmax(0, 1 - v->work);
    if (lost > most)
        sw_ledger_scale(v, most / lost);
}

/* By findings of a simulated run: a cause is worth what the one that is worth most is. */
static int fill_by_findings(struct sw_verdict *v, const struct sw_profile *p,
                            const struct sw_findings *findings)
{
    const struct sw_simulation *s = sw_simulation_on(p, v->processors);
    if (!s)
        return fill_by_bounds(v, p, findings);
    struct sw_outcome outcome;
    int error = sw_outcome_make(&outcome, p, s);
    if (error)
        return error;
    v->speedup = outcome.speedup;
    v->work = isfinite(outcome.efficiency) ? fmin(1, outcome.efficiency) : 0;
    v->certainty = SW_CERTAIN_ABOUT;
    for (size_t i = 0; i < findings->n; i++) {
        const struct sw_finding *f = &findings->items[i];
        if (f->why == SW_WHY_UNKNOWN || f->why == SW_WHY_MEMORY || f->kind == SW_FINDING_SHARED ||
            f->severity != SW_ADVICE)
            continue; /* memory comes last: memory.c; and so do lines that are fought over */
        struct sw_verdict_loss *loss = sw_ledger_row(v, f->why);
        loss->lost += f->lost;
        if (f->worth > 0 && !(loss->speedup_without >= f->worth)) {
            loss->speedup_without = f->worth;
            loss->is_simulated = f->is_simulated_again;
            loss->is_bound = loss->is_simulated && f->why == SW_WHY_GRAIN;
        }
        if ((error = sw_verdict_take_finding(loss, p, f)))
            return error;
    }
    add_rest(v, p, &outcome);
    if (p->front_end == SW_FRONT_END_THREADS)
        v->away = outcome.lost[SW_CAUSE_OTHER];
    return 0;
}

/* T(1) over T(N), of real runs. */
static void take_measured(struct sw_verdict *v, const struct sw_profile *p)
{
    if (v->n_measured)
        return; /* the run that it is of */
    for (size_t i = 0; i < p->n_real; i++)
        if (p->real[i].processors > 1 && p->real[0].processors == 1 && p->real[i].time_ns)
            v->measured[v->n_measured++] = (struct sw_verdict_speedup){
                p->real[i].processors, (double)p->real[0].time_ns / (double)p->real[i].time_ns};
}

/* While serial code runs all others idle: by so much is the run shorter if the first place alone runs in parallel. */
static void take_alone(struct sw_verdict *v)
{
    for (size_t i = 0; i < v->n_losses; i++) {
        struct sw_verdict_loss *loss = &v->losses[i];
        const struct sw_verdict_place *first = &loss->places[0];
        if (loss->n_places && first->form == SW_FORM_SERIAL && *first->function &&
            first->lost > 0 && first->lost < NEARLY * loss->lost)
            loss->speedup_alone = v->speedup / (1 - first->lost);
        if (!(loss->speedup_alone < NEARLY * loss->speedup_without))
            loss->speedup_alone = 0;
    }
}

/* Larger pieces cost less on one processor, too. */
static void take_on_one(struct sw_verdict *v, const struct sw_profile *p)
{
    static const char *const meant[] = {"about", "at least", "up to"};
    enum sw_grain_promise promise = sw_grain_promise(p);
    struct sw_grain grain = sw_grain_on(p, 1);
    double left = grain.work - (promise == SW_GRAIN_LEAST ? grain.spawning_least : grain.spawning);
    for (size_t i = 0; i < v->n_losses; i++)
        if (v->losses[i].cause == SW_WHY_GRAIN && left > 0 && grain.work > MORE * left) {
            v->losses[i].on_one = grain.work / left;
            v->losses[i].on_one_is = meant[promise];
        }
}

static uint64_t processors_for(const struct sw_profile *p, uint64_t asked)
{
    if (asked && (!p->n_simulations || sw_simulation_on(p, asked)))
        return asked;
    return sw_answer_processors(p);
}

int sw_verdict_make(struct sw_verdict *v, const struct sw_profile *p,
                    const struct sw_findings *findings, uint64_t processors)
{
    int error = 0;
    *v = (struct sw_verdict){.processors = processors_for(p, processors),
                             .speedup = NAN,
                             .cause = SW_WHY_UNKNOWN,
                             .not_looked_at = 1u << SW_WHY_MEMORY};
    bool is_cilk = sw_profile_is_cilk(p);
    if (is_cilk && !(p->flags & SW_PROFILE_SAW_LOCKS))
        v->not_looked_at |= 1u << SW_WHY_CONTENTION;
    if (sw_verdict_is_unknown(p, findings))
        return sw_verdict_say(v, p, findings);
    bool is_effort = sw_profile_is_effort(p);
    error = allocate(v, p);
    if (!error)
        error = is_effort         ? sw_verdict_of_effort(v, p)
                : p->tree.n_nodes ? fill_by_tree(v, p, findings)
                                  : -ENODATA;
    if (error && error != -ENOMEM)
        error = fill_by_findings(v, p, findings);
    if (error)
        return error;
    if (p->n_simulations) {
        sw_verdict_take_repeated(v, p);
        expect_simulated(v, p);
    }
    take_measured(v, p);
    if (!is_effort && (error = sw_verdict_take_memory(v, p)))
        return error;
    sw_verdict_take_times(v, p);
    sw_ledger_limit(v);
    if (!is_effort) {
        sw_ledger_rank(v, p);
        error = sw_ledger_rank_shared(v, p, findings);
    }
    if (error)
        return error;
    sw_ledger_face(v, p);
    if ((error = sw_verdict_plan(v, p)))
        return error;
    take_alone(v);
    if (is_cilk)
        take_on_one(v, p);
    sw_verdict_name_calls(v, p);
    return sw_verdict_say(v, p, findings);
}

int sw_verdict_of_profile(struct sw_verdict *v, const struct sw_profile *p, uint64_t processors)
{
    struct sw_units units = {sw_string(p->unit), false};
    struct sw_findings findings;
    int error = sw_findings_make(&findings, p, &units);
    if (error)
        return error;
    error = sw_verdict_make(v, p, &findings, processors);
    sw_findings_release(&findings);
    return error;
}

void sw_verdict_release(struct sw_verdict *v)
{
    for (size_t i = 0; i < v->n_sentences; i++)
        free(v->sentences[i]);
    for (size_t i = 0; i < v->n_steps; i++)
        free(v->steps[i].remedy);
    free(v->measured);
    free(v->expected);
    sw_bandwidth_release(&v->memory.bandwidth);
    *v = (struct sw_verdict){.n_sentences = 0};
}

SW_NAMES(sw_verdict_form_name, enum sw_verdict_form, "", "serial", "alone", "few", "threads",
         "chain", "repeated", "shared", "moved")
