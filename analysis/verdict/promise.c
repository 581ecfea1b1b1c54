#include "analysis/verdict/promise.h"
#include "analysis/simulation/simulation.h"
#include "analysis/verdict/verdict_parts.h"
#include "analysis/workspan/noise.h"

#define MORE   1.05 /* times as fast: what is less is no promise */
#define KEPT   0.95 /* of it */
#define GONE   0.5  /* of what a cause lost: where less has gone, it was not changed */
#define WORTH  0.03 /* of the processors' time: less may be noise */
#define MOSTLY 0.8  /* of what has gone: the rest went with it */
#define PARTLY 0.05 /* of what was lost: less is none of it, or all but that is all */

/* 0: not known. */
static double time_on_one(const struct sw_profile *p)
{
    return p->n_simulations ? sw_simulation_one(p, sw_profile_chief(p)) : (double)p->whole.work;
}

/* What the processors lose to a cause, in the profile's unit. */
static double lost_to(const struct sw_verdict *v, const struct sw_profile *p, enum sw_why cause)
{
    const struct sw_verdict_loss *loss = sw_verdict_loss_of(v, cause);
    return loss ? loss->lost * (double)v->processors * time_on_one(p) / v->speedup : 0;
}

/* Those that most of has gone, where the same processors are known of both. Sums up what was lost to them, and is now. */
static unsigned causes_gone(const struct sw_promise *s, const struct sw_profile *before,
                            const struct sw_profile *after, double *was, double *is)
{
    const struct sw_verdict *v = &s->before;
    double all = (double)v->processors * time_on_one(before) / v->speedup;
    unsigned set = 0;
    *was = *is = 0;
    for (size_t i = 0; i < v->n_losses && s->after.processors == v->processors; i++) {
        enum sw_why cause = v->losses[i].cause;
        double lost = lost_to(v, before, cause), rest = lost_to(&s->after, after, cause);
        if (!(lost - rest > fmax(GONE * lost, WORTH * all)))
            continue;
        set |= 1u << cause;
        *was += lost;
        *is += rest;
    }
    return set;
}

static void take_promise(struct sw_promise *s, const struct sw_profile *before,
                         const struct sw_profile *after)
{
    const struct sw_verdict *v = &s->before;
    double was, is;
    if (s->is_prediction) {
        s->promised = v->speedup;
        return;
    }
    if (!v->n_losses)
        return;
    const struct sw_verdict_loss *first = &v->losses[0];
    s->causes = causes_gone(s, before, after, &was, &is);
    bool is_first =
        s->causes >> first->cause & 1 && lost_to(v, before, first->cause) > MOSTLY * was;
    if (!s->causes || is_first) {
        s->causes = 1u << first->cause;
        was = lost_to(v, before, first->cause);
        is = lost_to(&s->after, after, first->cause);
    }
    s->promised = sw_verdict_speedup_without(v, s->causes, &s->is_bound);
    for (size_t i = 0; i < v->n_losses; i++)
        if (s->causes == 1u << v->losses[i].cause) {
            s->promised = v->losses[i].speedup_without;
            s->is_bound = v->losses[i].is_bound;
        }
    s->is_bound |= v->is_bound;
    if (!(s->promised > MORE * v->speedup)) {
        s->promised = NAN;
        return;
    }
    s->gone = s->after.processors == v->processors ? 1 - is / was : NAN;
    if (s->gone > PARTLY && s->gone < 1 - PARTLY)
        s->partly = 1 / (1 / v->speedup - s->gone * (1 / v->speedup - 1 / s->promised));
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
    *s = (struct sw_promise){
        .promised = NAN, .gone = NAN, .partly = NAN, .now = NAN, .over_old = NAN};
    s->is_prediction =
        before->front_end == SW_FRONT_END_ANNOTATE && after->front_end != SW_FRONT_END_ANNOTATE;
    int error = sw_verdict_of_profile(&s->before, before, 0);
    if (!error)
        error = sw_verdict_of_profile(&s->after, after, s->before.processors);
    if (error)
        sw_promise_release(s);
    else {
        take_promise(s, before, after);
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

/* What the promise was for; NULL: for the verdict's cause. */
static struct sw_sentence *say_causes(const struct sw_promise *s)
{
    struct sw_sentence *said = NULL;
    if (!s->causes || s->causes == 1u << s->before.losses[0].cause)
        return NULL;
    for (unsigned cause = 0; cause < SW_WHY_CAUSES; cause++)
        if (s->causes >> cause & 1)
            said = SW_SAY(PROMISED_FOR, said, cause);
    return said;
}

static void find_promise(struct sw_findings *findings, const struct sw_promise *s)
{
    double promised = isnan(s->partly) ? s->promised : s->partly;
    bool is_kept = s->is_bound || s->now >= KEPT * promised;
    if (isnan(s->promised))
        return;
    sw_findings_add(findings, SW_FINDING_PROMISE, is_kept ? SW_INFO : SW_ADVICE, SW_NO_SITE,
                    SW_SAY(PROMISED, s->is_prediction, say_causes(s), s->is_bound, s->promised,
                           s->before.processors,
                           s->is_prediction ? NULL : SW_SAY(INSTEAD_OF, s->before.speedup),
                           isnan(s->partly) ? NULL : SW_SAY(PARTLY_GONE, s->partly, s->gone),
                           !isnan(s->now), s->now,
                           isnan(s->over_old) ? NULL : SW_SAY(OVER_OLD, s->over_old)));
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
