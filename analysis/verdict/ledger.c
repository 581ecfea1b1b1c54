/*
 * The ledger of a verdict: a row for each cause, with the places that lose most of it. Sources only fill it: the program's tree, findings of a
 * simulated run, bounds by work and span (verdict.c), samples of a real run (effort.c), the machine's memory (memory.c). Which row it is that
 * holds the program back is concluded here.
 */
#include "analysis/effort/account.h"
#include "analysis/memory/shared.h"
#include "analysis/verdict/verdict_parts.h"
#include "analysis/workspan/grain.h"
#include "analysis/workspan/noise.h"
#include "base/order.h"

#define GAINS   1.15 /* times as fast: what fixing less does is no reason to begin; ... */
#define UNSURE  1.25 /* ... of times of a single run */
#define HEALTHY 0.8  /* of its processors: who gets so much scales */
#define ASLEEP  0.5  /* of the processors' time: then it does not, whatever it gets */
#define UNKNOWN 0.25 /* of it, by samples: then it is not "nothing" that holds it back */
#define ALIKE \
    0.9 /* of another's gain: then it matters more which of them is paid again and again */

const struct sw_verdict_loss *sw_verdict_loss_of(const struct sw_verdict *v, enum sw_why cause)
{
    for (size_t i = 0; i < v->n_losses; i++)
        if (v->losses[i].cause == cause)
            return &v->losses[i];
    return NULL;
}

struct sw_verdict_loss *sw_ledger_row(struct sw_verdict *v, enum sw_why cause)
{
    const struct sw_verdict_loss *row = sw_verdict_loss_of(v, cause);
    if (row)
        return &v->losses[row - v->losses];
    v->losses[v->n_losses] = (struct sw_verdict_loss){.cause = cause, .speedup_without = NAN};
    return &v->losses[v->n_losses++];
}

void sw_ledger_place(struct sw_verdict_loss *loss, struct sw_verdict_place place)
{
    size_t at = 0;
    while (at < loss->n_places &&
           (!place.line || loss->places[at].line != place.line ||
            loss->places[at].form != place.form || strcmp(loss->places[at].file, place.file) != 0))
        at++;
    if (at < loss->n_places) {
        loss->places[at].lost += place.lost;
        return;
    }
    loss->n_all++;
    while (at && loss->places[at - 1].lost < place.lost)
        at--;
    if (at == SW_VERDICT_PLACES)
        return;
    loss->n_places += loss->n_places < SW_VERDICT_PLACES;
    memmove(loss->places + at + 1, loss->places + at,
            (loss->n_places - at - 1) * sizeof *loss->places);
    loss->places[at] = place;
}

void sw_ledger_scale(struct sw_verdict *v, double part)
{
    for (size_t i = 0; i < v->n_losses; i++) {
        v->losses[i].lost *= part;
        for (size_t k = 0; k < v->losses[i].n_places; k++)
            v->losses[i].places[k].lost *= part;
    }
}

double sw_ledger_lost(const struct sw_verdict *v)
{
    double lost = 0;
    for (size_t i = 0; i < v->n_losses; i++)
        lost += v->losses[i].lost;
    return lost;
}

static double unknown_of(const struct sw_verdict *v)
{
    return 1 - v->work - v->away - sw_ledger_lost(v);
}

static int compare_losses(const void *a, const void *b)
{
    const struct sw_verdict_loss *x = a, *y = b;
    double p = isnan(x->speedup_without) ? 0 : x->speedup_without,
           q = isnan(y->speedup_without) ? 0 : y->speedup_without;
    return SW_BY(SW_FALLING(p, q), SW_FALLING(x->lost, y->lost), SW_RISING(x->cause, y->cause));
}

void sw_ledger_sort(struct sw_verdict *v)
{
    qsort(v->losses, v->n_losses, sizeof *v->losses, compare_losses);
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

/* How many times as fast a program must be without a cause, for that to be what holds it back. A healthy one has none but grain,
 * which costs time on one processor, too. */
static double least_gain(const struct sw_verdict *v, const struct sw_profile *p, enum sw_why cause)
{
    double noise = sw_noise(p, SW_NOISY_PARALLELISM);
    double gains = noise > 0 && !p->steadiness.runs ? UNSURE : fmax(GAINS, 1 + noise);
    bool is_healthy = v->speedup >= HEALTHY * (double)v->processors;
    if (v->watched_on)
        return SW_ACCOUNT_GAINS;
    if (cause == SW_WHY_GRAIN)
        return fmax(gains, is_healthy ? 1 / HEALTHY : SW_GRAIN_LIMITS);
    return is_healthy ? INFINITY : gains;
}

void sw_ledger_rank(struct sw_verdict *v, const struct sw_profile *p)
{
    size_t chosen = v->n_losses;
    double unknown = v->watched_on ? unknown_of(v) : 0;
    bool is_unknown = isnan(v->speedup) || unknown > UNKNOWN;
    sw_ledger_sort(v);
    v->cause = is_unknown ? SW_WHY_UNKNOWN : SW_WHY_NONE;
    if (isnan(v->speedup) || (is_unknown && v->n_losses && unknown > v->losses[0].lost))
        return;
    for (size_t i = 0; i < v->n_losses; i++) {
        const struct sw_verdict_loss *loss = &v->losses[i], *first = &v->losses[chosen];
        if (!(loss->speedup_without >= least_gain(v, p, loss->cause) * v->speedup))
            continue;
        if (chosen == v->n_losses || (is_once(first) && !is_once(loss) &&
                                      loss->speedup_without >= ALIKE * first->speedup_without))
            chosen = i;
    }
    if (chosen == v->n_losses)
        return;
    put_first(v, chosen);
    v->certainty = v->losses[0].is_simulated ? SW_CERTAIN_SIMULATED : v->certainty;
}

void sw_ledger_face(struct sw_verdict *v, const struct sw_profile *p)
{
    size_t most = 0;
    double noise = fmax(sw_noise(p, SW_NOISY_PARALLELISM), 1 - 1 / GAINS);
    if (v->cause != SW_WHY_NONE ||
        (v->speedup >= HEALTHY * (double)v->processors && v->away < ASLEEP))
        return;
    for (size_t i = 1; i < v->n_losses; i++)
        if (v->losses[i].lost > v->losses[most].lost)
            most = i;
    double lost = v->n_losses ? v->losses[most].lost : 0, unknown = unknown_of(v);
    if (fmax(fmax(v->away, lost), unknown) <= noise)
        return;
    v->cause = v->away >= fmax(lost, unknown) ? SW_WHY_WAITING
               : lost >= unknown              ? v->losses[most].cause
                                              : SW_WHY_UNKNOWN;
    if (v->cause < SW_WHY_CAUSES)
        put_first(v, most);
}

/* How many times as fast without the first cause. Waits for a lock are among these, too: that its line is fought over may be why
 * it is held long, but it is not why all need it. */
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

int sw_ledger_rank_shared(struct sw_verdict *v, const struct sw_profile *p,
                          const struct sw_findings *findings)
{
    const struct sw_finding *f = sw_findings_first(findings, SW_FINDING_SHARED);
    struct sw_shared_rows t;
    if (!f)
        return 0;
    int error = sw_shared_rows_make(&t, p);
    bool is_other = !error && times_as_long(v, &t) < gain_of_other(v);
    sw_shared_rows_release(&t);
    if (error)
        return error;
    v->is_bound = true;
    if (is_other && sw_verdict_loss_of(v, SW_WHY_CONTENTION))
        return 0;
    struct sw_verdict_loss *loss = sw_ledger_row(v, SW_WHY_CONTENTION);
    *loss = (struct sw_verdict_loss){.cause = SW_WHY_CONTENTION,
                                     .lost = loss->lost,
                                     .speedup_without = NAN,
                                     .n_places = 1,
                                     .n_all = 1,
                                     .places = {sw_verdict_place_of(p, f, false)}};
    if (is_other)
        return 0;
    put_first(v, (size_t)(loss - v->losses));
    v->certainty = SW_CERTAIN_ABOUT;
    return 0;
}

void sw_ledger_limit(struct sw_verdict *v)
{
    double most = fmax(v->speedup, (double)v->processors);
    for (size_t i = 0; i < v->n_losses; i++) {
        double *without = &v->losses[i].speedup_without;
        if (v->losses[i].cause != SW_WHY_GRAIN && !isnan(*without))
            *without = fmax(v->speedup, fmin(*without, most));
    }
}
