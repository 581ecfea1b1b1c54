/* Simulated runs for people. */
#include "report/model/simulation.h"
#include "analysis/workspan/bounds.h"
#include "report/model/formats.h"
#include "report/write/words.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CONSTRUCTS = 16 };

static int put_table(const struct sw_report *report, const struct sw_page *page,
                     enum sw_simulation_columns columns, const void *const *rows, size_t n)
{
    struct sw_table table = sw_simulation_table(columns, report);
    table.rows = rows;
    table.n_rows = n;
    return sw_table_text(&table, page->width, page->bold, page->plain, page->out);
}

int sw_simulation_text_runs(const struct sw_report *report, const struct sw_page *page)
{
    size_t n = report->profile->n_simulations;
    const void **rows = calloc(n, sizeof *rows);
    if (!rows)
        return -ENOMEM;
    for (size_t i = 0; i < n; i++)
        rows[i] = &report->simulation.outcomes[i];
    sw_page_heading(page, "Predicted for N processors, each N a simulated run");
    int error = put_table(report, page, SW_SIMULATION_RUNS, rows, n);
    sw_page_heading(page, "Where the time of the N processors goes");
    if (!error)
        error = put_table(report, page, SW_SIMULATION_LOST, rows, n);
    free(rows);
    return error ? error : sw_construct_scaling_text(report, page);
}

/* Those that came in pieces. */
static size_t keep_chunked(const void **rows, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        const struct sw_construct_row *c = rows[i];
        if (c->construct->chunks)
            rows[kept++] = rows[i];
    }
    return kept;
}

int sw_simulation_text_constructs(const struct sw_report *report, const struct sw_page *page)
{
    const struct sw_report_simulation *m = &report->simulation;
    size_t n = 0, top = report->options->top ? report->options->top : MOST_CONSTRUCTS;
    const void **rows = NULL;
    char title[160];
    int error = sw_construct_list(m, top, 0, &rows, &n);
    snprintf(title, sizeof title,
             "Constructs on %" PRIu64 " processors, nested as they ran (lost: of the processors' "
             "time)",
             sw_profile_chief(report->profile)->processors);
    if (!error) {
        sw_page_heading(page, title);
        error = put_table(report, page, SW_SIMULATION_TREE, rows, n);
    }
    if (!error && n < m->n_constructs)
        fprintf(page->out, "  and %zu more: 'spanwise report --top=all'\n", m->n_constructs - n);
    n = error ? 0 : keep_chunked(rows, n);
    if (n) {
        sw_page_heading(page, "Their chunks of iterations, tasks, and times that locks were held");
        error = put_table(report, page, SW_SIMULATION_CHUNKS, rows, n);
    }
    free(rows);
    return error;
}
