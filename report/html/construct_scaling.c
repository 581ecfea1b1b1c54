/* Regions and loops by the number of processors, on a page. */
#include "report/model/construct_scaling.h"
#include "report/html/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

enum { MOST_CURVES = 8 };

static void put_curves(struct sw_html *html, const struct sw_report *report,
                       const struct sw_scaling_grid *g)
{
    size_t n = report->simulation.scaling.n_runs;
    double *x = calloc(2 * n, sizeof *x), *y = x + n;
    if (!x) {
        html->error = -ENOMEM;
        return;
    }
    for (size_t i = 0; i < n; i++)
        x[i] = (double)report->profile->simulations[i].processors;
    for (size_t k = 0; k < g->table.n_rows && k < MOST_CURVES; k++) {
        const struct sw_scaling_row *row = g->pointers[k];
        const struct sw_site *site = sw_construct_site(report->profile, row->row.construct);
        char label[SW_CONSTRUCT_LABEL], name[SW_CONSTRUCT_LABEL + 32];
        for (size_t i = 0; i < n; i++)
            y[i] = row->cells[i].speedup;
        sw_construct_label(report->profile, row->row.construct, label);
        snprintf(name, sizeof name, site->caller_place.line ? "%s, line %" PRIu32 : "%s", label,
                 site->caller_place.line);
        sw_html_series(html, name, "predicted", n, x, y, NULL, NULL);
    }
    free(x);
}

static void put_chart(struct sw_html *html, const struct sw_report *report,
                      const struct sw_scaling_grid *g)
{
    sw_html_chart(html,
                  &(struct sw_html_section){
                      .key = "construct-speedups",
                      .title = "Speedup of regions and loops",
                      .lead = g->table.n_rows > MOST_CURVES
                                  ? "Of each, its own work over its own time; those that take "
                                    "longest."
                                  : "Of each, its own work over its own time: the first that "
                                    "bends is the first to look at.",
                      .word = "construct"},
                  "processors", "speedup", 1);
    put_curves(html, report, g);
    sw_html_close(html);
}

void sw_html_construct_scaling(struct sw_html *html, const struct sw_report *report)
{
    enum { CONSTRUCT_FILE_LINE = 3 };
    static const struct sw_html_group groups[] = {{"speedup", "Speedup on", "speedup", 1},
                                                  {"time", "Time on", NULL, 0},
                                                  {"imbalance", "Imbalance on", "imbalance", 1}};
    struct sw_scaling_grid g;
    if (!sw_scaling_has_several(report))
        return;
    html->error = sw_scaling_grid_make(&g, report, SW_REPORT_ALL, CONSTRUCT_FILE_LINE);
    if (html->error)
        return;
    put_chart(html, report, &g);
    sw_scaling_grid_add_columns(&g, sw_construct_page.columns, CONSTRUCT_FILE_LINE);
    for (unsigned i = 0; i < SW_SCALING_FIGURES; i++)
        sw_scaling_grid_add(&g, report, (enum sw_scaling_figure)i);
    sw_html_table(
        html,
        &(struct sw_html_section){
            .key = "construct-runs",
            .title = "Regions and loops, by the number of "
                     "processors",
            .lead = "What takes longest on most processors is first. A barrier is what comes "
                    "before it, since the one before: gcc's static loops are seen as that.",
            .word = "construct"},
        &g.table,
        &(struct sw_html_look){.groups = groups, .n_groups = sizeof groups / sizeof *groups});
    sw_scaling_grid_release(&g);
}
