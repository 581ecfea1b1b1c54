/* Findings of a profile: what its work and span mean, and what to doubt. */
#include "analysis/findings/findings.h"

#include "analysis/memory/bandwidth.h"
#include "analysis/memory/shared.h"
#include "analysis/simulation/simulation.h"
#include "analysis/verdict/verdict_parts.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/grain.h"
#include "analysis/workspan/locks.h"
#include "analysis/workspan/sites.h"

#include <sys/wait.h>

#define AMPLE          10   /* parallelism a processor, for nearly linear speedup */
#define MOST_PROCS     128  /* beyond that, "and more" */
#define PLENTY_PROCS   8    /* ample for so many: the first site on the span is enough to know */
#define CHECK_SHARE    0.05 /* more difference than that is worth a warning */
#define LEAST_SAMPLES  50
#define SAMPLES_SHARE  0.10 /* more than that, and ... */
#define SAMPLES_SIGMAS 4    /* ... than chance, is a disagreement */
#define LOCK_SHARE \
    0.02 /* of the work, while a lock is held that others may want: less is not worth a word */
#define MOST_LOCKS 3
#define MUCH_OVERHEAD \
    2 /* times the work: an error of a few percent in it is one of many in work \
       */

struct maker {
    struct sw_findings *findings;
    const struct sw_profile *profile;
    const struct sw_units *units;
};

/* One without a site. */
static void doubt(struct maker *m, enum sw_finding_kind kind, struct sw_sentence *sentence)
{
    sw_findings_add(m->findings, kind, SW_WARNING, SW_NO_SITE, sentence);
}

static void find_incomplete(struct maker *m)
{
    const struct sw_profile *p = m->profile;
    bool in_region = p->flags & SW_PROFILE_IN_REGION, is_sampled = sw_profile_is_effort(p);
    int signal = WTERMSIG(p->status);
    if (p->flags & SW_PROFILE_DAMAGED)
        doubt(m, SW_FINDING_INCOMPLETE, SW_SAY(DIED_IN_PROFILER));
    if (in_region && !(p->flags & SW_PROFILE_INCOMPLETE))
        doubt(m, SW_FINDING_INCOMPLETE, SW_SAY(ENDED_IN_REGION));
    if (!(p->flags & SW_PROFILE_INCOMPLETE))
        return;
    if (WIFSIGNALED(p->status))
        doubt(m, SW_FINDING_INCOMPLETE,
              SW_SAY(KILLED, (uint64_t)signal, strsignal(signal), in_region, is_sampled));
    else if (!is_sampled) /* else it has left by _exit() or exec: nothing is lost */
        doubt(m, SW_FINDING_INCOMPLETE, SW_SAY(DID_NOT_RETURN, in_region));
}

static void find_failed(struct maker *m)
{
    int status = m->profile->status;
    if (WIFEXITED(status) && WEXITSTATUS(status))
        doubt(m, SW_FINDING_FAILED, SW_SAY(FAILED, (uint64_t)WEXITSTATUS(status)));
}

/* What is between yields is no work, but may have been. */
static bool is_work_unknown(const struct sw_profile *p)
{
    enum sw_unpredictable why;
    const struct sw_simulation *chief = p->n_simulations ? sw_profile_chief(p) : NULL;
    return chief && sw_simulation_unpredictable(p, chief, &why) && why == SW_UNPREDICTABLE_YIELD;
}

static void find_too_short(struct maker *m)
{
    if (!is_work_unknown(m->profile) && sw_units_is_time(m->units) &&
        m->profile->whole.work < SW_SHORT_RUN_NS)
        doubt(m, SW_FINDING_TOO_SHORT, SW_SAY(TOO_SHORT, m->profile->whole.work));
}

/* How many times the work the profiler's own cost is, which was subtracted. */
static double overhead(const struct maker *m)
{
    uint64_t work = m->profile->whole.work;
    return work ? (double)m->profile->circumstances.overhead / (double)work : 0;
}

static void find_check(struct maker *m)
{
    uint64_t truth = m->profile->circumstances.unprofiled_work, work = m->profile->whole.work;
    if (!truth)
        return;
    double ratio = (double)work / (double)truth;
    bool is_large = fabs(ratio - 1) > CHECK_SHARE;
    sw_findings_add(m->findings, SW_FINDING_CHECK, is_large ? SW_WARNING : SW_INFO, SW_NO_SITE,
                    SW_SAY(CHECK, truth, work, ratio,
                           !is_large                     ? 0
                           : overhead(m) < MUCH_OVERHEAD ? 1
                                                         : 2));
}

/* Samples are the kernel's own account of processor time: if they have seen clearly more of the program than its work is, work was lost. */
static void find_samples(struct maker *m)
{
    const struct sw_sampled *s = &m->profile->sampled;
    uint64_t slowed = m->profile->circumstances.slowed;
    double taken = (double)s->taken, expected = (double)m->profile->whole.work / 1e9 *
                                                (double)s->rate *
                                                (slowed ? (double)slowed / 1000 : 1);
    if (!sw_units_is_time(m->units) || s->source != SW_SAMPLED_CLOCK || taken < LEAST_SAMPLES ||
        taken < expected * (1 + SAMPLES_SHARE) + SAMPLES_SIGMAS * sqrt(taken))
        return;
    doubt(m, SW_FINDING_CHECK,
          SW_SAY(MORE_SAMPLES, s->taken, sw_rounded(taken / (double)s->rate * 1e9),
                 m->profile->whole.work));
}

static void find_pace(struct maker *m)
{
    uint64_t slowed = m->profile->circumstances.slowed;
    if (slowed)
        sw_findings_add(m->findings, SW_FINDING_CHECK, SW_INFO, SW_NO_SITE,
                        SW_SAY(PACED, (double)slowed / 1000));
}

static void find_overhead(struct maker *m)
{
    const struct sw_circumstances *c = &m->profile->circumstances;
    if (!sw_units_is_time(m->units) || overhead(m) < MUCH_OVERHEAD ||
        m->profile->whole.work < SW_SHORT_RUN_NS || m->profile->n_simulations)
        return; /* in a short run it is the start; a simulated one leaves it out as it goes */
    bool can_check = !c->unprofiled_work && !strcmp(sw_string(m->profile->meter), "time");
    doubt(m, SW_FINDING_OVERHEAD, SW_SAY(MUCH_OVERHEAD, c->overhead, overhead(m), can_check));
}

/* The processors for which the parallelism is ample; not a number where nothing was measured. */
static double ample_processors(const struct maker *m)
{
    return floor(sw_parallelism(m->profile->whole.work, m->profile->whole.span) / AMPLE);
}

/* Scheduling would take half of the parallelism, or more. */
static bool is_burdened(const struct sw_profile *p)
{
    double plain = sw_parallelism(p->whole.work, p->whole.span);
    return plain >= 2 && sw_parallelism(p->whole.work, p->whole.burdened_span) <= plain / 2;
}

static void find_parallelism(struct maker *m)
{
    const struct sw_figures *whole = &m->profile->whole;
    double parallelism = sw_parallelism(whole->work, whole->span), procs = ample_processors(m);
    if (!whole->work || isnan(parallelism))
        return;
    if (whole->spawns == 0)
        sw_findings_add(m->findings, SW_FINDING_SERIAL, SW_ADVICE, SW_NO_SITE,
                        SW_SAY(NOTHING_SPAWNED));
    else if (procs >= 2 && is_burdened(m->profile))
        return; /* there is plenty of it only if spawns cost nothing */
    else if (procs < 2)
        sw_findings_add(m->findings, SW_FINDING_PARALLELISM, SW_ADVICE, SW_NO_SITE,
                        SW_SAY(LITTLE_PARALLELISM, parallelism, AMPLE, 2 * AMPLE, 8 * AMPLE));
    else
        sw_findings_add(m->findings, SW_FINDING_PARALLELISM, SW_INFO, SW_NO_SITE,
                        procs < MOST_PROCS
                            ? SW_SAY(SOME_PARALLELISM, parallelism, procs, AMPLE)
                            : SW_SAY(AMPLE_PARALLELISM, parallelism, MOST_PROCS, AMPLE));
}

/* Where most spawns come from: the spawn or loop with the most invocations. */
static size_t busiest_spawn(const struct sw_profile *p)
{
    size_t best = SW_NO_SITE;
    for (size_t i = 0; i < p->n_sites; i++) {
        if (p->sites[i].kind != SW_SITE_SPAWN && p->sites[i].kind != SW_SITE_LOOP)
            continue;
        if (best == SW_NO_SITE ||
            p->sites[i].on_work.local.count > p->sites[best].on_work.local.count)
            best = i;
    }
    return best;
}

/* Whether larger pieces are worth the trouble: else it is good to know at most. */
static enum sw_severity grain_severity(const struct maker *m)
{
    return sw_grain_gain(m->profile) >= SW_GRAIN_LIMITS ? SW_ADVICE : SW_INFO;
}

/* Where to begin, and what to do there; NULL: not known. */
static struct sw_sentence *say_coarsen(const struct sw_profile *p, size_t i)
{
    if (i == SW_NO_SITE || !p->sites[i].on_work.local.count)
        return NULL;
    const struct sw_measure *local = &p->sites[i].on_work.local;
    return SW_SAY(COARSEN, sw_site_say(&p->sites[i]), local->count,
                  p->sites[i].kind == SW_SITE_LOOP, local->work / local->count);
}

static void find_strands(struct maker *m)
{
    uint64_t strand = sw_average_maximal_strand(&m->profile->whole);
    struct sw_grain grain = sw_grain_on(m->profile, SW_TYPICAL_PROCESSORS);
    struct sw_sentence *spawning = NULL, *coarsen;
    if (!sw_has_short_strands(m->profile))
        return;
    size_t i = busiest_spawn(m->profile);
    coarsen = say_coarsen(m->profile, i);
    if (grain.spawning > 0)
        spawning = SW_SAY(SPAWNING, sw_rounded(grain.spawning), sw_rounded(grain.work));
    sw_findings_add(
        m->findings, SW_FINDING_STRANDS, grain_severity(m), coarsen ? i : SW_NO_SITE,
        SW_SAY(SHORT_STRANDS,
               strand ? SW_SAY(STRAND, strand) : SW_SAY(STRAND_OF_NOTHING, m->units->unit),
               spawning, coarsen));
}

static void find_burden(struct maker *m)
{
    const struct sw_profile *p = m->profile;
    double plain = sw_parallelism(p->whole.work, p->whole.span);
    double burdened = sw_parallelism(p->whole.work, p->whole.burdened_span);
    size_t site = busiest_spawn(p);
    if (!is_burdened(p))
        return;
    sw_findings_add(m->findings, SW_FINDING_BURDEN, grain_severity(m), site,
                    SW_SAY(BURDEN, p->burden, plain, burdened,
                           site == SW_NO_SITE ? NULL : sw_site_say(&p->sites[site])));
}

/* "by 'get' at a.c:7", and how many others take it */
static struct sw_sentence *say_holder(const struct sw_profile *p, size_t lock,
                                      const struct sw_place *place)
{
    size_t all = 0;
    for (size_t i = 0; i < p->n_lock_sites; i++)
        all += p->lock_sites[i].lock == lock && p->lock_sites[i].held;
    return SW_SAY(LOCK_BY, place->function, sw_base_name(sw_string(place->file)), place->line,
                  all > 1 ? all - 1 : 0);
}

/* The holds of one lock come one after the other. It is the cause where that limits the program more than all else does. */
static void find_lock(struct maker *m, size_t i)
{
    const struct sw_profile *p = m->profile;
    const struct sw_lock *lock = &p->locks[i];
    const struct sw_lock_site *site = sw_lock_first_site(p, i);
    double work = (double)p->whole.work, share = (double)lock->most / work;
    double bound = sw_lock_bound(p, lock),
           others = sw_speedup_bounds(&p->whole, SW_TYPICAL_PROCESSORS).lower;
    if (!site || (double)(lock->most - lock->alone) < LOCK_SHARE * work)
        return;
    const struct sw_place *place = sw_lock_place(site);
    sw_findings_add(m->findings, SW_FINDING_LOCK, bound < others ? SW_ADVICE : SW_INFO, SW_NO_SITE,
                    SW_SAY(LOCK_HELD, sw_lock_say(lock), share, lock->taken,
                           place->line ? say_holder(p, i, place) : NULL, bound));
    if (place->line)
        sw_findings_place(m->findings, place->file, place->line, place->function);
}

static void find_locks(struct maker *m)
{
    for (size_t i = 0; m->profile->whole.work && i < m->profile->n_locks && i < MOST_LOCKS; i++)
        find_lock(m, i);
}

/* Whether one of them is what the span is made of: then its figures are what the report is about. */
static bool takes_much(const struct maker *m)
{
    const struct sw_profile *p = m->profile;
    for (size_t i = 0; i < p->n_sites; i++) {
        const struct sw_site *site = &p->sites[i];
        if ((double)site->on_span.local.span < SW_SPAN_SHARE * (double)p->whole.span)
            continue;
        for (size_t k = 0; k < p->n_unpatched; k++)
            if (!sw_place_compare(&site->callee_place, &p->unpatched[k].place))
                return true;
    }
    return false;
}

static void find_budget(struct maker *m)
{
    const struct sw_profile *p = m->profile;
    if (p->n_unpatched)
        sw_findings_add(m->findings, SW_FINDING_BUDGET, takes_much(m) ? SW_WARNING : SW_INFO,
                        SW_NO_SITE,
                        SW_SAY(BUDGET, p->unpatched[0].place.function, p->unpatched[0].calls,
                               p->n_unpatched > 1, p->n_unpatched - 1));
}

/* What was added from there on is what to do first. */
static void move_to_front(struct sw_findings *f, size_t from)
{
    for (size_t to = 0; from < f->n; from++, to++) {
        struct sw_finding moved = f->items[from];
        memmove(&f->items[to + 1], &f->items[to], (from - to) * sizeof moved);
        f->items[to] = moved;
    }
}

/* What scales but for the lines that threads share, or for memory, does not scale. */
static void put_first(struct sw_findings *f, size_t first)
{
    size_t to = 0;
    if (f->n == first)
        return;
    move_to_front(f, first);
    for (size_t i = 0; i < f->n; i++)
        if (f->items[i].kind == SW_FINDING_SCALES)
            sw_sentence_release(f->items[i].sentence);
        else
            f->items[to++] = f->items[i];
    f->n = to;
}

static void find_shared(struct maker *m)
{
    size_t first = m->findings->n;
    sw_shared_findings(m->findings, m->profile);
    put_first(m->findings, first);
}

#define BANDWIDTH 1.05 /* times as long: less is not worth a word */

/* On the number of cores that the verdict is for. */
static void find_bandwidth(const struct maker *m)
{
    const struct sw_profile *p = m->profile;
    uint64_t n = sw_answer_processors(p);
    struct sw_bandwidth b;
    const struct sw_place *at;
    int error = sw_bandwidth_make(&b, p, n);
    if (!error && b.slowdown > BANDWIDTH && !(error = sw_demand_place(&b.demands[0], p, &at))) {
        const struct sw_demand *d = &b.demands[0];
        struct sw_verdict_place place = sw_verdict_place_at(at);
        const char *name = *sw_string(b.machine.name) ? b.machine.name : "the machine";
        struct sw_sentence *where = sw_verdict_say_at(&place);
        double lost = 1 - 1 / b.slowdown;
        struct sw_finding *f = sw_findings_add(
            m->findings, SW_FINDING_MEMORY, SW_ADVICE, SW_NO_SITE,
            2 * d->moving_ns > d->lost_ns
                ? SW_SAY(LINES_MOVED, where, (uint64_t)d->transfers, sw_demand_transfer_ns(d), name,
                         b.machine.transfer_as_on, lost, !p->n_simulations)
                : SW_SAY(BANDWIDTH, where, d->mb_s / 1e3,
                         sw_machine_bandwidth(&b.machine, (double)n) / 1e3, d->enough, name,
                         d->factor, n));
        f->why = SW_WHY_MEMORY;
        f->lost = lost;
        sw_findings_place(m->findings, place.file, place.line, place.function);
        if (!m->findings->error)
            put_first(m->findings, m->findings->n - 1);
    }
    if (error == -ENOMEM)
        m->findings->error = error;
    sw_bandwidth_release(&b);
}

int sw_findings_make(struct sw_findings *findings, const struct sw_profile *profile,
                     const struct sw_units *units)
{
    struct maker m = {findings, profile, units};
    *findings = (struct sw_findings){.units = *units, .certainty = SW_CERTAIN_MEASURED};
    find_incomplete(&m);
    find_failed(&m);
    if (sw_profile_is_effort(profile))
        return findings->error;
    find_too_short(&m);
    find_check(&m);
    find_samples(&m);
    find_pace(&m);
    find_overhead(&m);
    if (profile->n_simulations) {
        if (!(profile->flags & SW_PROFILE_IN_REGION))
            sw_simulation_findings(findings, profile, units);
    } else if (sw_units_is_length(units)) {
        findings->certainty = SW_CERTAIN_BOUND;
        find_parallelism(&m);
        findings->certainty = SW_CERTAIN_MEASURED;
        sw_span_findings(findings, profile, ample_processors(&m) >= PLENTY_PROCS);
        findings->certainty = SW_CERTAIN_ABOUT;
        find_strands(&m);
        find_burden(&m);
        findings->certainty = SW_CERTAIN_BOUND;
        find_locks(&m);
    } else {
        sw_findings_add(findings, SW_FINDING_METER, SW_INFO, SW_NO_SITE,
                        SW_SAY(NO_LENGTH, units->unit));
    }
    find_shared(&m);
    findings->certainty = SW_CERTAIN_ABOUT;
    find_bandwidth(&m);
    findings->certainty = SW_CERTAIN_MEASURED;
    find_budget(&m);
    sw_findings_arrange(findings, SW_WHY_UNKNOWN);
    int error = findings->error;
    if (error)
        sw_findings_release(findings);
    return error;
}
