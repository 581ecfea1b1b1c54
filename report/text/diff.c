/* The diff for people: what it means, then the whole program, regions and sites side by side. */
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/sites.h"
#include "report/model/diff_formats.h"
#include "report/write/page.h"
#include "report/write/words.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Of the whole program: its figures are of several kinds. */
struct line {
    const char *label;
    char before[SW_UNITS_SIZE], after[SW_UNITS_SIZE], change[SW_UNITS_SIZE], ratio[SW_UNITS_SIZE];
};

enum { MOST_LINES = 16 };

struct lines {
    struct line all[MOST_LINES];
    const void *rows[MOST_LINES];
    size_t n;
};

static void get_before(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = ((const struct line *)row)->before;
}

static void get_after(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = ((const struct line *)row)->after;
}

static void get_change(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = ((const struct line *)row)->change;
}

static void get_ratio(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = ((const struct line *)row)->ratio;
}

static const struct sw_column whole[] = {
    {.title = "", .type = SW_TEXT, .at = offsetof(struct line, label)},
    {.title = "before", .type = SW_FIGURE, .get = get_before},
    {.title = "after", .type = SW_FIGURE, .get = get_after},
    {.title = "change", .type = SW_FIGURE, .get = get_change},
    {.title = "relative", .type = SW_FIGURE, .get = get_ratio},
};

static struct line *add_line(struct lines *lines, const char *label)
{
    struct line *line = &lines->all[lines->n];
    lines->rows[lines->n++] = line;
    line->label = label;
    return line;
}

static void add_cost(struct lines *lines, const struct sw_diff_report *r, const char *label,
                     const struct sw_change *c)
{
    struct line *line = add_line(lines, label);
    sw_units_cost(&r->units, c->before, line->before);
    sw_units_cost(&r->units, c->after, line->after);
    sw_units_change(&r->units, c->growth, line->change);
    sw_units_growth(sw_change_ratio(c), line->ratio);
}

static void add_count(struct lines *lines, const char *label, uint64_t before, uint64_t after)
{
    struct sw_change c = sw_change_make(before, after);
    struct line *line = add_line(lines, label);
    char digits[SW_UNITS_SIZE];
    sw_units_count(before, line->before);
    sw_units_count(after, line->after);
    snprintf(line->change, sizeof line->change, "%s%.40s",
             c.growth < 0   ? "-"
             : c.growth > 0 ? "+"
                            : "",
             sw_units_count(c.growth < 0 ? -(uint64_t)c.growth : (uint64_t)c.growth, digits));
    sw_units_growth(sw_change_ratio(&c), line->ratio);
}

static void add_ratio(struct lines *lines, const char *label, double before, double after)
{
    struct line *line = add_line(lines, label);
    sw_units_ratio(before, line->before);
    sw_units_ratio(after, line->after);
    sw_units_growth(after / before, line->ratio);
}

static void put_range(const struct sw_speedup *s, char *text)
{
    char low[SW_UNITS_SIZE], high[SW_UNITS_SIZE];
    snprintf(text, SW_UNITS_SIZE, "%.20s to %.20s", sw_units_ratio(s->lower, low),
             sw_units_ratio(s->upper, high));
}

static void add_speedup(struct lines *lines, const struct sw_diff *f, const char *label,
                        uint64_t processors)
{
    struct line *line = add_line(lines, label);
    struct sw_speedup before = sw_speedup_bounds(&f->whole.before, processors);
    struct sw_speedup after = sw_speedup_bounds(&f->whole.after, processors);
    put_range(&before, line->before);
    put_range(&after, line->after);
    sw_units_growth(after.lower / before.lower, line->ratio);
}

static int put_whole(const struct sw_diff_report *r, const struct sw_page *page)
{
    const struct sw_difference *d = &r->diff->whole;
    struct lines lines = {.n = 0};
    add_cost(&lines, r, "Work", &d->work);
    add_cost(&lines, r, "Span", &d->span);
    add_cost(&lines, r, "Burdened span", &d->burdened_span);
    add_ratio(&lines, "Parallelism", sw_parallelism(d->before.work, d->before.span),
              sw_parallelism(d->after.work, d->after.span));
    add_ratio(&lines, "Burdened parallelism",
              sw_parallelism(d->before.work, d->before.burdened_span),
              sw_parallelism(d->after.work, d->after.burdened_span));
    int is_simulated = r->diff->before->n_simulations && r->diff->after->n_simulations;
    if (!is_simulated) {
        add_count(&lines, "Spawns", d->before.spawns, d->after.spawns);
        add_count(&lines, "Syncs", d->before.syncs, d->after.syncs);
    }
    int is_length = sw_units_is_length(&r->units) && !is_simulated;
    if (is_length) {
        add_speedup(&lines, r->diff, "Speedup on 4", 4);
        add_speedup(&lines, r->diff, "Speedup on 16", 16);
        add_speedup(&lines, r->diff, "Speedup on 64", 64);
    }
    struct sw_table table = {whole,    sizeof whole / sizeof *whole, lines.rows, lines.n, NULL,
                             &r->units};
    sw_page_heading(page, is_length ? "Whole program (speedup: from an estimate to a bound)"
                                    : "Whole program");
    return sw_table_text(&table, page->width, page->bold, page->plain, page->out);
}

static int put_regions(const struct sw_diff_report *r, const struct sw_page *page)
{
    const struct sw_diff *f = r->diff;
    struct sw_table table = sw_diff_table(SW_DIFF_COLUMNS_REGIONS, f, &r->units);
    if (!f->n_regions)
        return 0;
    const void **rows = calloc(f->n_regions, sizeof *rows);
    if (!rows)
        return -ENOMEM;
    for (; table.n_rows < f->n_regions; table.n_rows++)
        rows[table.n_rows] = &f->regions[table.n_rows];
    table.rows = rows;
    sw_page_heading(page, "Regions");
    int error = sw_table_text(&table, page->width, page->bold, page->plain, page->out);
    free(rows);
    return error;
}

static int put_sites(const struct sw_diff_report *r, const struct sw_page *page)
{
    enum sw_diff_columns columns = SW_DIFF_COLUMNS_SPAN;
    const char *title = "What changed in the span, by call site (local: the callee's own code)";
    if (r->options->sort == SW_DIFF_BY_WORK) {
        columns = SW_DIFF_COLUMNS_WORK;
        title = "What changed in the work, by call site (local: the callee's own code)";
    } else if (r->options->sort == SW_DIFF_BY_PARALLELISM) {
        columns = SW_DIFF_COLUMNS_PARALLELISM;
        title = "Parallelism by call site, with all that the callee calls";
    }
    struct sw_table table = sw_diff_table(columns, r->diff, &r->units);
    table.rows = r->rows;
    table.n_rows = r->n_rows;
    if (!r->n_rows)
        return 0;
    sw_page_heading(page, title);
    int error = sw_table_text(&table, page->width, page->bold, page->plain, page->out);
    if (r->n_left)
        fprintf(page->out, "  and %zu more that changed less: --top=all\n", r->n_left);
    size_t same = r->diff->n_sites - r->n_rows - r->n_left;
    if (same)
        fprintf(page->out, "  %zu site%s not change\n", same, same == 1 ? " did" : "s did");
    return error;
}

static void put_profile(const struct sw_diff_report *r, const struct sw_page *page, int which)
{
    const struct sw_profile *p = which ? r->diff->after : r->diff->before;
    char text[1024], command[SW_ARGUMENTS_TEXT], date[32] = "";
    time_t started = (time_t)p->started_unix;
    struct tm tm;
    if (gmtime_r(&started, &tm))
        strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &tm);
    snprintf(text, sizeof text, "%.400s: %s, %s", r->options->names[which],
             sw_join_arguments(p->args, command), date);
    sw_page_note(page, which ? "after" : "before", text);
}

void sw_diff_text_profiles(const struct sw_diff_report *r, const struct sw_page *page)
{
    put_profile(r, page, 0);
    put_profile(r, page, 1);
}

int sw_diff_text(const struct sw_diff_report *r)
{
    struct sw_page page;
    sw_page_init(&page, &r->options->page, r->out);
    if (r->diff->is_equal) {
        fputs("no difference: all figures of '", r->out);
        sw_words_put(r->options->names[0], r->out);
        fputs("' and '", r->out);
        sw_words_put(r->options->names[1], r->out);
        fputs("' are the same\n", r->out);
        return 0;
    }
    fprintf(r->out, "%sSpanwise diff%s\n", page.bold, page.plain);
    sw_diff_text_profiles(r, &page);
    sw_page_findings(&page, &r->findings);
    int error = put_whole(r, &page);
    if (!error)
        error = sw_diff_text_runs(r, &page);
    if (!error)
        error = put_regions(r, &page);
    return error ? error : put_sites(r, &page);
}
