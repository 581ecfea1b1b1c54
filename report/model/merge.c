/* The ranks of an MPI program: what it means, then the ranks side by side, and where they differ. */
#include "report/model/merge.h"
#include "analysis/workspan/bounds.h"
#include "base/order.h"
#include "report/model/profile_parts.h"

enum { DEFAULT_TOP = 10, MANY_RANKS = 16, FEW_RANKS = 8 };

/* A row of the sites. */
struct sw_merged_site {
    struct sw_site site; /* first: columns of sites take it for a row of theirs */
    struct sw_by_rank by_rank;
    double mean_work, mean_local_work;
    double excess; /* of the most local work over the mean */
};

/* A row of the bounds with so many processors a rank. */
struct sw_merged_processors {
    uint64_t processors, time, rank;
    double balance;
};

struct report {
    const struct sw_merge *merge;
    const struct sw_merge_options *options;
    struct sw_merged_site *sites;
    const void **rows; /* the sites to print: sorted and cut */
    size_t n_rows;
    const void **ranks; /* the ranks to print */
    size_t n_ranks;
};

static int compare_sites(const void *a, const void *b, void *options)
{
    const struct sw_merged_site *x = *(const struct sw_merged_site *const *)a;
    const struct sw_merged_site *y = *(const struct sw_merged_site *const *)b;
    enum sw_merge_sort sort = ((const struct sw_merge_options *)options)->sort;
    uint64_t p = x->site.on_work.local.work, q = y->site.on_work.local.work;
    return SW_BY(sort == SW_MERGE_BY_SPREAD ? SW_FALLING(x->excess, y->excess) : 0,
                 sort != SW_MERGE_BY_LINE ? SW_FALLING(p, q) : 0,
                 sw_site_compare_lines(&x->site, &y->site));
}

static void list_sites(struct sw_document *d, struct report *r)
{
    const struct sw_merge *m = r->merge;
    size_t n = m->whole.n_sites, top = sw_document_top(d, DEFAULT_TOP);
    SW_POOLED(&d->pool, r->sites, n);
    if (!SW_POOLED(&d->pool, r->rows, n) || !r->sites)
        return;
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
}

static double distance(const void *row, const struct sw_merge *m)
{
    return fabs((double)((const struct sw_rank_row *)row)->whole.work -
                sw_spread_mean(&m->work, m->n_ranks));
}

SW_ORDER_AT(compare_ranks, struct sw_rank_row, SW_RISING(x->rank, y->rank))

static int compare_distances(const void *a, const void *b, void *merge)
{
    double p = distance(*(const void *const *)a, merge),
           q = distance(*(const void *const *)b, merge);
    return SW_BY(SW_FALLING(p, q), compare_ranks(a, b));
}

/* In text, where there are many, the outliers only. */
static void list_ranks(struct sw_document *d, struct report *r)
{
    const struct sw_merge *m = r->merge;
    size_t most = r->options->ranks;
    if (!most)
        most = m->n_ranks > MANY_RANKS ? FEW_RANKS : MANY_RANKS;
    if (d->as != SW_AS_TEXT)
        most = SW_REPORT_ALL;
    if (!SW_POOLED(&d->pool, r->ranks, m->n_ranks))
        return;
    for (size_t i = 0; i < m->n_ranks; i++)
        r->ranks[i] = &m->ranks[i];
    r->n_ranks = m->n_ranks;
    if (most >= m->n_ranks)
        return;
    qsort_r(r->ranks, m->n_ranks, sizeof *r->ranks, compare_distances, (void *)m);
    r->n_ranks = most;
    qsort(r->ranks, most, sizeof *r->ranks, compare_ranks);
}

#define RANK(row) ((const struct sw_rank_row *)(row))

#define MERGE     ((const struct sw_merge *)context)

SW_GETS(get_of_mean, real,
        (double)RANK(row)->whole.work / sw_spread_mean(&MERGE->work, MERGE->n_ranks))
SW_GETS(get_complete, integer, !(RANK(row)->flags & (SW_PROFILE_INCOMPLETE | SW_PROFILE_DAMAGED)))
SW_GETS_IF(get_apart, MERGE->apart.sum, integer, RANK(row)->apart)

SW_GETTER(get_remark, context)
{
    get_complete(row, context, value);
    sw_value_print(value, "%.600s%s", RANK(row)->host, value->integer ? "" : " (incomplete)");
}

static const struct sw_column ranks[] = {
    {"rank", NULL, NULL, SW_COUNT, AT(sw_rank_row, rank)},
    {"profile", NULL, NULL, SW_TEXT, AT(sw_rank_row, name)},
    {"host", NULL, NULL, SW_TEXT, AT(sw_rank_row, host)},
    {"work", NULL, NULL, SW_COST, AT(sw_rank_row, whole.work)},
    {"work_over_mean", NULL, NULL, SW_REAL, .get = get_of_mean},
    {"span", NULL, NULL, SW_COST, AT(sw_rank_row, whole.span)},
    {"burdened_span", NULL, NULL, SW_COST, AT(sw_rank_row, whole.burdened_span)},
    {"parallelism", NULL, NULL, SW_RATIO, AT(sw_rank_row, whole.work), OF(sw_rank_row, whole.span)},
    {"burdened_parallelism", NULL, NULL, SW_RATIO, AT(sw_rank_row, whole.work),
     OF(sw_rank_row, whole.burdened_span)},
    {"spawns", NULL, NULL, SW_COUNT, AT(sw_rank_row, whole.spawns)},
    {"syncs", NULL, NULL, SW_COUNT, AT(sw_rank_row, whole.syncs)},
    {"in_mpi", NULL, NULL, SW_COST, AT(sw_rank_row, apart)},
    {"time_ns", "time (ns)", NULL, SW_COUNT, AT(sw_rank_row, time_ns)},
    {"complete", NULL, NULL, SW_FLAG, .get = get_complete},
    {"apart", NULL, "in MPI", SW_COST, .get = get_apart},
    {"remark", NULL, "host", SW_TEXT, .get = get_remark, .fit = SW_NAME},
};

SW_ROW_MEMBERS(put_status, merge)
{
    sw_json_integer(&d->json, "wait_status", (uint32_t)RANK(row)->status);
}

static void put_ranks(struct sw_document *d, const struct report *r)
{
    size_t left = r->merge->n_ranks - r->n_ranks;
    SW_TABLE(
        d, .section = SW_TITLED("ranks", "Ranks"),
        .heading = left ? "Ranks that are farthest from the mean work" : NULL, SW_FIELDS(ranks),
        .text = "rank|work|work_over_mean=over\nmean|span|parallelism=paral-\nlelism|apart|remark",
        .page = "rank..complete", .json = "rank..complete", .csv = "rank..complete",
        .rows = r->ranks, .n = r->n_ranks, .context = r->merge, .left = left,
        .more = ": --ranks=all", .each = put_status);
}

#define SPREAD(path, words, member, mean)                                                        \
    SW_COLUMN(path "min", words "min", NULL, SW_COST, AT(sw_merged_site, by_rank.member.least)), \
        SW_COLUMN(path "mean", words "mean", NULL, SW_REAL, AT(sw_merged_site, mean)),           \
        SW_COLUMN(path "max", words "max", NULL, SW_COST,                                        \
                  AT(sw_merged_site, by_rank.member.most)),                                      \
        SW_COLUMN(path "rank_of_max", words "rank of max", NULL, SW_COUNT,                       \
                  AT(sw_merged_site, by_rank.member.rank))

static const struct sw_column sites[] = {
    SITE_FIELDS,
    {"count", NULL, NULL, SW_COUNT, AT(sw_site, on_work.local.count)},
    {"work", NULL, NULL, SW_COST, AT(sw_site, on_work.top_site.work)},
    {"local_work", NULL, NULL, SW_COST, AT(sw_site, on_work.local.work)},
    {"local_span_on_span", NULL, NULL, SW_COST, AT(sw_site, on_span.local.span)},
    {"by_rank.ranks", "ranks", NULL, SW_COUNT, AT(sw_merged_site, by_rank.work.n)},
    SPREAD("by_rank.work.", "work ", work, mean_work),
    SPREAD("by_rank.local_work.", "local work ", local_work, mean_local_work),
    /* For people: */
    {"local_work.least", NULL, "least local work", SW_COST,
     AT(sw_merged_site, by_rank.local_work.least), .word = "local"},
    {"local_work.mean", NULL, "mean local work", SW_COST, AT(sw_merged_site, mean_local_work),
     .word = "local"},
    {"local_work.most", NULL, "most local work", SW_COST,
     AT(sw_merged_site, by_rank.local_work.most), .word = "local", .heat = 1},
    {"rank", NULL, "on rank", SW_COUNT, AT(sw_merged_site, by_rank.local_work.rank)},
    {"ranks", NULL, "ranks", SW_COUNT, AT(sw_merged_site, by_rank.work.n)},
};

SW_ROW_MEMBERS(put_by_rank, merge)
{
    SW_MEMBERS(d, sites, "by_rank.ranks..by_rank.local_work.rank_of_max", row, merge);
}

static void put_sites(struct sw_document *d, const struct report *r)
{
    static const char *const headings[] = {
        [SW_MERGE_BY_SPREAD] = "Where the ranks differ, by call site (work: the callee's own code)",
        [SW_MERGE_BY_WORK] = "Where the work is, by call site (work: the callee's own code)",
        [SW_MERGE_BY_LINE] = "Call sites (work: the callee's own code)",
    };
    if (d->as == SW_AS_JSON) {
        sw_document_sites(d, &r->merge->whole, r->rows, r->n_rows, put_by_rank);
        return;
    }
    SW_TABLE(
        d,
        .section =
            {.key = "by_rank",
             .title = "Where the ranks differ, by call site",
             .lead = "Local work is the callee's own code: the least, mean and most of any rank."},
        .heading = headings[r->options->sort], SW_FIELDS(sites),
        .text = "local_work.least=least\nwork|local_work.mean=mean|local_work."
                "most=most|rank=on\nrank|ranks|where|call",
        .page = "call|file|line|local_work.least..ranks",
        .csv = "file..kind|count..by_rank.local_work.rank_of_max", .rows = r->rows, .n = r->n_rows,
        .left = r->merge->whole.n_sites - r->n_rows, .more = " site~: --top=all");
}

/* One for each of sw_report_processors and, before them, for 1. */
static void put_processors(struct sw_document *d, const struct report *r)
{
    static const struct sw_column fields[] = {
        {"processors", NULL, NULL, SW_COUNT, AT(sw_merged_processors, processors)},
        {"time", NULL, "time, at\nleast", SW_COST, AT(sw_merged_processors, time)},
        {"rank_of_max", NULL, "on\nrank", SW_COUNT, AT(sw_merged_processors, rank)},
        {"balance", NULL, "load\nbalance", SW_REAL, AT(sw_merged_processors, balance)},
    };
    struct sw_merged_processors rows[1 + SW_REPORT_N_PROCESSORS];
    if (d->as != SW_AS_JSON && (!r->merge->whole.whole.spawns || !sw_units_is_length(d->units)))
        return;
    for (size_t i = 0; i <= SW_REPORT_N_PROCESSORS; i++) {
        uint64_t processors = i ? sw_report_processors[i - 1] : 1;
        struct sw_spread spread = sw_merge_on(r->merge, processors);
        rows[i] = (struct sw_merged_processors){processors, spread.most, spread.rank,
                                                sw_spread_balance(&spread, r->merge->n_ranks)};
    }
    SW_TABLE(d,
             .section = SW_TITLED("processors", "By number of cores per rank",
                                  "Bounds, from the work and span of each."),
             .key = "by_processors",
             .heading = "By number of cores per rank (bounds: from work and span)",
             SW_FIELDS(fields), .text = "*", .page = "*", .json = "*",
             SW_ITEMS(rows, 1 + SW_REPORT_N_PROCESSORS));
}

/* Figures over ranks: of several kinds. */
static const char spread_titles[] = "least|mean|most|on rank|balance";

static void add_cost(struct sw_grid *grid, const struct report *r, const struct sw_units *units,
                     const char *label, const struct sw_spread *s)
{
    char(*cells)[SW_UNITS_SIZE] = sw_grid_add(grid, label);
    sw_units_cost(units, s->least, cells[0]);
    sw_units_cost(units, sw_rounded(sw_spread_mean(s, r->merge->n_ranks)), cells[1]);
    sw_units_cost(units, s->most, cells[2]);
    sw_units_count(s->rank, cells[3]);
    sw_units_ratio(sw_spread_balance(s, r->merge->n_ranks), cells[4]);
}

static void add_parallelism(struct sw_grid *grid, const struct sw_merge *m)
{
    double least = NAN, most = NAN, sum = 0;
    uint64_t rank = 0, n = 0;
    for (size_t i = 0; i < m->n_ranks; i++) {
        double p = sw_parallelism(m->ranks[i].whole.work, m->ranks[i].whole.span);
        if (isnan(p))
            continue;
        least = fmin(least, p);
        if (isnan(most) || p > most) {
            most = p;
            rank = m->ranks[i].rank;
        }
        sum += p;
        n++;
    }
    char(*cells)[SW_UNITS_SIZE] = sw_grid_add(grid, "Parallelism");
    sw_units_ratio(least, cells[0]);
    sw_units_ratio(n ? sum / (double)n : NAN, cells[1]);
    sw_units_ratio(most, cells[2]);
    sw_units_count(rank, cells[3]);
    strcpy(cells[4], "-");
}

static void put_spreads(struct sw_document *d, const struct report *r)
{
    const struct sw_merge *m = r->merge;
    const struct sw_units time = {"ns", d->units->utf8};
    struct sw_grid grid = {.n = 0};
    add_cost(&grid, r, d->units, "Work", &m->work);
    add_cost(&grid, r, d->units, "Span", &m->span);
    add_parallelism(&grid, m);
    if (m->apart.sum)
        add_cost(&grid, r, d->units, "In MPI", &m->apart);
    if (m->time.sum)
        add_cost(&grid, r, &time, "Time, profiled", &m->time);
    sw_document_heading(d, "Over the ranks, measured (balance: mean over most)");
    sw_document_grid(d, &grid, spread_titles);
}

static void json_spread(struct sw_json *json, const char *key, const struct sw_spread *s, size_t n)
{
    sw_json_open(json, key, '{');
    sw_json_put(json, "min:%lu, mean:%g, max:%lu, rank_of_max:%lu}", s->least, sw_spread_mean(s, n),
                s->most, s->rank);
}

static void json_balance(struct sw_document *d, const struct report *r)
{
    const struct sw_merge *m = r->merge;
    struct sw_json *json = &d->json;
    sw_json_put(json, "balance:{work:%g, span:%g, time:%g, communication:%g, slowest_rank:%lu",
                sw_spread_balance(&m->work, m->n_ranks), sw_spread_balance(&m->span, m->n_ranks),
                sw_spread_balance(&m->time, m->n_ranks), sw_merge_communication(m), m->work.rank);
    put_processors(d, r);
    sw_json_put(json, "}, spread:{");
    json_spread(json, "work", &m->work, m->n_ranks);
    json_spread(json, "span", &m->span, m->n_ranks);
    json_spread(json, "in_mpi", &m->apart, m->n_ranks);
    json_spread(json, "time_ns", &m->time, m->n_ranks);
    sw_json_close(json, '}');
}

static void spread_card(struct sw_document *d, const struct report *r, const char *label,
                        const struct sw_spread *spread, const char *word)
{
    sw_html_card(&d->page, label, SW_SHOWN(spoken, d->units, spread->most),
                 SW_PRINTED("the most, on rank %u; %s in all, balance %s", (unsigned)spread->rank,
                            SW_SHOWN(spoken, d->units, spread->sum),
                            SW_SHOWN(ratio, sw_spread_balance(spread, r->merge->n_ranks))),
                 word);
}

static void put_cards(struct sw_document *d, const struct report *r)
{
    sw_html_cards(&d->page, SW_SECTION("whole", "Over the ranks"));
    sw_html_card(&d->page, "Ranks", SW_SHOWN(count, r->merge->n_ranks), NULL, NULL);
    spread_card(d, r, "Work", &r->merge->work, "work");
    spread_card(d, r, "Span", &r->merge->span, "span");
    if (r->merge->apart.sum)
        spread_card(d, r, "In MPI", &r->merge->apart, NULL);
    sw_html_close(&d->page);
}

static void put_bars(struct sw_document *d, const struct report *r)
{
    static const struct sw_html_part parts[] = {{"work", "work", "work", "work"},
                                                {"mpi", "in MPI", "idle", NULL}};
    sw_html_bars(&d->page, SW_SECTION("balance", "Work by rank"), d->units->unit, parts, 2);
    for (size_t i = 0; i < r->n_ranks; i++) {
        const struct sw_rank_row *row = r->ranks[i];
        double values[] = {(double)row->whole.work, (double)row->apart};
        sw_html_bar(&d->page, SW_PRINTED("rank %u", (unsigned)row->rank), row->host, NULL, values,
                    2);
    }
    sw_html_close(&d->page);
}

static void put_text(struct sw_document *d, const struct report *r)
{
    const struct sw_profile *w = &r->merge->whole;
    sw_document_head(
        d, SW_PRINTED("Spanwise merge of %s of", SW_SHOWN(some, r->merge->n_ranks, "rank")), w);
    sw_document_note(d, "together", "%s of work in all; the longest span is %s, of rank %" PRIu64,
                     SW_SHOWN(spoken, d->units, w->whole.work),
                     SW_SHOWN(spoken, d->units, w->whole.span), r->merge->span.rank);
    sw_document_findings(d, &d->findings, w);
    put_spreads(d, r);
    put_ranks(d, r);
    put_processors(d, r);
    put_sites(d, r);
    if (w->n_warnings)
        sw_document_heading(d, "Warnings");
    sw_document_measured_end(d, w);
}

static void put_json(struct sw_document *d, const struct report *r)
{
    const struct sw_profile *w = &r->merge->whole;
    sw_document_program(d, w);
    sw_json_put(&d->json,
                "meter:%s, unit:%s, launcher:%s, size:%u, merged:%zu, skipped:%zu, complete:%d",
                w->meter, w->unit, w->rank.launcher, w->rank.size, r->merge->n_ranks,
                r->merge->n_skipped, !(w->flags & SW_PROFILE_INCOMPLETE));
    sw_document_figures(d, &w->whole);
    json_balance(d, r);
    put_ranks(d, r);
    sw_document_findings(d, &d->findings, w);
    sw_document_headline(d, &d->findings, w);
    sw_document_warnings(d, w);
    put_sites(d, r);
}

static void put_page(struct sw_document *d, const struct report *r)
{
    const struct sw_profile *w = &r->merge->whole;
    sw_document_headline(d, &d->findings, w);
    put_cards(d, r);
    sw_document_findings(d, &d->findings, w);
    put_bars(d, r);
    put_ranks(d, r);
    put_sites(d, r);
    put_processors(d, r);
    sw_document_paths(d, w);
    sw_document_measured(d, "How it was measured", w);
    sw_document_measured_end(d, w);
}

int sw_merge_print(const struct sw_merge *merge, const struct sw_merge_options *options, FILE *out)
{
    static void (*const put[])(struct sw_document *, const struct report *) = {
        [SW_MERGE_TEXT] = put_text, [SW_MERGE_CSV] = put_ranks, [SW_MERGE_CSV_SITES] = put_sites,
        [SW_MERGE_JSON] = put_json, [SW_MERGE_HTML] = put_page,
    };
    static const enum sw_as as[] = {SW_AS_TEXT, SW_AS_CSV, SW_AS_CSV, SW_AS_JSON, SW_AS_PAGE};
    struct report r = {.merge = merge, .options = options};
    struct sw_document d;
    int error = sw_document_open(&d, as[options->format], &options->page, &merge->whole,
                                 merge->whole.unit, out);
    if (error)
        return error;
    list_sites(&d, &r);
    list_ranks(&d, &r);
    if (!sw_document_fails(&d, sw_merge_findings(&d.findings, merge, d.units) ?: d.pool.error))
        put[options->format](&d, &r);
    return sw_document_close(&d);
}
