#include "report/model/merge.h"

#include "analysis/workspan/sites.h"
#include "report/model/formats.h"
#include "report/model/merge_formats.h"
#include "report/write/outlet.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

enum { DEFAULT_TOP = 10, MANY_RANKS = 16, FEW_RANKS = 8 };

static int (*const formats[])(const struct sw_merge_report *) = {
    [SW_MERGE_TEXT] = sw_merge_text,           [SW_MERGE_CSV] = sw_merge_csv,
    [SW_MERGE_CSV_SITES] = sw_merge_csv_sites, [SW_MERGE_JSON] = sw_merge_json,
    [SW_MERGE_HTML] = sw_merge_html,
};

static int compare_sites(const void *a, const void *b, void *options)
{
    const struct sw_merged_site *x = *(const struct sw_merged_site *const *)a;
    const struct sw_merged_site *y = *(const struct sw_merged_site *const *)b;
    enum sw_merge_sort sort = ((const struct sw_merge_options *)options)->sort;
    if (sort == SW_MERGE_BY_SPREAD && x->excess != y->excess)
        return x->excess > y->excess ? -1 : 1;
    uint64_t p = x->site.on_work.local.work, q = y->site.on_work.local.work;
    if (sort != SW_MERGE_BY_LINE && p != q)
        return p > q ? -1 : 1;
    return sw_site_compare_lines(&x->site, &y->site);
}

static int list_sites(struct sw_merge_report *r)
{
    const struct sw_merge *m = r->merge;
    size_t n = m->whole.n_sites, top = r->options->page.top;
    if (!top)
        top = r->options->format == SW_MERGE_TEXT ? DEFAULT_TOP : SW_REPORT_ALL;
    r->sites = calloc(n + 1, sizeof *r->sites);
    r->rows = calloc(n + 1, sizeof *r->rows);
    if (!r->sites || !r->rows)
        return -ENOMEM;
    for (size_t i = 0; i < n; i++) {
        struct sw_merged_site *s = &r->sites[i];
        *s = (struct sw_merged_site){.site = m->whole.sites[i], .by_rank = m->by_rank[i]};
        s->mean_work = sw_spread_mean(&s->by_rank.work, m->n_ranks);
        s->mean_local_work = sw_spread_mean(&s->by_rank.local_work, m->n_ranks);
        s->excess = (double)s->by_rank.local_work.most - s->mean_local_work;
        r->rows[i] = s;
    }
    qsort_r(r->rows, n, sizeof *r->rows, compare_sites, (void *)r->options);
    r->n_rows = n < top ? n : top;
    return 0;
}

static double distance(const void *row, const struct sw_merge *m)
{
    return fabs((double)((const struct sw_rank_row *)row)->whole.work -
                sw_spread_mean(&m->work, m->n_ranks));
}

static int compare_distances(const void *a, const void *b, void *merge)
{
    const struct sw_rank_row *x = *(const struct sw_rank_row *const *)a;
    const struct sw_rank_row *y = *(const struct sw_rank_row *const *)b;
    double p = distance(x, merge), q = distance(y, merge);
    if (p != q)
        return p > q ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

static int compare_ranks(const void *a, const void *b)
{
    const struct sw_rank_row *x = *(const struct sw_rank_row *const *)a;
    const struct sw_rank_row *y = *(const struct sw_rank_row *const *)b;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

/* In text, where there are many, the outliers only. */
static int list_ranks(struct sw_merge_report *r)
{
    const struct sw_merge *m = r->merge;
    size_t most = r->options->ranks;
    if (!most)
        most = m->n_ranks > MANY_RANKS ? FEW_RANKS : MANY_RANKS;
    if (r->options->format != SW_MERGE_TEXT)
        most = SW_REPORT_ALL;
    r->ranks = calloc(m->n_ranks + 1, sizeof *r->ranks);
    if (!r->ranks)
        return -ENOMEM;
    for (size_t i = 0; i < m->n_ranks; i++)
        r->ranks[i] = &m->ranks[i];
    r->n_ranks = m->n_ranks;
    if (most >= m->n_ranks)
        return 0;
    qsort_r(r->ranks, m->n_ranks, sizeof *r->ranks, compare_distances, (void *)m);
    r->n_ranks = most;
    qsort(r->ranks, most, sizeof *r->ranks, compare_ranks);
    return 0;
}

void sw_merge_processors(const struct sw_merge *merge, struct sw_merged_processors *rows)
{
    for (size_t i = 0; i < SW_MERGE_N_PROCESSORS; i++) {
        uint64_t processors = i ? sw_report_processors[i - 1] : 1;
        struct sw_spread spread = sw_merge_on(merge, processors);
        rows[i] = (struct sw_merged_processors){processors, spread.most, spread.rank,
                                                sw_spread_balance(&spread, merge->n_ranks)};
    }
}

int sw_merge_csv(const struct sw_merge_report *r)
{
    struct sw_table table = sw_merge_table(SW_MERGE_COLUMNS_RANKS_DATA, r);
    table.rows = r->ranks;
    table.n_rows = r->n_ranks;
    sw_table_csv(&table, r->out);
    return 0;
}

int sw_merge_csv_sites(const struct sw_merge_report *r)
{
    struct sw_table table = sw_merge_table(SW_MERGE_COLUMNS_SITES_CSV, r);
    table.rows = r->rows;
    table.n_rows = r->n_rows;
    sw_table_csv(&table, r->out);
    return 0;
}

int sw_merge_print(const struct sw_merge *merge, const struct sw_merge_options *options, FILE *out)
{
    struct sw_outlet outlet;
    int error = sw_outlet_open(
        &outlet, out,
        sw_outlet_for(options->format == SW_MERGE_TEXT,
                      options->format == SW_MERGE_CSV || options->format == SW_MERGE_CSV_SITES),
        &options->page, merge->whole.unit);
    if (error)
        return error;
    struct sw_merge_options settled = *options;
    settled.page = outlet.page;
    struct sw_merge_report report = {
        .merge = merge, .options = &settled, .units = outlet.units, .out = outlet.out};
    error = list_sites(&report);
    if (!error)
        error = list_ranks(&report);
    if (!error)
        error = sw_merge_findings(&report.findings, merge, &report.units);
    if (!error)
        error = formats[options->format](&report);
    error = sw_outlet_close(&outlet, error);
    sw_findings_release(&report.findings);
    free(report.sites);
    free(report.rows);
    free(report.ranks);
    return error;
}
