/* The verdict of a profile: from the ledger of its tree, where it has one; else from its findings. */
#include "analysis/verdict/verdict.h"

#include "analysis/memory/shared.h"
#include "analysis/predict/costs.h"
#include "analysis/simulation/simulation.h"
#include "analysis/verdict/effort.h"
#include "analysis/verdict/span_findings.h"
#include "analysis/verdict/verdict_parts.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/grain.h"
#include "analysis/workspan/locks.h"
#include "analysis/workspan/noise.h"
#include "analysis/workspan/sites.h"
#include "base/order.h"
#include "base/text.h"

#define STEPS \
    ((uint64_t)1 << 23) /* of emulation, beside those for the tree's size: about a second */
#define A_NODE   16
#define ROUNDING 0.0005 /* of the processors' time */
#define AGREES   0.2    /* a tree's time and a simulation's: what they may differ by */
#define GAINS    1.15   /* times as fast: what fixing less does is no reason to begin; ... */
#define UNSURE   1.25   /* ... of times of a single run */
#define HEALTHY  0.8    /* of its processors: who gets so much scales */
#define ASLEEP   0.5    /* of the processors' time: then it does not, whatever it gets */
#define NEARLY   0.9 /* of the speedup without the cause: the first place alone is about all of it */
#define MORE     1.1 /* times as fast on one processor, too: less is not worth a word */
#define ALIKE \
    0.9 /* of another's gain: then it matters more which of them is paid again and again */

/* What the runtime costs, by what the profile was made with; and what of a spawn is in the work. */
static struct sw_overheads overheads_of(const struct sw_profile *p, double *in_work)
{
    struct sw_overheads overheads;
    sw_overheads_of_profile(&overheads, p, NULL, false);
    *in_work = sw_profile_is_cilk(p) ? sw_spawn_costs(p).in_work : 0;
    return overheads;
}

static int compare_losses(const void *a, const void *b)
{
    const struct sw_verdict_loss *x = a, *y = b;
    double p = isnan(x->speedup_without) ? 0 : x->speedup_without,
           q = isnan(y->speedup_without) ? 0 : y->speedup_without;
    return SW_BY(SW_FALLING(p, q), SW_FALLING(x->lost, y->lost), SW_RISING(x->cause, y->cause));
}

static bool is_once(const struct sw_verdict_loss *loss)
{
    return loss->n_places && sw_verdict_is_once(&loss->places[0]);
}

static void put_first(struct sw_verdict *v, size_t i)
{
    const struct sw_verdict_loss loss = v->losses[i];
    memmove(v->losses + 1, v->losses, i * sizeof loss);
    v->losses[0] = loss;
    v->cause = loss.cause;
}

/* By gain; the first is the cause, if it gains more than noise may. What is paid once at the start gives way to what gains alike. */
static void rank(struct sw_verdict *v, const struct sw_profile *p)
{
    size_t chosen = v->n_losses;
    double noise = sw_noise(p, SW_NOISY_PARALLELISM);
    double gains = noise > 0 && !p->steadiness.runs ? UNSURE : fmax(GAINS, 1 + noise);
    bool is_healthy = v->speedup >= HEALTHY * (double)v->processors;
    qsort(v->losses, v->n_losses, sizeof *v->losses, compare_losses);
    v->cause = SW_WHY_NONE;
    for (size_t i = 0; i < v->n_losses; i++) {
        const struct sw_verdict_loss *loss = &v->losses[i], *first = &v->losses[chosen];
        double least = loss->cause != SW_WHY_GRAIN ? gains
                       : is_healthy                ? fmax(gains, 1 / HEALTHY)
                                                   : fmax(gains, SW_GRAIN_LIMITS);
        if ((is_healthy && loss->cause != SW_WHY_GRAIN) ||
            !(loss->speedup_without >= least * v->speedup))
            continue; /* grain costs time on one processor, too */
        if (chosen == v->n_losses || (is_once(first) && !is_once(loss) &&
                                      loss->speedup_without >= ALIKE * first->speedup_without))
            chosen = i;
    }
    if (chosen == v->n_losses)
        return;
    put_first(v, chosen);
    v->certainty = v->losses[0].is_simulated ? SW_CERTAIN_SIMULATED : v->certainty;
}

/* A program that is not healthy does not scale: then what loses most of the processors' time holds it back, if that is more than noise, even
 * if nothing is gained by fixing it alone. */
void sw_verdict_face(struct sw_verdict *v, const struct sw_profile *p)
{
    size_t most = 0;
    double noise = fmax(sw_noise(p, SW_NOISY_PARALLELISM), 1 - 1 / GAINS);
    if (v->cause != SW_WHY_NONE ||
        (v->speedup >= HEALTHY * (double)v->processors && v->away < ASLEEP))
        return;
    for (size_t i = 1; i < v->n_losses; i++)
        if (v->losses[i].lost > v->losses[most].lost)
            most = i;
    double lost = v->n_losses ? v->losses[most].lost : 0, known = v->work + v->away;
    for (size_t i = 0; i < v->n_losses; i++)
        known += v->losses[i].lost;
    if (fmax(fmax(v->away, lost), 1 - known) <= noise)
        return;
    v->cause = v->away >= fmax(lost, 1 - known) ? SW_WHY_WAITING
               : lost >= 1 - known              ? v->losses[most].cause
                                                : SW_WHY_UNKNOWN;
    if (v->cause < SW_WHY_CAUSES)
        put_first(v, most);
}

/* How many times as fast without the first cause. Waits for a lock are among these, too: that its line is fought over may be why it is held long,
 * but it is not why all need it. */
static double gain_of_other(const struct sw_verdict *v)
{
    return v->cause < SW_WHY_CAUSES ? v->losses[0].speedup_without / v->speedup : 1;
}

/* Cores wait for lines while they work, which is a part of their time, and longer for locks while others do. */
static double times_as_long(const struct sw_verdict *v, const struct sw_shared_rows *t)
{
    double part = v->work;
    for (size_t i = 0; i < v->n_losses; i++)
        part += v->losses[i].cause == SW_WHY_CONTENTION ? v->losses[i].lost : 0;
    return 1 + t->pressure * (v->work > 0 ? part : 1);
}

/* No simulation includes the cache lines that threads fight over. Where there are some, the predicted speedup is an upper bound, and the
 * speedup without them is unknown. They are the cause if they may cost more than fixing the first cause would gain. */
static int rank_shared(struct sw_verdict *v, const struct sw_profile *p,
                       const struct sw_findings *findings)
{
    const struct sw_finding *f = sw_findings_first(findings, SW_FINDING_SHARED);
    struct sw_shared_rows t;
    size_t k = 0;
    if (!f)
        return 0;
    int error = sw_shared_rows_make(&t, p);
    bool is_other = !error && times_as_long(v, &t) < gain_of_other(v);
    sw_shared_rows_release(&t);
    if (error)
        return error;
    v->is_bound = true;
    while (k < v->n_losses && v->losses[k].cause != SW_WHY_CONTENTION)
        k++;
    if (is_other && k < v->n_losses)
        return 0;
    struct sw_verdict_loss loss = {.cause = SW_WHY_CONTENTION,
                                   .lost = k < v->n_losses ? v->losses[k].lost : 0,
                                   .speedup_without = NAN,
                                   .n_places = 1,
                                   .n_all = 1,
                                   .places = {sw_verdict_place_of(p, f, false)}};
    v->n_losses += k == v->n_losses;
    if (is_other) {
        v->losses[k] = loss;
        return 0;
    }
    memmove(v->losses + 1, v->losses, k * sizeof loss);
    v->losses[0] = loss;
    v->cause = SW_WHY_CONTENTION;
    v->certainty = SW_CERTAIN_ABOUT;
    return 0;
}

/* The shares are the simulation's, of work and of all that is lost: what the tree tells is to what that is lost. As far as it goes: if the
 * simulation has lost far more (threads that were late by chance), the rest is not known. */
#define MOST_TIMES 1.5
static void fit_shares(struct sw_verdict *v, const struct sw_simulation *s)
{
    double work = fmin(1, (double)s->work / ((double)s->processors * (double)s->time));
    double part = v->work < 1 ? fmin(MOST_TIMES, (1 - work) / (1 - v->work)) : 1;
    for (size_t i = 0; i < v->n_losses; i++) {
        v->losses[i].lost *= part;
        for (size_t k = 0; k < v->losses[i].n_places; k++)
            v->losses[i].places[k].lost *= part;
    }
    v->work = work;
}

/* What was simulated is what is true; what the emulation tells is how much it changes. */
static int make_of_tree(struct sw_verdict *v, const struct sw_profile *p,
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
        struct sw_verdict_loss *loss = &v->losses[v->n_losses++];
        *loss = (struct sw_verdict_loss){.cause = (enum sw_why)c,
                                         .lost = entry->lost,
                                         .is_bound = entry->is_bound,
                                         .is_simulated = true,
                                         .speedup_without = v->speedup * ledger.time / entry->time};
        error = sw_verdict_take_entry(loss, p, findings, entry);
        if (error)
            return error;
    }
    if (s && s->work)
        fit_shares(v, s);
    for (unsigned set = 0; set < SW_WHY_SETS; set++)
        v->times_as_fast[set] = ledger.times[set] > 0 ? ledger.time / ledger.times[set] : 0;
    budget.steps = STEPS + A_NODE * p->tree.n_nodes;
    return s ? 0 : sw_verdict_expect_emulated(v, p, &options, ledger.one);
}

static void add_loss(struct sw_verdict *v, const struct sw_profile *p, enum sw_why cause,
                     double lost, double without, const struct sw_finding *at)
{
    struct sw_verdict_loss *loss = &v->losses[v->n_losses++];
    *loss = (struct sw_verdict_loss){
        .cause = cause, .lost = lost, .speedup_without = without, .n_all = at != NULL};
    if (at)
        loss->places[loss->n_places++] = sw_verdict_place_of(p, at, cause == SW_WHY_PARALLELISM);
}

static int make_of_bounds(struct sw_verdict *v, const struct sw_profile *p,
                          const struct sw_findings *findings)
{
    double n = (double)v->processors, span = (double)p->whole.span;
    double burden = (double)p->whole.burdened_span - span;
    const struct sw_finding *grain = sw_findings_first(findings, SW_FINDING_STRANDS);
    struct sw_grain spawning = sw_grain_on(p, v->processors);
    double one = spawning.work, own = one - spawning.spawning, locked = sw_locks_longest(p);
    double time = sw_verdict_bounded_time(one, one, span + burden, locked, n);
    double no_grain = sw_verdict_bounded_time(one, own, span, locked, n),
           no_span = sw_verdict_bounded_time(one, one, burden, locked, n),
           no_locks = sw_verdict_bounded_time(one, one, span + burden, 0, n);
    v->speedup = one / time;
    v->certainty = SW_CERTAIN_ABOUT;
    v->work = own / (n * time);
    const struct sw_finding *first = sw_span_finding_first(findings);
    add_loss(v, p, SW_WHY_PARALLELISM, (time - no_span) / time, one / no_span, first);
    if (first)
        v->losses[0].speedup_alone =
            one / sw_verdict_bounded_time(
                      one, one,
                      span + burden - fmin(span, (double)sw_span_finding_held(p, first).relief),
                      locked, n);
    add_loss(v, p, SW_WHY_GRAIN, (time - no_grain) / time, one / no_grain,
             grain ? grain : sw_findings_first(findings, SW_FINDING_BURDEN));
    v->losses[v->n_losses - 1].is_bound = true;
    if (no_locks < time)
        add_loss(v, p, SW_WHY_CONTENTION, (time - no_locks) / time, one / no_locks,
                 sw_findings_first(findings, SW_FINDING_LOCK));
    bool is_loop = first && first->site != SW_NO_SITE && p->sites[first->site].kind == SW_SITE_LOOP;
    int error = sw_verdict_expect_bounded(v, p, one, span + burden, locked);
    return is_loop || error
               ? error
               : sw_verdict_name_by_samples(&v->losses[0], p, SW_SERIAL_SPAN, NULL, SW_FORM_CHAIN);
}

/* Where threads are inside others' teams, waits are counted in both: causes are no more than what is lost. */
static void share_out(struct sw_verdict *v)
{
    double lost = 0;
    for (size_t i = 0; i < v->n_losses; i++)
        lost += v->losses[i].lost;
    double part = lost > 1 - v->work ? fmax(0, 1 - v->work) / lost : 1;
    for (size_t i = 0; i < v->n_losses; i++) {
        v->losses[i].lost *= part;
        for (size_t k = 0; k < v->losses[i].n_places; k++)
            v->losses[i].places[k].lost *= part;
    }
}

/* What is too little for a finding, by what it is lost to. Waits, which may be for want of parallelism, or of locks, come last: what is left. */
static void add_rest(struct sw_verdict *v, const struct sw_outcome *o)
{
    const struct {
        enum sw_why cause;
        double lost;
    } all[] = {{SW_WHY_PARALLELISM, o->lost[SW_CAUSE_SERIAL] + o->lost[SW_CAUSE_THREADS]},
               {SW_WHY_GRAIN, o->lost[SW_CAUSE_OVERHEAD]},
               {SW_WHY_CONTENTION, o->lost[SW_CAUSE_LOCK]},
               {SW_WHY_IMBALANCE, o->lost[SW_CAUSE_WAIT]}};
    double left = 1 - v->work - o->lost[SW_CAUSE_OTHER];
    for (size_t i = 0; i < v->n_losses; i++)
        left -= v->losses[i].lost;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        size_t k = 0;
        while (k < v->n_losses && v->losses[k].cause != all[i].cause)
            k++;
        double more = fmin(left, all[i].lost - (k < v->n_losses ? v->losses[k].lost : 0));
        if (!(more > ROUNDING))
            continue;
        if (k == v->n_losses)
            v->losses[v->n_losses++] =
                (struct sw_verdict_loss){.cause = all[i].cause, .speedup_without = NAN};
        v->losses[k].lost += more;
        left -= more;
    }
}

/* Of findings, what they are worth: the largest of each cause. */
static int make_of_findings(struct sw_verdict *v, const struct sw_profile *p,
                            const struct sw_findings *findings)
{
    const struct sw_simulation *s = sw_simulation_on(p, v->processors);
    if (!s)
        return make_of_bounds(v, p, findings);
    struct sw_outcome outcome;
    int error = sw_outcome_make(&outcome, p, s);
    if (error)
        return error;
    v->speedup = outcome.speedup;
    v->work = isfinite(outcome.efficiency) ? fmin(1, outcome.efficiency) : 0;
    v->certainty = SW_CERTAIN_ABOUT;
    for (size_t i = 0; i < findings->n; i++) {
        const struct sw_finding *f = &findings->items[i];
        enum sw_why cause = f->why;
        size_t k = 0;
        if (cause == SW_WHY_UNKNOWN || cause == SW_WHY_MEMORY || f->kind == SW_FINDING_SHARED ||
            f->severity != SW_ADVICE)
            continue; /* memory comes last: memory.c; and so do lines that are fought over */
        while (k < v->n_losses && v->losses[k].cause != cause)
            k++;
        struct sw_verdict_loss *loss = &v->losses[k];
        if (k == v->n_losses)
            v->losses[v->n_losses++] =
                (struct sw_verdict_loss){.cause = cause, .speedup_without = NAN};
        loss->lost += f->lost;
        if (f->worth > 0 && !(loss->speedup_without >= f->worth)) {
            loss->speedup_without = f->worth;
            loss->is_simulated = f->is_simulated_again;
            loss->is_bound = loss->is_simulated && cause == SW_WHY_GRAIN;
        }
        if ((error = sw_verdict_take_finding(loss, p, f)))
            return error;
    }
    add_rest(v, &outcome);
    if (p->front_end == SW_FRONT_END_THREADS)
        v->away = outcome.lost[SW_CAUSE_OTHER];
    share_out(v);
    return 0;
}

/* T(1) over T(N), of real runs. */
static int take_measured(struct sw_verdict *v, const struct sw_profile *p)
{
    if (v->n_measured)
        return 0; /* the run that it is of */
    v->measured = calloc(p->n_real + 1, sizeof *v->measured);
    if (!v->measured)
        return -ENOMEM;
    for (size_t i = 0; i < p->n_real; i++)
        if (p->real[i].processors > 1 && p->real[0].processors == 1 && p->real[i].time_ns)
            v->measured[v->n_measured++] = (struct sw_verdict_speedup){
                p->real[i].processors, (double)p->real[0].time_ns / (double)p->real[i].time_ns};
    return 0;
}

/* While serial code runs all others idle: by so much is the run shorter if the first place alone runs in parallel. */
static void take_alone(struct sw_verdict *v)
{
    for (size_t i = 0; i < v->n_losses; i++) {
        struct sw_verdict_loss *loss = &v->losses[i];
        const struct sw_verdict_place *first = &loss->places[0];
        if (loss->n_places && first->form == SW_FORM_SERIAL && *first->function && first->lost > 0)
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

/* Without a cause a program is no slower, and N processors are no more than N times as fast, but for what costs time on one, too. */
static void limit(struct sw_verdict *v)
{
    double most = fmax(v->speedup, (double)v->processors);
    for (size_t i = 0; i < v->n_losses; i++) {
        double *without = &v->losses[i].speedup_without;
        if (v->losses[i].cause != SW_WHY_GRAIN && !isnan(*without))
            *without = fmax(v->speedup, fmin(*without, most));
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
    error = is_effort         ? sw_verdict_of_effort(v, p)
            : p->tree.n_nodes ? make_of_tree(v, p, findings)
                              : -ENODATA;
    if (error && error != -ENOMEM)
        error = make_of_findings(v, p, findings);
    if (!error && p->n_simulations)
        error = sw_verdict_expect_simulated(v, p);
    if (!error)
        error = take_measured(v, p);
    if (!error && !is_effort)
        error = sw_verdict_take_memory(v, p);
    if (error)
        return error;
    sw_verdict_take_times(v, p);
    limit(v);
    if (!is_effort)
        rank(v, p);
    if (!is_effort && (error = rank_shared(v, p, findings)))
        return error;
    sw_verdict_face(v, p);
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
    free(v->memory.machine);
    free(v->memory.transfer_as_on);
    *v = (struct sw_verdict){.n_sentences = 0};
}

SW_NAMES(sw_verdict_form_name, enum sw_verdict_form, "", "serial", "alone", "few", "threads",
         "chain", "shared", "moved")
