/* Two sampled runs for people: what it means, then the whole run, functions and locks side by side. */
#include "report/model/effort_diff.h"
#include "report/model/diff_formats.h"
#include "report/model/diff_lines.h"
#include "report/write/page.h"

#include <errno.h>
#include <stdlib.h>

enum { MOST_LOCKS = 5 };

static int put_whole(const struct sw_effort_diff_report *r, const struct sw_page *page)
{
    const struct sw_effort_diff *d = r->diff;
    struct sw_diff_lines lines = {.units = &r->units};
    sw_diff_lines_cost(&lines, "Time", &d->time);
    sw_diff_lines_ratio(&lines, "Cores at work", d->cores_before, d->cores_after);
    sw_diff_lines_cost(&lines, "Work", &d->work);
    sw_diff_lines_cost(&lines, "Overhead", &d->overhead);
    sw_diff_lines_cost(&lines, "Idleness", &d->idle);
    sw_diff_lines_cost(&lines, "No thread ran", &d->unused);
    sw_diff_lines_cost(&lines, "Waited for locks", &d->waited);
    return sw_diff_lines_put(&lines, "Whole run (of all cores, but for the time)", page);
}

static int put_functions(const struct sw_effort_diff_report *r, const struct sw_page *page)
{
    struct sw_table table = sw_effort_diff_table(SW_EFFORT_DIFF_TEXT, r);
    table.rows = r->rows;
    table.n_rows = r->n_rows;
    if (!r->n_rows)
        return 0;
    sw_page_heading(page, "What changed, by function (its own code; idle: cores had nothing to do "
                          "meanwhile)");
    int error = sw_table_text(&table, page->width, page->bold, page->plain, page->out);
    if (r->n_left)
        fprintf(page->out, "  and %zu more that changed less: --top=all\n", r->n_left);
    return error;
}

static int put_locks(const struct sw_effort_diff_report *r, const struct sw_page *page)
{
    const struct sw_effort_diff *d = r->diff;
    struct sw_table table = sw_effort_diff_table(SW_EFFORT_DIFF_LOCKS, r);
    const void *rows[MOST_LOCKS];
    while (table.n_rows < d->n_locks && table.n_rows < MOST_LOCKS) {
        rows[table.n_rows] = &d->locks[table.n_rows];
        table.n_rows++;
    }
    table.rows = rows;
    if (!table.n_rows)
        return 0;
    sw_page_heading(page, "Locks that threads waited for");
    return sw_table_text(&table, page->width, page->bold, page->plain, page->out);
}

int sw_effort_diff_text(const struct sw_effort_diff_report *r)
{
    const struct sw_effort_diff *d = r->diff;
    struct sw_page page;
    sw_page_init(&page, &r->options->page, r->out);
    if (d->is_equal) {
        sw_diff_text_equal(r->options->names, r->out);
        return 0;
    }
    fprintf(r->out, "%sSpanwise diff of samples%s\n", page.bold, page.plain);
    sw_diff_text_profiles(d->before, d->after, r->options->names, &page);
    sw_page_findings(&page, &r->findings);
    int error = put_whole(r, &page);
    if (!error)
        error = put_functions(r, &page);
    return error ? error : put_locks(r, &page);
}
