#include "analysis/compare/diff.h"
#include "analysis/compare/match.h"
#include "analysis/simulation/simulation.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/noise.h"
#include "analysis/workspan/sites.h"
#include "base/order.h"
#include "base/text.h"

#define ONCE 0.10 /* by which the fastest of a few runs may differ from that of a few others */

static const struct sw_real_run *run_on(const struct sw_profile *p, uint64_t processors)
{
    return SW_FIRST(run, p->real, p->n_real, run->processors == processors);
}

static uint64_t time_of(const struct sw_real_run *r)
{
    return r->trials ? r->median_ns : r->time_ns;
}

static double speedup(const struct sw_profile *p, const struct sw_real_run *r)
{
    const struct sw_real_run *one = run_on(p, 1);
    return one && time_of(one) && time_of(r) ? (double)time_of(one) / (double)time_of(r) : NAN;
}

/* One trial has no spread, and says no more than the fastest of some. */
static bool runs_are_alike(const struct sw_real_run *a, const struct sw_real_run *b)
{
    double ratio = time_of(a) ? (double)time_of(b) / (double)time_of(a) : NAN;
    if (a->trials > 1 && b->trials > 1)
        return a->time_ns <= b->most_ns && b->time_ns <= a->most_ns;
    return ratio <= 1 + ONCE && ratio >= 1 / (1 + ONCE);
}

/* As many as both have, in their order. */
static int real_changes(struct sw_diff *f)
{
    if (!SW_POOLED(&f->pool, f->real, f->after->n_real))
        return -ENOMEM;
    SW_EACH (b, f->after->real, f->after->n_real) {
        const struct sw_real_run *a = run_on(f->before, b->processors);
        if (a)
            f->real[f->n_real++] =
                (struct sw_real_change){.processors = b->processors,
                                        .time = sw_change_make(time_of(a), time_of(b)),
                                        .speedup_before = speedup(f->before, a),
                                        .speedup_after = speedup(f->after, b),
                                        .is_noise = runs_are_alike(a, b)};
    }
    return 0;
}

#define LARGE_SHARE 0.10 /* of the whole's work: a site that changed by more has changed */

/* The changes of what was added up. */
static void finish(struct sw_difference *d)
{
    const struct sw_figures *a = &d->before, *b = &d->after;
    d->work = sw_change_make(a->work, b->work);
    d->span = sw_change_make(a->span, b->span);
    d->burdened_span = sw_change_make(a->burdened_span, b->burdened_span);
    sw_change_settle(&d->local_work);
    sw_change_settle(&d->local_span);
    sw_change_settle(&d->count_on_span);
    if (d->subject != SW_SUBJECT_SITE)
        d->count = sw_change_make(a->count, b->count);
    sw_change_settle(&d->count);
}

int sw_difference_is_any(const struct sw_difference *d)
{
    return d->presence != SW_IN_BOTH || memcmp(&d->before, &d->after, sizeof d->before) ||
           d->count.growth || d->local_work.growth || d->local_span.growth ||
           d->count_on_span.growth;
}

double sw_difference_of_parallelism(const struct sw_difference *d)
{
    return sw_parallelism(d->after.work, d->after.span) /
           sw_parallelism(d->before.work, d->before.span);
}

/* One of the sites of the first profile, or of the second. */
static void add_site(struct sw_difference *d, int side, const struct sw_site *site, size_t index)
{
    size_t *at = side ? &d->index : &d->index_before;
    if (*at == SW_NO_SITE || site->on_work.local.work > d->site.on_work.local.work) {
        d->site = *site;
        *at = index;
        d->line_before = side ? d->line_before : site->caller_place.line;
    }
    sw_figures_add(side ? &d->after : &d->before, &site->on_work.top_site);
    d->count.at[side] += site->on_work.local.count;
    d->local_work.at[side] += site->on_work.local.work;
    d->local_span.at[side] += site->on_span.local.span;
    d->count_on_span.at[side] += site->on_span.local.count;
}

static void finish_site(const struct sw_profile *before, struct sw_difference *d)
{
    if (d->index == SW_NO_SITE)
        d->presence = SW_BEFORE_ONLY;
    else if (d->index_before == SW_NO_SITE)
        d->presence = SW_AFTER_ONLY;
    else
        d->is_moved =
            d->line_before != d->site.caller_place.line ||
            strcmp(sw_base_name(sw_string(before->sites[d->index_before].caller_place.file)),
                   sw_base_name(sw_string(d->site.caller_place.file)));
    finish(d);
}

struct sw_difference *sw_diff_sites(struct sw_pool *pool, const struct sw_profile *before,
                                    const struct sw_profile *after, size_t *n, size_t *n_by_name)
{
    const struct sw_profile *const profiles[] = {before, after};
    struct sw_difference *sites = NULL;
    struct sw_matches matches;
    *n = *n_by_name = 0;
    if (sw_matches_make(&matches, before, after))
        return NULL;
    if (SW_POOLED(pool, sites, matches.n)) {
        *n = matches.n;
        *n_by_name = matches.n_by_name;
    }
    for (size_t i = 0; i < *n; i++)
        sites[i] = (struct sw_difference){
            .subject = SW_SUBJECT_SITE, .index = SW_NO_SITE, .index_before = SW_NO_SITE};
    for (int side = 0; sites && side < 2; side++)
        for (size_t i = 0; i < profiles[side]->n_sites; i++)
            add_site(&sites[matches.groups[side][i]], side, &profiles[side]->sites[i], i);
    for (size_t i = 0; i < *n; i++)
        finish_site(before, &sites[i]);
    sw_matches_release(&matches);
    return sites;
}

SW_ORDER(compare_growth, struct sw_difference,
         SW_FALLING(x->local_span.growth, y->local_span.growth),
         SW_FALLING(x->local_work.growth, y->local_work.growth),
         sw_site_compare_lines(&x->site, &y->site))

static void count_site(struct sw_diff *f, const struct sw_difference *d)
{
    f->n_matched += d->presence == SW_IN_BOTH;
    f->n_before_only += d->presence == SW_BEFORE_ONLY;
    f->n_after_only += d->presence == SW_AFTER_ONLY;
    f->n_moved += d->is_moved != 0;
    f->n_changed += sw_difference_is_any(d);
}

static int compare_sites(struct sw_diff *f)
{
    size_t by_name;
    f->sites = sw_diff_sites(&f->pool, f->before, f->after, &f->n_sites, &by_name);
    if (!f->sites)
        return -ENOMEM;
    for (size_t i = 0; i < f->n_sites; i++)
        count_site(f, &f->sites[i]);
    qsort(f->sites, f->n_sites, sizeof *f->sites, compare_growth);
    return 0;
}

static const struct sw_region *find_region(const struct sw_profile *p, const char *label)
{
    return SW_FIRST(r, p->regions, p->n_regions, !strcmp(sw_string(r->label), label));
}

static void add_region(struct sw_diff *f, const char *label)
{
    const struct sw_region *a = find_region(f->before, label), *b = find_region(f->after, label);
    struct sw_difference *d = &f->regions[f->n_regions++];
    *d = (struct sw_difference){.subject = SW_SUBJECT_REGION,
                                .label = label,
                                .index = SW_NO_SITE,
                                .index_before = SW_NO_SITE,
                                .presence = !a   ? SW_AFTER_ONLY
                                            : !b ? SW_BEFORE_ONLY
                                                 : SW_IN_BOTH};
    if (a)
        d->before = a->figures;
    if (b)
        d->after = b->figures;
    finish(d);
}

static int compare_regions(struct sw_diff *f)
{
    if (!SW_POOLED(&f->pool, f->regions, f->before->n_regions + f->after->n_regions))
        return -ENOMEM;
    for (size_t i = 0; i < f->after->n_regions; i++)
        add_region(f, sw_string(f->after->regions[i].label));
    for (size_t i = 0; i < f->before->n_regions; i++)
        if (!find_region(f->after, sw_string(f->before->regions[i].label)))
            add_region(f, sw_string(f->before->regions[i].label));
    return 0;
}

static int same_times(const struct sw_profile *a, const struct sw_profile *b)
{
    int same = a->n_simulations == b->n_simulations;
    for (size_t i = 0; same && i < a->n_simulations; i++)
        same = a->simulations[i].processors == b->simulations[i].processors &&
               a->simulations[i].time == b->simulations[i].time;
    return same;
}

static int is_equal(const struct sw_diff *f)
{
    int any = sw_difference_is_any(&f->whole) || f->n_changed || !same_times(f->before, f->after);
    for (size_t i = 0; i < f->n_real; i++)
        any |= f->real[i].time.growth != 0;
    for (size_t i = 0; i < f->n_regions; i++)
        any |= sw_difference_is_any(&f->regions[i]);
    return !any;
}

static bool explains(const struct sw_diff *f, enum sw_noisy figure, double ratio)
{
    return sw_noise_explains(f->before, f->after, figure, ratio);
}

/* What a site does has changed, and that is a part of the whole. */
static bool has_changed(const struct sw_diff *f, const struct sw_difference *site)
{
    double growth = (double)llabs(site->local_work.growth);
    return growth > LARGE_SHARE * (double)f->whole.work.before &&
           !explains(f, SW_NOISY_WORK, sw_change_ratio(&site->local_work));
}

static int is_noise(const struct sw_diff *f)
{
    for (size_t i = 0; i < f->n_real; i++)
        if (!f->real[i].is_noise)
            return 0;
    if (!f->has_work)
        return !f->is_equal;
    if (f->is_equal || !sw_diff_is_noisy(f) || f->n_before_only || f->n_after_only ||
        !explains(f, SW_NOISY_WORK, sw_change_ratio(&f->whole.work)) ||
        !explains(f, SW_NOISY_SPAN, sw_change_ratio(&f->whole.span)) ||
        !explains(f, SW_NOISY_PARALLELISM, sw_difference_of_parallelism(&f->whole)))
        return 0;
    for (size_t i = 0; i < f->n_regions; i++)
        if (!explains(f, SW_NOISY_PARALLELISM, sw_difference_of_parallelism(&f->regions[i])))
            return 0;
    for (size_t i = 0; i < f->n_sites; i++)
        if (has_changed(f, &f->sites[i]))
            return 0;
    for (size_t i = 0; i < f->after->n_simulations; i++) {
        const struct sw_simulation *a = &f->after->simulations[i],
                                   *b = sw_simulation_on(f->before, a->processors);
        if (b && b->time && !explains(f, SW_NOISY_SPAN, (double)a->time / (double)b->time))
            return 0;
    }
    return 1;
}

int sw_diff_make(struct sw_diff *f, const struct sw_profile *before, const struct sw_profile *after)
{
    *f = (struct sw_diff){.before = before, .after = after};
    f->whole = (struct sw_difference){.subject = SW_SUBJECT_PROGRAM,
                                      .label = "",
                                      .index = SW_NO_SITE,
                                      .index_before = SW_NO_SITE,
                                      .before = before->whole,
                                      .after = after->whole};
    f->has_work = before->whole.work || after->whole.work;
    finish(&f->whole);
    int error = real_changes(f) ?: compare_regions(f) ?: compare_sites(f);
    if (error) {
        sw_diff_release(f);
        return error;
    }
    f->is_equal = is_equal(f);
    f->is_noise = is_noise(f);
    return 0;
}

void sw_diff_release(struct sw_diff *f)
{
    sw_pool_release(&f->pool);
    *f = (struct sw_diff){0};
}

int sw_diff_check(const struct sw_profile *before, const char *before_name,
                  const struct sw_profile *after, const char *after_name, char *why,
                  size_t why_size)
{
    const char *a = sw_string(before->unit), *b = sw_string(after->unit);
    const char *meter_a = sw_string(before->meter), *meter_b = sw_string(after->meter);
    if (!strcmp(a, b) && !strcmp(meter_a, meter_b))
        return 0;
    return SW_REFUSE(
        why, why_size,
        "cannot compare '%s', measured in %s (meter '%s'), with '%s', in %s (meter '%s'): "
        "measure both with the same meter",
        before_name, a, meter_a, after_name, b, meter_b);
}

int sw_diff_is_noisy(const struct sw_diff *f)
{
    return sw_noise(f->after, SW_NOISY_WORK) > 0;
}

SW_NAMES(sw_presence_name, uint32_t, "both", "before", "after")

SW_NAMES(sw_subject_name, uint32_t, "program", "region", "site")
