/* What the ranks say together, in words: first what to doubt, then who has too much, and where. */
#include "analysis/merge/merge.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/sites.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define NOISE       0.10 /* times that differ by so much may be the same */
#define MUCH        0.90 /* a balance below is worth a word */
#define LITTLE_WORK 0.50 /* of the mean: a rank with less is idle for long */
#define MUCH_MPI    0.10 /* of work and MPI together */

enum { MOST_LISTED = 8, MOST_OUTLIERS = 3 };

struct maker {
    struct sw_findings *findings;
    const struct sw_merge *merge;
    const struct sw_units *units;
};

#define DOUBT(m, kind, ...) sw_findings_add(m->findings, kind, SW_WARNING, SW_NO_SITE, __VA_ARGS__)

/* "2, 5, 7 and 12 more" */
static void list_rank(char *text, size_t size, size_t n, uint64_t rank)
{
    size_t at = strlen(text);
    if (n < MOST_LISTED)
        snprintf(text + at, size - at, "%s%" PRIu64, n ? ", " : "", rank);
}

static void end_list(char *text, size_t size, size_t n)
{
    size_t at = strlen(text);
    if (n > MOST_LISTED)
        snprintf(text + at, size - at, " and %zu more", n - MOST_LISTED);
}

static void doubt_missing(struct maker *m)
{
    const struct sw_merge *g = m->merge;
    uint64_t size = g->whole.rank.size;
    char list[256] = "";
    size_t n = 0, at = 0;
    if (g->n_skipped)
        DOUBT(m, SW_FINDING_INCOMPLETE, "%zu file%s could not be read and %s left out",
              g->n_skipped, g->n_skipped == 1 ? "" : "s", g->n_skipped == 1 ? "is" : "are");
    if (!g->has_ranks || g->n_ranks >= size)
        return;
    for (uint64_t rank = 0; rank < size && n < MOST_LISTED; rank++) {
        if (at < g->n_ranks && g->ranks[at].rank == rank)
            at++;
        else
            list_rank(list, sizeof list, n++, rank);
    }
    n = size - g->n_ranks;
    end_list(list, sizeof list, n);
    DOUBT(m, SW_FINDING_INCOMPLETE, "%zu of %" PRIu64 " ranks %s missing: %s", n, size,
          n == 1 ? "is" : "are", list);
}

/* The signals by which a launcher ends the others when one has died. */
static int is_launchers(int status)
{
    return WTERMSIG(status) == SIGTERM || WTERMSIG(status) == SIGKILL;
}

/* " (rank 1 was killed by signal 6, Aborted)": the first by a signal of its own, or the first. */
static void tell_killed(const struct sw_merge *g, char *text, size_t size)
{
    const struct sw_rank_row *killed = NULL;
    for (size_t i = 0; i < g->n_ranks; i++) {
        const struct sw_rank_row *row = &g->ranks[i];
        if (WIFSIGNALED(row->status) &&
            (!killed || (is_launchers(killed->status) && !is_launchers(row->status))))
            killed = row;
    }
    if (killed)
        snprintf(text, size, " (rank %" PRIu64 " was killed by signal %d, %s)", killed->rank,
                 WTERMSIG(killed->status), strsignal(WTERMSIG(killed->status)));
}

static void doubt_incomplete(struct maker *m)
{
    const struct sw_merge *g = m->merge;
    char list[256] = "", how[96] = "";
    size_t n = 0;
    for (size_t i = 0; i < g->n_ranks; i++)
        if (g->ranks[i].flags & (SW_PROFILE_INCOMPLETE | SW_PROFILE_DAMAGED))
            list_rank(list, sizeof list, n++, g->ranks[i].rank);
    end_list(list, sizeof list, n);
    tell_killed(g, how, sizeof how);
    if (n)
        DOUBT(m, SW_FINDING_INCOMPLETE,
              "%zu rank%s did not come to the end, and %s measured until the last event: %s%s", n,
              n == 1 ? "" : "s", n == 1 ? "was" : "were", list, how);
}

static int is_time(const struct maker *m)
{
    return !strcmp(m->units->unit, "ns");
}

static void doubt_measurement(struct maker *m)
{
    const struct sw_merge *g = m->merge;
    char most[SW_UNITS_SIZE];
    if (g->differs & (SW_MERGE_LEVELS | SW_MERGE_BURDENS | SW_MERGE_WORKERS))
        DOUBT(m, SW_FINDING_COMPARISON, "the ranks were not all measured with the same%s%s%s",
              g->differs & SW_MERGE_LEVELS ? " --level" : "",
              g->differs & SW_MERGE_BURDENS ? " --burden" : "",
              g->differs & SW_MERGE_WORKERS ? " --workers" : "");
    if (is_time(m) && g->work.most < SW_SHORT_RUN_NS)
        DOUBT(m, SW_FINDING_TOO_SHORT,
              "the run is too short to trust: %s of work at most; take an input that runs 10 ms or "
              "more",
              sw_units_spoken(m->units, g->work.most, most));
    if (is_time(m) && g->has_ranks && !g->apart.sum && g->n_ranks > 1)
        DOUBT(m, SW_FINDING_METER,
              "time in MPI was not told apart: a rank that waits for others in it looks as busy as "
              "they are");
}

/* The site where a rank has most more than the mean; SW_NO_SITE: none is where it has the most. */
static size_t site_of_excess(const struct sw_merge *g, uint64_t rank, double *excess)
{
    size_t best = SW_NO_SITE;
    *excess = 0;
    for (size_t i = 0; i < g->whole.n_sites; i++) {
        const struct sw_spread *s = &g->by_rank[i].local_work;
        double more = (double)s->most - sw_spread_mean(s, g->n_ranks);
        if (s->n && s->rank == rank && more > *excess) {
            *excess = more;
            best = i;
        }
    }
    return best;
}

static void find_balance(struct maker *m)
{
    const struct sw_merge *g = m->merge;
    double balance = sw_spread_balance(&g->work, g->n_ranks);
    if (g->n_ranks < 2 || isnan(balance))
        return;
    if (balance >= MUCH)
        sw_findings_add(m->findings, SW_FINDING_BALANCE, SW_INFO, SW_NO_SITE,
                        "the work is spread evenly over the %zu ranks: load balance %.2f (mean "
                        "work over the most)",
                        g->n_ranks, balance);
    else
        sw_findings_add(m->findings, SW_FINDING_BALANCE, SW_ADVICE, SW_NO_SITE,
                        "load balance between the %zu ranks is %.2f (mean work over the most, "
                        "rank %" PRIu64 "'s): spread evenly, no rank would have more than 1/%.2f "
                        "of that",
                        g->n_ranks, balance, g->work.rank, 1 / balance);
}

static void find_outlier(struct maker *m, const struct sw_rank_row *row)
{
    const struct sw_merge *g = m->merge;
    char cost[SW_UNITS_SIZE], more[SW_UNITS_SIZE], place[SW_SITE_TEXT],
        where[2 * SW_SITE_TEXT] = "";
    double mean = sw_spread_mean(&g->work, g->n_ranks), excess;
    double work = (double)row->whole.work, ratio = work / mean;
    size_t site = ratio > 1 ? site_of_excess(g, row->rank, &excess) : SW_NO_SITE;
    if (site != SW_NO_SITE)
        snprintf(where, sizeof where, ", %s in %s (%s over the mean)",
                 2 * excess >= work - mean ? "most of it" : "the largest part",
                 sw_site_name(&g->whole.sites[site], place),
                 sw_units_spoken(m->units, sw_rounded(excess), more));
    sw_findings_add(m->findings, SW_FINDING_RANK, SW_ADVICE, site,
                    "rank %" PRIu64 " has %.2f times the mean work, %s%s", row->rank, ratio,
                    sw_units_spoken(m->units, row->whole.work, cost), where);
}

static int compare_work(const void *a, const void *b)
{
    const struct sw_rank_row *x = *(const struct sw_rank_row *const *)a;
    const struct sw_rank_row *y = *(const struct sw_rank_row *const *)b;
    if (x->whole.work != y->whole.work)
        return x->whole.work > y->whole.work ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

/* The few with the most, if they stand out, and the one with the least. */
static void find_outliers(struct maker *m)
{
    const struct sw_merge *g = m->merge;
    double mean = sw_spread_mean(&g->work, g->n_ranks);
    const struct sw_rank_row **rows = calloc(g->n_ranks + 1, sizeof *rows);
    if (!rows) {
        m->findings->error = -ENOMEM;
        return;
    }
    for (size_t i = 0; i < g->n_ranks; i++)
        rows[i] = &g->ranks[i];
    qsort(rows, g->n_ranks, sizeof *rows, compare_work);
    for (size_t i = 0; g->n_ranks > 1 && i < MOST_OUTLIERS && i + 1 < g->n_ranks; i++)
        if ((double)rows[i]->whole.work > (1 + NOISE) * mean)
            find_outlier(m, rows[i]);
    if (g->n_ranks > 2 && (double)rows[g->n_ranks - 1]->whole.work < LITTLE_WORK * mean)
        find_outlier(m, rows[g->n_ranks - 1]);
    free(rows);
}

/* Who is slowest depends on the processors that a rank gets. */
static void find_span(struct maker *m)
{
    const struct sw_merge *g = m->merge;
    const struct sw_rank_row *row = NULL;
    char span[SW_UNITS_SIZE], ratio[SW_UNITS_SIZE];
    for (size_t i = 0; i < g->n_ranks; i++)
        if (g->ranks[i].rank == g->span.rank)
            row = &g->ranks[i];
    double mean = sw_spread_mean(&g->span, g->n_ranks);
    if (!row || g->n_ranks < 2 || !g->whole.whole.spawns || g->span.rank == g->work.rank ||
        (double)g->span.most < (1 + NOISE) * mean)
        return;
    sw_findings_add(
        m->findings, SW_FINDING_RANK, SW_ADVICE, SW_NO_SITE,
        "rank %" PRIu64 " has the longest span, %s, %.2f times the mean, and a parallelism of %s: "
        "however many processors each rank has, all wait for that",
        row->rank, sw_units_spoken(m->units, g->span.most, span), (double)g->span.most / mean,
        sw_units_ratio(sw_parallelism(row->whole.work, row->whole.span), ratio));
}

static void find_communication(struct maker *m)
{
    const struct sw_merge *g = m->merge;
    double all = (double)g->work.sum + (double)g->apart.sum;
    double efficiency = sw_merge_communication(g);
    if (!is_time(m) || (double)g->apart.sum < MUCH_MPI * all || isnan(efficiency))
        return;
    sw_findings_add(m->findings, SW_FINDING_BALANCE, SW_INFO, SW_NO_SITE,
                    "%.0f%% of the ranks' time is in MPI, waiting or communicating, and not in the "
                    "work; communication efficiency is %.2f (the most work over the longest time)",
                    100 * (double)g->apart.sum / all, efficiency);
}

int sw_merge_findings(struct sw_findings *findings, const struct sw_merge *merge,
                      const struct sw_units *units)
{
    struct maker m = {findings, merge, units};
    doubt_missing(&m);
    doubt_incomplete(&m);
    doubt_measurement(&m);
    find_balance(&m);
    find_outliers(&m);
    find_span(&m);
    find_communication(&m);
    return findings->error;
}
