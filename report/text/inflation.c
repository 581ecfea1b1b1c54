#include "report/model/inflation.h"
#include "analysis/workspan/sites.h"
#include "report/write/words.h"

#include <math.h>

enum { DEFAULT_TOP = 10 };

static int put_whole(const struct sw_report *report, const struct sw_page *page)
{
    const struct sw_inflation *f = &report->inflation;
    const struct sw_inflation_row rows[] = {{"Work", f->work}, {"Span", f->span}};
    const void *pointers[] = {&rows[0], &rows[1]};
    struct sw_table table = sw_inflation_table(SW_INFLATION_WHOLE, report);
    char text[256], bound[SW_UNITS_SIZE], workers[SW_UNITS_SIZE];
    table.rows = pointers;
    table.n_rows = 2;
    int error = sw_table_text(&table, page->width, page->bold, page->plain, page->out);
    if (isfinite(f->most_speedup)) {
        snprintf(text, sizeof text,
                 "speedup over the serial run on these %s workers: at most %s (a bound, from this "
                 "run's work and span)",
                 sw_units_count(f->parallel->circumstances.workers, workers),
                 sw_units_ratio(f->most_speedup, bound));
        sw_words_wrap("  ", text, page->width, page->out);
    }
    return error;
}

static void put_unmatched(const struct sw_report *report, const struct sw_page *page,
                          const struct sw_unmatched *only, const char *where)
{
    char text[256], work[SW_UNITS_SIZE];
    if (!only->n)
        return;
    snprintf(text, sizeof text, "%zu site%s %s in the %s profile only: %s of local work", only->n,
             only->n == 1 ? "" : "s", only->n == 1 ? "is" : "are", where,
             sw_units_spoken(&report->units, only->local_work, work));
    sw_words_wrap("  ", text, page->width, page->out);
}

static int put_sites(const struct sw_report *report, const struct sw_page *page)
{
    const struct sw_inflation *f = &report->inflation;
    size_t top = report->options->top ? report->options->top : DEFAULT_TOP;
    struct sw_table table = sw_inflation_table(SW_INFLATION_TEXT, report);
    char text[256];
    if (!f->n_sites)
        return 0;
    table.rows = report->growths;
    table.n_rows = f->n_sites < top ? f->n_sites : top;
    sw_page_heading(page, "What grew, by call site (local work: the callee's own code)");
    int error = sw_table_text(&table, page->width, page->bold, page->plain, page->out);
    if (f->n_sites > top)
        fprintf(page->out, "  and %zu more site%s: 'spanwise report --top=all'\n", f->n_sites - top,
                f->n_sites - top == 1 ? "" : "s");
    put_unmatched(report, page, &f->serial_only, "serial");
    put_unmatched(report, page, &f->parallel_only, "parallel");
    snprintf(text, sizeof text,
             "%s by more than noise explains, which is %.0f%% of its serial work, what "
             "following its invocations cost, and %.0f%% of the program's serial work",
             f->n_inflated ? "* inflated: grew" : "none grew", 100 * SW_INFLATION_NOISE,
             100 * SW_INFLATION_LEAST);
    sw_words_wrap("  ", text, page->width, page->out);
    return error;
}

int sw_inflation_text(const struct sw_report *report, const struct sw_page *page)
{
    const char *name = report->options->serial_name;
    char title[512];
    if (!report->options->serial)
        return 0;
    snprintf(title, sizeof title, "Work inflation, over the serial run%s%.400s%s",
             name ? " in '" : "", name ? name : "", name ? "'" : "");
    sw_page_heading(page, title);
    int error = put_whole(report, page);
    return error ? error : put_sites(report, page);
}
