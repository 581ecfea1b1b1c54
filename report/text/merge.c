/* The merge for people: what it means, then the ranks side by side, and where they differ. */
#include "analysis/workspan/bounds.h"
#include "report/model/merge_formats.h"
#include "report/write/page.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Figures over ranks: of several kinds. */
struct line {
    const char *label;
    char all[4][SW_UNITS_SIZE]; /* least, mean, most, balance */
    uint64_t rank;
};

enum { MOST_LINES = 8 };

struct lines {
    struct line all[MOST_LINES];
    const void *rows[MOST_LINES];
    size_t n;
};

#define GETTER(name, i)                                                            \
    static void name(const void *row, const void *context, struct sw_value *value) \
    {                                                                              \
        (void)context;                                                             \
        value->text = ((const struct line *)row)->all[i];                          \
    }

GETTER(get_least, 0)
GETTER(get_mean, 1)
GETTER(get_most, 2)
GETTER(get_balance, 3)

static const struct sw_column spreads[] = {
    {.title = "", .type = SW_TEXT, .at = offsetof(struct line, label)},
    {.title = "least", .type = SW_FIGURE, .get = get_least},
    {.title = "mean", .type = SW_FIGURE, .get = get_mean},
    {.title = "most", .type = SW_FIGURE, .get = get_most},
    {.title = "on rank", .type = SW_COUNT, .at = offsetof(struct line, rank)},
    {.title = "balance", .type = SW_FIGURE, .get = get_balance},
};

static struct line *add_line(struct lines *lines, const char *label, uint64_t rank)
{
    struct line *line = &lines->all[lines->n];
    lines->rows[lines->n++] = line;
    line->label = label;
    line->rank = rank;
    return line;
}

static void add_cost(struct lines *lines, const struct sw_merge_report *r,
                     const struct sw_units *units, const char *label, const struct sw_spread *s)
{
    struct line *line = add_line(lines, label, s->rank);
    sw_units_cost(units, s->least, line->all[0]);
    sw_units_cost(units, sw_rounded(sw_spread_mean(s, r->merge->n_ranks)), line->all[1]);
    sw_units_cost(units, s->most, line->all[2]);
    sw_units_ratio(sw_spread_balance(s, r->merge->n_ranks), line->all[3]);
}

static void add_parallelism(struct lines *lines, const struct sw_merge *m)
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
    struct line *line = add_line(lines, "Parallelism", rank);
    sw_units_ratio(least, line->all[0]);
    sw_units_ratio(n ? sum / (double)n : NAN, line->all[1]);
    sw_units_ratio(most, line->all[2]);
    strcpy(line->all[3], "-");
}

static int put_spreads(const struct sw_merge_report *r, const struct sw_page *page)
{
    const struct sw_merge *m = r->merge;
    const struct sw_units time = {"ns", r->units.utf8};
    struct lines lines = {.n = 0};
    add_cost(&lines, r, &r->units, "Work", &m->work);
    add_cost(&lines, r, &r->units, "Span", &m->span);
    add_parallelism(&lines, m);
    if (m->apart.sum)
        add_cost(&lines, r, &r->units, "In MPI", &m->apart);
    if (m->time.sum)
        add_cost(&lines, r, &time, "Time, profiled", &m->time);
    struct sw_table table = {spreads,  sizeof spreads / sizeof *spreads, lines.rows, lines.n, NULL,
                             &r->units};
    sw_page_heading(page, "Over the ranks, measured (balance: mean over most)");
    return sw_table_text(&table, page->width, page->bold, page->plain, page->out);
}

static int put_ranks(const struct sw_merge_report *r, const struct sw_page *page)
{
    struct sw_table table = sw_merge_table(SW_MERGE_COLUMNS_RANKS, r);
    size_t left = r->merge->n_ranks - r->n_ranks;
    table.rows = r->ranks;
    table.n_rows = r->n_ranks;
    sw_page_heading(page, left ? "Ranks that are farthest from the mean work" : "Ranks");
    int error = sw_table_text(&table, page->width, page->bold, page->plain, page->out);
    if (left)
        fprintf(page->out, "  and %zu more: --ranks=all\n", left);
    return error;
}

static int put_processors(const struct sw_merge_report *r, const struct sw_page *page)
{
    struct sw_merged_processors all[SW_MERGE_N_PROCESSORS];
    const void *rows[SW_MERGE_N_PROCESSORS];
    struct sw_table table = sw_merge_table(SW_MERGE_COLUMNS_PROCESSORS, r);
    if (!r->merge->whole.whole.spawns || !sw_units_is_length(&r->units))
        return 0;
    sw_merge_processors(r->merge, all);
    for (size_t i = 0; i < SW_MERGE_N_PROCESSORS; i++)
        rows[i] = &all[i];
    table.rows = rows;
    table.n_rows = SW_MERGE_N_PROCESSORS;
    sw_page_heading(page, "With so many processors a rank (bounds: from work and span)");
    return sw_table_text(&table, page->width, page->bold, page->plain, page->out);
}

static int put_sites(const struct sw_merge_report *r, const struct sw_page *page)
{
    static const char *const titles[] = {
        [SW_MERGE_BY_SPREAD] = "Where the ranks differ, by call site (work: the callee's own code)",
        [SW_MERGE_BY_WORK] = "Where the work is, by call site (work: the callee's own code)",
        [SW_MERGE_BY_LINE] = "Call sites (work: the callee's own code)",
    };
    struct sw_table table = sw_merge_table(SW_MERGE_COLUMNS_SITES, r);
    size_t left = r->merge->whole.n_sites - r->n_rows;
    table.rows = r->rows;
    table.n_rows = r->n_rows;
    if (!r->n_rows)
        return 0;
    sw_page_heading(page, titles[r->options->sort]);
    int error = sw_table_text(&table, page->width, page->bold, page->plain, page->out);
    if (left)
        fprintf(page->out, "  and %zu more site%s: --top=all\n", left, left == 1 ? "" : "s");
    return error;
}

static void put_whole(const struct sw_merge_report *r, const struct sw_page *page)
{
    const struct sw_figures *w = &r->merge->whole.whole;
    char text[256], work[SW_UNITS_SIZE], span[SW_UNITS_SIZE];
    snprintf(text, sizeof text, "%s of work in all; the longest span is %s, of rank %" PRIu64,
             sw_units_spoken(&r->units, w->work, work), sw_units_spoken(&r->units, w->span, span),
             r->merge->span.rank);
    sw_page_note(page, "together", text);
}

int sw_merge_text(const struct sw_merge_report *r)
{
    const struct sw_profile *w = &r->merge->whole;
    struct sw_page page;
    char title[64];
    sw_page_init(&page, &r->options->page, r->out);
    snprintf(title, sizeof title, "Spanwise merge of %zu rank%s of", r->merge->n_ranks,
             r->merge->n_ranks == 1 ? "" : "s");
    sw_page_command(&page, title, w->program, w->args && *w->args ? w->args + 1 : NULL);
    put_whole(r, &page);
    sw_page_findings(&page, &r->findings);
    int error = put_spreads(r, &page);
    if (!error)
        error = put_ranks(r, &page);
    if (!error)
        error = put_processors(r, &page);
    if (!error)
        error = put_sites(r, &page);
    if (w->n_warnings)
        sw_page_heading(&page, "Warnings");
    for (size_t i = 0; i < w->n_warnings; i++)
        sw_page_note(&page, "warning", w->warnings[i]);
    return error;
}
