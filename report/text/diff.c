/* The diff for people: what it means, then the whole program, regions and sites side by side. */
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/sites.h"
#include "report/model/diff_formats.h"
#include "report/model/diff_lines.h"
#include "report/write/page.h"
#include "report/write/words.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void put_range(const struct sw_speedup *s, char *text)
{
    char low[SW_UNITS_SIZE], high[SW_UNITS_SIZE];
    snprintf(text, SW_UNITS_SIZE, "%.20s to %.20s", sw_units_ratio(s->lower, low),
             sw_units_ratio(s->upper, high));
}

static void add_speedup(struct sw_diff_lines *lines, const struct sw_diff *f, const char *label,
                        uint64_t processors)
{
    struct sw_diff_line *line = sw_diff_lines_add(lines, label);
    struct sw_speedup before = sw_speedup_bounds(&f->whole.before, processors);
    struct sw_speedup after = sw_speedup_bounds(&f->whole.after, processors);
    put_range(&before, line->before);
    put_range(&after, line->after);
    sw_units_growth(after.lower / before.lower, line->ratio);
}

static int put_whole(const struct sw_diff_report *r, const struct sw_page *page)
{
    const struct sw_difference *d = &r->diff->whole;
    struct sw_diff_lines lines = {.units = &r->units};
    sw_diff_lines_cost(&lines, "Work", &d->work);
    sw_diff_lines_cost(&lines, "Span", &d->span);
    sw_diff_lines_cost(&lines, "Burdened span", &d->burdened_span);
    sw_diff_lines_ratio(&lines, "Parallelism", sw_parallelism(d->before.work, d->before.span),
                        sw_parallelism(d->after.work, d->after.span));
    sw_diff_lines_ratio(&lines, "Burdened parallelism",
                        sw_parallelism(d->before.work, d->before.burdened_span),
                        sw_parallelism(d->after.work, d->after.burdened_span));
    int is_simulated = r->diff->before->n_simulations && r->diff->after->n_simulations;
    if (!is_simulated) {
        sw_diff_lines_count(&lines, "Spawns", d->before.spawns, d->after.spawns);
        sw_diff_lines_count(&lines, "Syncs", d->before.syncs, d->after.syncs);
    }
    int is_length = sw_units_is_length(&r->units) && !is_simulated;
    if (is_length) {
        add_speedup(&lines, r->diff, "Speedup on 4", 4);
        add_speedup(&lines, r->diff, "Speedup on 16", 16);
        add_speedup(&lines, r->diff, "Speedup on 64", 64);
    }
    return sw_diff_lines_put(
        &lines,
        is_length ? "Whole program (speedup: from an estimate to a bound)" : "Whole program", page);
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

static void put_profile(const struct sw_profile *p, const char *name, const char *label,
                        const struct sw_page *page)
{
    char text[1024], command[SW_ARGUMENTS_TEXT], date[32] = "";
    time_t started = (time_t)p->started_unix;
    struct tm tm;
    if (gmtime_r(&started, &tm))
        strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &tm);
    snprintf(text, sizeof text, "%.400s: %s, %s", name, sw_join_arguments(p->args, command), date);
    sw_page_note(page, label, text);
}

void sw_diff_text_profiles(const struct sw_profile *before, const struct sw_profile *after,
                           const char *const names[2], const struct sw_page *page)
{
    put_profile(before, names[0], "before", page);
    put_profile(after, names[1], "after", page);
}

void sw_diff_text_equal(const char *const names[2], FILE *out)
{
    fputs("no difference: all figures of '", out);
    sw_words_put(names[0], out);
    fputs("' and '", out);
    sw_words_put(names[1], out);
    fputs("' are the same\n", out);
}

int sw_diff_text(const struct sw_diff_report *r)
{
    struct sw_page page;
    sw_page_init(&page, &r->options->page, r->out);
    if (r->diff->is_equal) {
        sw_diff_text_equal(r->options->names, r->out);
        return 0;
    }
    fprintf(r->out, "%sSpanwise diff%s\n", page.bold, page.plain);
    sw_diff_text_profiles(r->diff->before, r->diff->after, r->options->names, &page);
    sw_page_findings(&page, &r->findings);
    int error = sw_diff_text_real(r, &page);
    if (!error && r->diff->has_work)
        error = put_whole(r, &page);
    if (!error)
        error = sw_diff_text_runs(r, &page);
    if (!error)
        error = put_regions(r, &page);
    return error ? error : put_sites(r, &page);
}
