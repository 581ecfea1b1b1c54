/* Work that every thread of a region does in full, as where a loop construct was forgotten: on one core it is done once. */
#include "analysis/simulation/simulation.h"
#include "analysis/verdict/verdict_parts.h"

#define ENOUGH 0.05 /* of the processors' time: less may be noise */
#define PART \
    0.1 /* of what a region does on one core: less may be caches that threads lose by turns, ... */
#define GROWTH 2    /* ... and so may what grows less */
#define ALL    1.05 /* ... and more than all of it is something else */

/* What outermost regions at a site do in a run, with all inside, and how many threads take part. */
static double work_at(const struct sw_profile *p, const struct sw_simulation *s, uint32_t site,
                      double *threads)
{
    double work = 0, count = 0, teams = 0;
    for (uint32_t i = 1; i < s->n; i++) {
        const struct sw_construct *c = &p->constructs[s->first + i];
        if (c->site != site || c->kind != SW_CONSTRUCT_PARALLEL || c->parent)
            continue;
        work += (double)c->total_work;
        count += (double)c->count;
        teams += (double)c->threads;
    }
    *threads = count > 0 ? teams / count : 1;
    return work;
}

/* A part of what one thread does that all others do as well. */
static double repeated_at(const struct sw_profile *p, const struct sw_simulation *one,
                          const struct sw_simulation *s, uint32_t site)
{
    double threads, ignored, now = work_at(p, s, site, &threads);
    double alone = work_at(p, one, site, &ignored), more = now - alone,
           part = threads > 1 ? more / (threads - 1) : 0;
    return now > GROWTH * alone && part > PART * alone && part < ALL * alone ? more : 0;
}

void sw_verdict_take_repeated(struct sw_verdict *v, const struct sw_profile *p)
{
    const struct sw_simulation *one = sw_simulation_on(p, 1),
                               *s = sw_simulation_on(p, v->processors);
    double all = s ? (double)v->processors * (double)s->time : 0, most = 0, sum = 0;
    struct sw_verdict_place place = {.form = SW_FORM_REPEATED};
    size_t n = 0;
    for (uint32_t i = 0; one && s && s != one && i < p->n_sites; i++) {
        double repeated = repeated_at(p, one, s, i);
        if (!(repeated > ENOUGH * all))
            continue;
        n++;
        sum += repeated / all;
        if (repeated > most) {
            place = sw_verdict_place_at(&p->sites[i].caller_place);
            place.lost = repeated / all;
            place.form = SW_FORM_REPEATED;
            most = repeated;
        }
    }
    sum = fmin(sum, v->work);
    if (!(sum > 0))
        return;
    struct sw_verdict_loss *loss = sw_ledger_row(v, SW_WHY_PARALLELISM);
    double before = isnan(loss->speedup_without) ? v->speedup : loss->speedup_without;
    if (sum > loss->lost) { /* it is the first place of its cause */
        loss->n_places = 0;
        loss->is_simulated = false;
    }
    sw_ledger_place(loss, place);
    loss->n_all += n - 1;
    loss->lost += sum;
    v->work -= sum;
    loss->speedup_without = 1 / (1 / before - sum / v->speedup);
}
