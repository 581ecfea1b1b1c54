#include "analysis/verdict/promise.h"
#include "analysis/simulation/simulation.h"
#include "analysis/verdict/verdict_parts.h"
#include "analysis/workspan/noise.h"

#define MORE 1.05 /* times as fast: what is less is no promise */
#define KEPT 0.95 /* of it */

/* 0: not known. */
static double time_on_one(const struct sw_profile *p)
{
    return p->n_simulations ? sw_simulation_one(p, sw_profile_chief(p)) : (double)p->whole.work;
}

static void take_promise(struct sw_promise *s)
{
    const struct sw_verdict *v = &s->before;
    if (s->is_prediction)
        s->promised = v->speedup;
    else if (v->n_losses && v->losses[0].speedup_without > MORE * v->speedup) {
        s->promised = v->losses[0].speedup_without;
        s->is_bound = v->losses[0].is_bound || v->is_bound;
    }
}

static void take_now(struct sw_promise *s, const struct sw_profile *before,
                     const struct sw_profile *after)
{
    double one = time_on_one(before) / time_on_one(after);
    s->now = s->after.processors == s->before.processors
                 ? s->after.speedup
                 : sw_verdict_expected_on(&s->after, s->before.processors);
    if (isfinite(one) && fabs(log(one)) > log(MORE) &&
        !sw_noise_explains(before, after, SW_NOISY_WORK, one))
        s->over_old = s->now * one;
}

int sw_promise_make(struct sw_promise *s, const struct sw_profile *before,
                    const struct sw_profile *after)
{
    *s = (struct sw_promise){.promised = NAN, .now = NAN, .over_old = NAN};
    s->is_prediction =
        before->front_end == SW_FRONT_END_ANNOTATE && after->front_end != SW_FRONT_END_ANNOTATE;
    int error = sw_verdict_of_profile(&s->before, before, 0);
    if (!error)
        error = sw_verdict_of_profile(&s->after, after, s->before.processors);
    if (error)
        sw_promise_release(s);
    else {
        take_promise(s);
        take_now(s, before, after);
    }
    return error;
}

void sw_promise_release(struct sw_promise *s)
{
    sw_verdict_release(&s->before);
    sw_verdict_release(&s->after);
}

const struct sw_verdict_place *sw_verdict_first_place(const struct sw_verdict *v)
{
    return v->cause < SW_WHY_CAUSES && v->n_losses && v->losses[0].n_places
               ? &v->losses[0].places[0]
               : NULL;
}

static void find_promise(struct sw_findings *findings, const struct sw_promise *s)
{
    bool is_kept = s->is_bound || s->now >= KEPT * s->promised;
    if (isnan(s->promised))
        return;
    sw_findings_add(
        findings, SW_FINDING_PROMISE, is_kept ? SW_INFO : SW_ADVICE, SW_NO_SITE,
        SW_SAY(PROMISED, s->is_prediction, s->is_bound, s->promised, s->before.processors,
               s->is_prediction ? NULL : SW_SAY(INSTEAD_OF, s->before.speedup), !isnan(s->now),
               s->now, isnan(s->over_old) ? NULL : SW_SAY(OVER_OLD, s->over_old)));
}

static void find_now(struct sw_findings *findings, const struct sw_promise *s)
{
    const struct sw_verdict *v = &s->after;
    const struct sw_verdict_place *at = sw_verdict_first_place(v);
    bool is_held = v->cause < SW_WHY_CAUSES;
    if (v->cause == SW_WHY_UNKNOWN)
        return;
    sw_findings_add(
        findings, SW_FINDING_PROMISE, is_held ? SW_ADVICE : SW_INFO, SW_NO_SITE,
        SW_SAY(HELD_BACK_NOW, v->cause, is_held && v->cause == s->before.cause,
               at ? sw_verdict_say_at(at) : NULL, v->processors,
               is_held && !isnan(v->losses[0].speedup_without)
                   ? SW_SAY(WITHOUT_THAT, v->losses[0].is_bound, v->losses[0].speedup_without)
                   : NULL));
    if (at)
        sw_findings_place(findings, at->file, at->line, at->function);
}

void sw_promise_findings(struct sw_findings *findings, const struct sw_promise *s)
{
    enum sw_certainty certainty = findings->certainty;
    findings->certainty = s->after.certainty;
    find_promise(findings, s);
    find_now(findings, s);
    findings->certainty = certainty;
}
