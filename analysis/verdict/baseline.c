/* Rulings against a baseline. check.h says what is worse. */
#include "analysis/verdict/check.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/sites.h"
#include "base/order.h"

struct judge {
    struct sw_check *check;
    double least_span, least_work; /* growth up to that is nothing */
};

static double grown(const struct sw_check *check, uint64_t before)
{
    return (double)before * (1 + check->tolerance);
}

static struct sw_ruling *add(struct sw_check *check, const struct sw_difference *d,
                             enum sw_quantity quantity)
{
    struct sw_ruling *v = &check->rulings[check->n++];
    *v = (struct sw_ruling){.subject = d->subject,
                            .name = d->label ? d->label : "",
                            .quantity = quantity,
                            .is_of_baseline = 1,
                            .is_upper = sw_quantity_is_cost(quantity),
                            .site = d->index};
    return v;
}

/* A cost: above the tolerance, and by more than nothing. */
static struct sw_ruling *judge_cost(struct judge *j, const struct sw_difference *d,
                                    enum sw_quantity quantity, const struct sw_change *c)
{
    struct sw_ruling *v = add(j->check, d, quantity);
    double least = quantity == SW_SPAN ? j->least_span : j->least_work;
    v->value = (double)c->after;
    v->before = (double)c->before;
    v->limit = grown(j->check, c->before);
    if (v->limit < v->before + least)
        v->limit = v->before + least;
    v->is_broken = v->value > v->limit;
    v->excess =
        (v->value - v->before) / (double)(quantity == SW_SPAN ? j->check->baseline->whole.span
                                                              : j->check->baseline->whole.work);
    return v;
}

/* Falls only count where the span grew, and by more than nothing. */
static void judge_parallelism(struct judge *j, const struct sw_difference *d)
{
    struct sw_ruling *v = add(j->check, d, SW_PARALLELISM);
    v->value = sw_parallelism(d->after.work, d->after.span);
    v->before = sw_parallelism(d->before.work, d->before.span);
    v->limit = v->before / (1 + j->check->tolerance);
    v->is_broken = v->value < v->limit && (double)d->span.growth > j->least_span;
    v->excess = v->before / v->value;
}

static double lost_to(const struct sw_verdict *v, enum sw_why cause)
{
    const struct sw_verdict_loss *loss = sw_verdict_loss_of(v, cause);
    return loss && loss->lost > 0 ? loss->lost : 0;
}

/* What both expect on as many cores, if both are known. */
static void judge_speedup(struct judge *j)
{
    const struct sw_verdict *before = &j->check->promise.before, *after = &j->check->promise.after;
    double now = j->check->promise.now, over_old = j->check->promise.over_old;
    if (isnan(before->speedup) || isnan(now) || before->processors < 2)
        return;
    struct sw_ruling *v = &j->check->rulings[j->check->n++];
    *v = (struct sw_ruling){.subject = SW_SUBJECT_PROGRAM,
                            .name = "",
                            .quantity = SW_SPEEDUP,
                            .processors = before->processors,
                            .is_of_baseline = 1,
                            .value = now,
                            .before = before->speedup,
                            .limit = before->speedup / (1 + j->check->tolerance),
                            .site = SW_NO_SITE};
    /* Who takes less on one core, and no more on many, got no worse. */
    v->is_broken = v->value < v->limit && !(over_old >= v->limit);
    v->excess = v->before / v->value;
    for (size_t i = 0; v->is_broken && i < after->n_losses; i++) {
        const struct sw_verdict_loss *loss = &after->losses[i];
        double was = lost_to(before, loss->cause),
               most = v->loss ? v->loss->lost - v->lost_before : 0;
        if (loss->lost - was > most) {
            v->loss = loss;
            v->lost_before = was;
        }
    }
}

static int is_known(const struct sw_difference *d)
{
    return d->presence == SW_IN_BOTH;
}

static void judge_figures(struct judge *j, const struct sw_difference *d)
{
    judge_parallelism(j, d);
    judge_cost(j, d, SW_SPAN, &d->span);
    judge_cost(j, d, SW_WORK, &d->work);
}

static void keep_if_broken(struct sw_check *check)
{
    if (!check->rulings[check->n - 1].is_broken)
        check->n--;
}

/* What main takes with all that it calls is the program's. */
static int is_whole_program(const struct sw_difference *d)
{
    return d->site.kind == SW_SITE_ROOT || sw_site_is_main(&d->site);
}

static void judge_site(struct judge *j, const struct sw_difference *d)
{
    judge_cost(j, d, SW_SPAN, &d->local_span)->is_own = 1;
    keep_if_broken(j->check);
    judge_cost(j, d, SW_WORK, &d->local_work)->is_own = 1;
    keep_if_broken(j->check);
    if (!is_whole_program(d)) {
        judge_parallelism(j, d);
        keep_if_broken(j->check);
    }
}

/* Own code first, that is where to look; then by how much it matters. */
static int compare_rulings(const void *a, const void *b)
{
    const struct sw_ruling *x = a, *y = b;
    return SW_BY(SW_FALLING(x->is_own, y->is_own), SW_FALLING(x->excess, y->excess),
                 SW_RISING(x->site, y->site));
}

static void judge_sites(struct judge *j)
{
    struct sw_check *check = j->check;
    size_t first = check->n, n = 0;
    for (size_t i = 0; i < check->diff.n_sites; i++)
        if (is_known(&check->diff.sites[i])) {
            judge_site(j, &check->diff.sites[i]);
            n++;
        }
    if (check->n > first)
        qsort(check->rulings + first, check->n - first, sizeof *check->rulings, compare_rulings);
    else if (n)
        check->rulings[check->n++] = (struct sw_ruling){.subject = SW_SUBJECT_SITE,
                                                        .name = "",
                                                        .quantity = SW_SPAN,
                                                        .is_of_baseline = 1,
                                                        .value = NAN,
                                                        .limit = NAN,
                                                        .before = NAN,
                                                        .site = SW_NO_SITE,
                                                        .n_holding = n};
}

void sw_check_against_baseline(struct sw_check *check)
{
    const struct sw_figures *whole = &check->baseline->whole;
    double nothing = strcmp(sw_string(check->profile->unit), "ns") ? 0 : SW_CHECK_LEAST_NS;
    struct judge j = {check, nothing, nothing};
    judge_speedup(&j);
    judge_figures(&j, &check->diff.whole);
    for (size_t i = 0; i < check->diff.n_regions; i++)
        if (is_known(&check->diff.regions[i]))
            judge_figures(&j, &check->diff.regions[i]);
    j.least_span = fmax(nothing, check->tolerance * (double)whole->span);
    j.least_work = fmax(nothing, check->tolerance * (double)whole->work);
    judge_sites(&j);
}
