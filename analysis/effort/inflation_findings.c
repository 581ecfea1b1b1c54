/*
 * Findings of work inflation: first whether the two runs are the same thing at all, then how much the
 * work grew, where, and what makes the same instructions take longer.
 */
#include "analysis/compare/match.h"
#include "analysis/effort/inflation.h"
#include "analysis/workspan/sites.h"
#include "base/order.h"

#define MOST_HOLDERS 3

struct maker {
    struct sw_findings *findings;
    const struct sw_inflation *inflation;
};

/* The inflated sites that call one function, or are one loop. Local work adds up over them. */
struct group {
    const struct sw_difference *first; /* the one that grew most */
    size_t n;
    int counts_differ;
    uint64_t serial, parallel;
    int64_t excess;
};

#define DOUBT(m, ...) \
    sw_findings_add(m->findings, SW_FINDING_COMPARISON, SW_WARNING, SW_NO_SITE, SW_SAY(__VA_ARGS__))

static void doubt_runs(struct maker *m)
{
    const struct sw_profile *s = m->inflation->serial, *p = m->inflation->parallel;
    char there[SW_ARGUMENTS_TEXT], here[SW_ARGUMENTS_TEXT];
    if (!sw_profile_is_parallel(p))
        DOUBT(m, BOTH_SERIAL);
    if (!sw_same_arguments(s, p))
        DOUBT(m, OTHER_ARGUMENTS_INFLATE, sw_join_arguments(s->args, there),
              sw_join_arguments(p->args, here));
    if ((s->flags | p->flags) & (SW_PROFILE_INCOMPLETE | SW_PROFILE_DAMAGED))
        DOUBT(m, NOT_BOTH_COMPLETE);
    if (sw_units_is_time(&m->findings->units) && s->whole.work < SW_SHORT_RUN_NS)
        DOUBT(m, SHORT_SERIAL_RUN, s->whole.work);
    if (strcmp(sw_string(s->host), sw_string(p->host)))
        DOUBT(m, OTHER_MACHINES_INFLATE, s->host, p->host);
}

static void doubt_sites(struct maker *m)
{
    const struct sw_profile *s = m->inflation->serial, *p = m->inflation->parallel;
    if (strcmp(sw_string(s->level), sw_string(p->level)))
        DOUBT(m, OTHER_LEVELS_INFLATE, s->level, p->level);
    else if (s->n_unpatched || p->n_unpatched)
        DOUBT(m, BUDGETS_INFLATE, s->n_unpatched, p->n_unpatched);
    if (sw_match_builds(s, p) == SW_DIFFERENT)
        DOUBT(m, BUILT_ANEW);
}

static int is_large(const struct maker *m, uint64_t work)
{
    return (double)work > SW_INFLATION_LEAST * (double)m->inflation->work.before;
}

/* Those that matter: a small site that ran once more changes nothing. */
static void doubt_counts(struct maker *m)
{
    const struct sw_inflation *f = m->inflation;
    const struct sw_difference *largest = NULL;
    size_t n = 0;
    SW_EACH (g, f->sites, f->n_sites) {
        if (!g->counts_differ ||
            (!is_large(m, g->local_work.before) && !is_large(m, g->local_work.after)))
            continue;
        n++;
        if (!largest || g->local_work.after > largest->local_work.after)
            largest = g;
    }
    if (largest)
        sw_findings_add(m->findings, SW_FINDING_COMPARISON, SW_WARNING, largest->index,
                        SW_SAY(OTHER_COUNTS, sw_site_say(&largest->site), largest->count.before,
                               largest->count.after, n - 1));
}

static void doubt_unmatched(struct maker *m)
{
    const struct sw_inflation *f = m->inflation;
    if (is_large(m, f->serial_only.local_work) || is_large(m, f->parallel_only.local_work))
        DOUBT(m, NOT_ALL_MATCHED, f->serial_only.n, f->serial_only.local_work, f->parallel_only.n,
              f->parallel_only.local_work);
}

static struct sw_sentence *say_growth(const struct sw_inflation *f, double ratio)
{
    struct sw_sentence *bound = NULL;
    if (isfinite(f->most_speedup))
        bound = SW_SAY(INFLATION_BOUND, f->parallel->circumstances.workers, f->most_speedup);
    return SW_SAY(INFLATION, ratio, f->work.before, f->work.after, bound);
}

static void find_whole(struct maker *m)
{
    const struct sw_inflation *f = m->inflation;
    double ratio = sw_change_ratio(&f->work);
    bool has_grown = ratio > 1 + SW_INFLATION_NOISE;
    sw_findings_add(m->findings, SW_FINDING_INFLATION,
                    isfinite(ratio) && has_grown ? SW_ADVICE : SW_INFO, SW_NO_SITE,
                    !isfinite(ratio)                       ? SW_SAY(NO_SERIAL_WORK)
                    : has_grown                            ? say_growth(f, ratio)
                    : ratio < 1 / (1 + SW_INFLATION_NOISE) ? SW_SAY(WORK_SHRANK, ratio)
                    : f->n_inflated ? SW_SAY(SOME_SITES_GREW, ratio, SW_INFLATION_NOISE)
                                    : SW_SAY(NOTHING_GREW, ratio, SW_INFLATION_NOISE));
}

static void add_to_group(struct group *groups, size_t *n, const struct sw_difference *g)
{
    size_t i = 0;
    while (i < *n && sw_site_compare_callees(&groups[i].first->site, &g->site))
        i++;
    if (i == *n)
        groups[(*n)++] = (struct group){.first = g};
    groups[i].n++;
    groups[i].counts_differ |= g->counts_differ;
    groups[i].serial += g->local_work.before;
    groups[i].parallel += g->local_work.after;
    groups[i].excess += g->excess;
}

SW_ORDER(compare_groups, struct group, SW_FALLING(x->excess, y->excess))

/* Of all that grew; what shrank meanwhile does not count. */
static double share_of_growth(const struct sw_inflation *f, int64_t excess)
{
    double all = 0;
    for (size_t i = 0; i < f->n_sites; i++)
        if (f->sites[i].presence == SW_IN_BOTH && f->sites[i].excess > 0)
            all += (double)f->sites[i].excess;
    return (double)excess / all;
}

static void find_group(struct maker *m, const struct group *g)
{
    double expected = (double)g->parallel - (double)g->excess;
    sw_findings_add(m->findings, SW_FINDING_INFLATED_SITE, SW_ADVICE, g->first->index,
                    SW_SAY(SITE_GREW, sw_site_say_name(&g->first->site), g->n - 1,
                           expected > 0 ? (double)g->parallel / expected : NAN,
                           g->counts_differ != 0, g->serial, g->parallel,
                           share_of_growth(m->inflation, g->excess)));
}

static void find_sites(struct maker *m)
{
    const struct sw_inflation *f = m->inflation;
    size_t n = 0;
    SW_FREED struct group *groups = malloc((f->n_inflated + 1) * sizeof *groups);
    if (!groups) {
        m->findings->error = -ENOMEM;
        return;
    }
    for (size_t i = 0; i < f->n_sites; i++)
        if (f->sites[i].is_inflated)
            add_to_group(groups, &n, &f->sites[i]);
    qsort(groups, n, sizeof *groups, compare_groups);
    for (size_t i = 0; i < n && i < MOST_HOLDERS; i++)
        find_group(m, &groups[i]);
    if (!n)
        sw_findings_add(m->findings, SW_FINDING_INFLATED_SITE, SW_INFO, SW_NO_SITE,
                        SW_SAY(NO_SITE_GREW, SW_INFLATION_LEAST));
}

static void find_causes(struct maker *m)
{
    const struct sw_inflation *f = m->inflation;
    bool differ = f->n_counts_differ || !sw_same_arguments(f->serial, f->parallel);
    sw_findings_add(m->findings, SW_FINDING_CAUSES, SW_ADVICE, SW_NO_SITE,
                    SW_SAY(WHY_INFLATION, differ));
}

int sw_inflation_findings(struct sw_findings *findings, const struct sw_inflation *inflation,
                          const struct sw_units *units)
{
    struct maker m = {findings, inflation};
    findings->units = *units;
    findings->certainty = SW_CERTAIN_MEASURED;
    doubt_runs(&m);
    doubt_sites(&m);
    doubt_counts(&m);
    doubt_unmatched(&m);
    if (!sw_profile_is_parallel(inflation->parallel))
        return findings->error; /* no workers, nobody to share with */
    find_whole(&m);
    if (inflation->n_inflated || sw_change_ratio(&inflation->work) > 1 + SW_INFLATION_NOISE) {
        find_sites(&m);
        find_causes(&m);
    }
    return findings->error;
}
