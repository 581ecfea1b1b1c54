/* What the ranks say together: first what to doubt, then who has too much, and where. */
#include "analysis/merge/merge.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/sites.h"
#include "base/order.h"

#include <signal.h>
#include <sys/wait.h>

#define NOISE       0.10 /* times that differ by so much may be the same */
#define MUCH        0.90 /* a balance below is worth a word */
#define LITTLE_WORK 0.50 /* of the mean: a rank with less is idle for long */
#define MUCH_MPI    0.10 /* of work and MPI together */

enum { MOST_LISTED = 8, MOST_OUTLIERS = 3 };

void sw_spread_add(struct sw_spread *s, uint64_t rank, uint64_t value)
{
    if (!s->n || value < s->least)
        s->least = value;
    if (!s->n || value > s->most || (value == s->most && rank < s->rank)) {
        s->most = value;
        s->rank = rank;
    }
    s->sum += value;
    s->n++;
}

double sw_spread_mean(const struct sw_spread *s, size_t n_ranks)
{
    return n_ranks ? (double)s->sum / (double)n_ranks : NAN;
}

double sw_spread_balance(const struct sw_spread *s, size_t n_ranks)
{
    return s->most ? sw_spread_mean(s, n_ranks) / (double)s->most : NAN;
}

double sw_merge_communication(const struct sw_merge *m)
{
    uint64_t longest = 0;
    for (size_t i = 0; i < m->n_ranks; i++) {
        uint64_t time = m->ranks[i].whole.work + m->ranks[i].apart;
        longest = time > longest ? time : longest;
    }
    int is_time = !strcmp(m->whole.unit, "ns");
    return is_time && m->apart.sum && longest ? (double)m->work.most / (double)longest : NAN;
}

struct sw_spread sw_merge_on(const struct sw_merge *m, uint64_t processors)
{
    struct sw_spread spread = {0};
    for (size_t i = 0; i < m->n_ranks; i++) {
        uint64_t share = m->ranks[i].whole.work / processors, span = m->ranks[i].whole.span;
        sw_spread_add(&spread, m->ranks[i].rank, share > span ? share : span);
    }
    return spread;
}

struct maker {
    struct sw_findings *findings;
    const struct sw_merge *merge;
};

static void doubt(struct maker *m, enum sw_finding_kind kind, struct sw_sentence *sentence)
{
    sw_findings_add(m->findings, kind, SW_WARNING, SW_NO_SITE, sentence);
}

/* "2, 5, 7 and 12 more": the list with one more, as the one with that number, and its end. */
static struct sw_sentence *list(struct sw_sentence *before, size_t n, uint64_t rank)
{
    if (n >= MOST_LISTED)
        return before;
    return before ? SW_SAY(AND_RANK, before, rank) : SW_SAY(RANKS, rank);
}

static struct sw_sentence *end_list(struct sw_sentence *before, size_t n)
{
    return n > MOST_LISTED ? SW_SAY(AND_MORE, before, n - MOST_LISTED) : before;
}

static void doubt_missing(struct maker *m)
{
    const struct sw_merge *g = m->merge;
    uint64_t size = g->whole.rank.size;
    struct sw_sentence *missing = NULL;
    size_t n = 0, at = 0;
    if (g->n_skipped)
        doubt(m, SW_FINDING_INCOMPLETE, SW_SAY(FILES_LEFT_OUT, g->n_skipped));
    if (!g->has_ranks || g->n_ranks >= size)
        return;
    for (uint64_t rank = 0; rank < size && n < MOST_LISTED; rank++) {
        if (at < g->n_ranks && g->ranks[at].rank == rank)
            at++;
        else
            missing = list(missing, n++, rank);
    }
    n = size - g->n_ranks;
    doubt(m, SW_FINDING_INCOMPLETE, SW_SAY(RANKS_MISSING, n, size, end_list(missing, n)));
}

/* The signals by which a launcher ends the others when one has died. */
static int is_launchers(int status)
{
    return WTERMSIG(status) == SIGTERM || WTERMSIG(status) == SIGKILL;
}

/* " (rank 1 was killed by signal 6, Aborted)": the first by a signal of its own, or the first. */
static struct sw_sentence *say_killed(const struct sw_merge *g)
{
    const struct sw_rank_row *killed = NULL;
    SW_EACH (row, g->ranks, g->n_ranks)
        if (WIFSIGNALED(row->status) &&
            (!killed || (is_launchers(killed->status) && !is_launchers(row->status))))
            killed = row;
    return killed ? SW_SAY(RANK_KILLED, killed->rank, (uint64_t)WTERMSIG(killed->status),
                           strsignal(WTERMSIG(killed->status)))
                  : NULL;
}

static void doubt_incomplete(struct maker *m)
{
    const struct sw_merge *g = m->merge;
    struct sw_sentence *ranks = NULL;
    size_t n = 0;
    for (size_t i = 0; i < g->n_ranks; i++)
        if (g->ranks[i].flags & (SW_PROFILE_INCOMPLETE | SW_PROFILE_DAMAGED))
            ranks = list(ranks, n++, g->ranks[i].rank);
    if (n)
        doubt(m, SW_FINDING_INCOMPLETE,
              SW_SAY(RANKS_INCOMPLETE, n, end_list(ranks, n), say_killed(g)));
}

static bool is_time(const struct maker *m)
{
    return sw_units_is_time(&m->findings->units);
}

static void doubt_measurement(struct maker *m)
{
    const struct sw_merge *g = m->merge;
    bool levels = g->differs & SW_MERGE_LEVELS, burdens = g->differs & SW_MERGE_BURDENS,
         workers = g->differs & SW_MERGE_WORKERS;
    if (levels || burdens || workers)
        doubt(m, SW_FINDING_COMPARISON, SW_SAY(RANKS_OF_OTHER_OPTIONS, levels, burdens, workers));
    if (is_time(m) && g->work.most < SW_SHORT_RUN_NS)
        doubt(m, SW_FINDING_TOO_SHORT, SW_SAY(SHORT_RANKS, g->work.most));
    if (is_time(m) && g->has_ranks && !g->apart.sum && g->n_ranks > 1)
        doubt(m, SW_FINDING_METER, SW_SAY(MPI_NOT_APART));
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
                        SW_SAY(BALANCED_RANKS, g->n_ranks, balance));
    else
        sw_findings_add(m->findings, SW_FINDING_BALANCE, SW_ADVICE, SW_NO_SITE,
                        SW_SAY(UNBALANCED_RANKS, g->n_ranks, balance, g->work.rank, 1 / balance));
}

static void find_outlier(struct maker *m, const struct sw_rank_row *row)
{
    const struct sw_merge *g = m->merge;
    struct sw_sentence *where = NULL;
    double mean = sw_spread_mean(&g->work, g->n_ranks), excess;
    double work = (double)row->whole.work, ratio = work / mean;
    size_t site = ratio > 1 ? site_of_excess(g, row->rank, &excess) : SW_NO_SITE;
    if (site != SW_NO_SITE)
        where = SW_SAY(EXCESS_AT, 2 * excess >= work - mean,
                       sw_site_say_name(&g->whole.sites[site]), sw_rounded(excess));
    sw_findings_add(m->findings, SW_FINDING_RANK, SW_ADVICE, site,
                    SW_SAY(OUTLIER, row->rank, ratio, row->whole.work, where));
}

SW_ORDER_AT(compare_work, struct sw_rank_row, SW_FALLING(x->whole.work, y->whole.work),
            SW_RISING(x->rank, y->rank))

/* The few with the most, if they stand out, and the one with the least. */
static void find_outliers(struct maker *m)
{
    const struct sw_merge *g = m->merge;
    double mean = sw_spread_mean(&g->work, g->n_ranks);
    SW_FREED const struct sw_rank_row **rows = calloc(g->n_ranks + 1, sizeof *rows);
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
}

/* Who is slowest depends on the processors that a rank gets. */
static void find_span(struct maker *m)
{
    const struct sw_merge *g = m->merge;
    const struct sw_rank_row *row = NULL;
    for (size_t i = 0; i < g->n_ranks; i++)
        if (g->ranks[i].rank == g->span.rank)
            row = &g->ranks[i];
    double mean = sw_spread_mean(&g->span, g->n_ranks);
    if (!row || g->n_ranks < 2 || !g->whole.whole.spawns || g->span.rank == g->work.rank ||
        (double)g->span.most < (1 + NOISE) * mean)
        return;
    sw_findings_add(m->findings, SW_FINDING_RANK, SW_ADVICE, SW_NO_SITE,
                    SW_SAY(LONGEST_SPAN, row->rank, g->span.most, (double)g->span.most / mean,
                           sw_parallelism(row->whole.work, row->whole.span)));
}

static void find_communication(struct maker *m)
{
    const struct sw_merge *g = m->merge;
    double all = (double)g->work.sum + (double)g->apart.sum;
    double efficiency = sw_merge_communication(g);
    if (!is_time(m) || (double)g->apart.sum < MUCH_MPI * all || isnan(efficiency))
        return;
    sw_findings_add(m->findings, SW_FINDING_BALANCE, SW_INFO, SW_NO_SITE,
                    SW_SAY(COMMUNICATION, (double)g->apart.sum / all, efficiency));
}

int sw_merge_findings(struct sw_findings *findings, const struct sw_merge *merge,
                      const struct sw_units *units)
{
    struct maker m = {findings, merge};
    findings->units = *units;
    findings->certainty = SW_CERTAIN_MEASURED;
    doubt_missing(&m);
    doubt_incomplete(&m);
    doubt_measurement(&m);
    find_balance(&m);
    find_outliers(&m);
    find_span(&m);
    find_communication(&m);
    return findings->error;
}
