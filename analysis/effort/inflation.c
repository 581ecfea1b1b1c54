#include "analysis/effort/inflation.h"

#include "analysis/compare/match.h"
#include "analysis/workspan/sites.h"
#include "base/order.h"
#include "base/text.h"

#define COUNTS_DIFFER 0.05 /* of the larger one: half of what would be called inflation */

static int is_unpatched(const struct sw_profile *p, const struct sw_site *site)
{
    const char *callee = sw_string(site->callee_place.function);
    return *callee &&
           SW_FIRST(u, p->unpatched, p->n_unpatched, !strcmp(sw_string(u->place.function), callee));
}

/* A loop counts pieces, which are as long as its grain; a function that the budget took out counts
 * until then. Neither says how much there was to do. */
static int counts_tell(const struct sw_inflation *f, const struct sw_difference *g)
{
    return g->count.growth && g->count.before && g->count.after && g->site.kind != SW_SITE_LOOP &&
           !is_unpatched(f->serial, &g->site) && !is_unpatched(f->parallel, &g->site);
}

static double following(const struct sw_inflation *f, const struct sw_difference *g)
{
    const struct sw_circumstances *s = &f->serial->circumstances, *p = &f->parallel->circumstances;
    uint64_t cost = s->call_cost_ps > p->call_cost_ps ? s->call_cost_ps : p->call_cost_ps;
    if (strcmp(sw_string(f->parallel->unit), "ns"))
        return 0;
    return (double)g->count.after * (double)cost / 1000;
}

static int64_t rounded(double value)
{
    return fabs(value) < (double)INT64_MAX ? (int64_t)round(value)
           : value < 0                     ? -INT64_MAX
                                           : INT64_MAX;
}

static void judge(const struct sw_inflation *f, struct sw_difference *g)
{
    double serial = (double)g->local_work.before, ratio = sw_change_ratio(&g->count);
    g->excess = g->local_work.growth;
    if (g->presence != SW_IN_BOTH)
        return;
    if (counts_tell(f, g)) {
        g->counts_differ = ratio > 1 / (1 - COUNTS_DIFFER) || ratio < 1 - COUNTS_DIFFER;
        serial *= ratio;
        g->excess = rounded((double)g->local_work.after - serial);
    }
    double least = fmax(SW_INFLATION_NOISE * serial, following(f, g));
    least = fmax(least, SW_INFLATION_LEAST * (double)f->work.before);
    g->is_inflated = (double)g->excess > least;
}

SW_ORDER(compare_growth, struct sw_difference,
         SW_FALLING(x->local_work.growth, y->local_work.growth),
         sw_site_compare_lines(&x->site, &y->site))

static void count_sites(struct sw_inflation *f)
{
    for (size_t i = 0; i < f->n_sites; i++) {
        const struct sw_difference *g = &f->sites[i];
        struct sw_unmatched *only =
            g->presence == SW_BEFORE_ONLY ? &f->serial_only : &f->parallel_only;
        if (g->index != SW_NO_SITE)
            f->rows[g->index] = i;
        f->n_inflated += g->is_inflated;
        f->n_counts_differ += g->counts_differ;
        if (g->presence == SW_IN_BOTH) {
            f->n_matched++;
        } else {
            only->n++;
            only->local_work += g->local_work.before + g->local_work.after;
        }
    }
}

static double most_speedup(const struct sw_inflation *f)
{
    uint64_t workers = f->parallel->circumstances.workers;
    if (workers < 2 || !f->work.before || !f->work.after || !f->span.after)
        return NAN;
    return fmin((double)workers / sw_change_ratio(&f->work),
                (double)f->work.before / (double)f->span.after);
}

int sw_inflation_make(struct sw_inflation *f, const struct sw_profile *serial,
                      const struct sw_profile *parallel)
{
    *f = (struct sw_inflation){.serial = serial, .parallel = parallel};
    f->work = sw_change_make(serial->whole.work, parallel->whole.work);
    f->span = sw_change_make(serial->whole.span, parallel->whole.span);
    f->most_speedup = most_speedup(f);
    f->sites = sw_diff_sites(&f->pool, serial, parallel, &f->n_sites, &f->n_by_name);
    if (!SW_POOLED(&f->pool, f->rows, parallel->n_sites) || !f->sites) {
        sw_inflation_release(f);
        return -ENOMEM;
    }
    for (size_t i = 0; i < parallel->n_sites; i++)
        f->rows[i] = SW_NO_SITE;
    for (size_t i = 0; i < f->n_sites; i++)
        judge(f, &f->sites[i]);
    qsort(f->sites, f->n_sites, sizeof *f->sites, compare_growth);
    count_sites(f);
    return 0;
}

void sw_inflation_release(struct sw_inflation *f)
{
    sw_pool_release(&f->pool);
    *f = (struct sw_inflation){0};
}

const struct sw_difference *sw_inflation_of(const struct sw_inflation *f,
                                            const struct sw_site *site)
{
    size_t row = f->rows[site - f->parallel->sites];
    return row == SW_NO_SITE ? NULL : &f->sites[row];
}

SW_NAMES(sw_runs_name, uint32_t, "both", "serial", "parallel")

int sw_inflation_check_serial(const struct sw_profile *serial, const char *name, char *why,
                              size_t why_size)
{
    if (!sw_profile_is_parallel(serial))
        return 0;
    return SW_REFUSE(why, why_size,
                     "'%s' is not of a serial run: it was measured on %" PRIu64
                     " workers; --serial=FILE takes the serial profile",
                     name, serial->circumstances.workers);
}

int sw_inflation_check(const struct sw_profile *serial, const char *serial_name,
                       const struct sw_profile *parallel, const char *parallel_name, char *why,
                       size_t why_size)
{
    if (sw_profile_is_parallel(serial) && !sw_profile_is_parallel(parallel))
        return SW_REFUSE(
            why, why_size,
            "the profiles are in the wrong order: '%s' is the serial one, '%s' was measured "
            "on %" PRIu64 " workers",
            parallel_name, serial_name, serial->circumstances.workers);
    if (strcmp(sw_string(serial->unit), sw_string(parallel->unit)))
        return SW_REFUSE(why, why_size, "cannot compare '%s', in %s, with '%s', in %s", serial_name,
                         sw_string(serial->unit), parallel_name, sw_string(parallel->unit));
    if (!sw_match_programs(serial, parallel))
        return SW_REFUSE(why, why_size,
                         "cannot compare two programs: '%s' is of '%s', '%s' of '%s'", serial_name,
                         sw_string(serial->program), parallel_name, sw_string(parallel->program));
    return sw_inflation_check_serial(serial, serial_name, why, why_size);
}
