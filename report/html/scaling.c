/* Measured speedups as a page: the trials over the range that was predicted. */
#include "analysis/workspan/sites.h"
#include "report/html/report.h"
#include "report/html/views.h"
#include "report/model/scaling_formats.h"

#include <errno.h>
#include <stdlib.h>

/* x, y, low, high: one after the other. */
void sw_scaling_html_points(struct sw_html *html, const struct sw_scaling_report *r)
{
    size_t n = r->n_points;
    double *all = calloc(4 * n + 1, sizeof *all);
    if (!all) {
        html->error = -ENOMEM;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        const struct sw_point *p = r->points[i];
        all[i] = (double)p->workers;
        all[n + i] = p->speedup;
        all[2 * n + i] = p->least_speedup;
        all[3 * n + i] = p->most_speedup;
    }
    sw_html_series(html, "measured", "measured", n, all, all + n, all + 2 * n, all + 3 * n);
    free(all);
}

/* A row a run. */
struct trial {
    uint64_t workers, round, wall_ns, cpu_ns;
};

static void put_trials(struct sw_html *html, const struct sw_scaling_report *r)
{
    static const struct sw_column columns[] = {
        {"processors", NULL, "processors", SW_COUNT, .at = offsetof(struct trial, workers)},
        {"round", NULL, "round", SW_COUNT, .at = offsetof(struct trial, round)},
        {"time", NULL, "time", SW_COST, .at = offsetof(struct trial, wall_ns), .heat = 1},
        {"cpu", NULL, "CPU time", SW_COST, .at = offsetof(struct trial, cpu_ns), .heat = 1},
    };
    struct sw_table table = {columns, sizeof columns / sizeof *columns, NULL, 0, NULL, &r->units};
    size_t n = 0, most = 0;
    for (size_t i = 0; i < r->n_points; i++)
        most += ((const struct sw_point *)r->points[i])->n_trials;
    struct trial *trials = calloc(most + 1, sizeof *trials);
    if (!trials) {
        html->error = -ENOMEM;
        return;
    }
    for (size_t i = 0; i < r->n_points; i++) {
        const struct sw_point *p = r->points[i];
        for (size_t k = 0; k < p->n_trials; k++)
            trials[n++] = (struct trial){p->workers, k + 1, p->wall_ns[k], p->cpu_ns[k]};
    }
    sw_html_table_of(html,
                     &(struct sw_html_section){.key = "trials",
                                               .title = "Trials",
                                               .lead = "Every run: rounds are turns, in which "
                                                       "each number of processors has one."},
                     &table, NULL, trials, n, sizeof *trials);
    free(trials);
}

void sw_scaling_html_tables(struct sw_html *html, const struct sw_scaling_report *r)
{
    struct sw_table points = sw_scaling_json_table(r);
    sw_html_table(html,
                  &(struct sw_html_section){
                      .key = "points",
                      .title = "By number of processors",
                      .lead = "Speedups are over one processor; the least and the most are over "
                              "the rounds."},
                  &points, NULL);
    put_trials(html, r);
}

void sw_scaling_html_conclude(struct sw_html *html, const struct sw_scaling_report *r)
{
    struct sw_conclusion conclusion;
    int error = sw_conclusion_of_scaling(&conclusion, r->scaling, &r->findings);
    sw_html_concluded(html, &conclusion, error);
}

/* Without a profile there is nothing else to show. */
int sw_scaling_html(const struct sw_scaling_report *r)
{
    struct sw_html html;
    char command[SW_ARGUMENTS_TEXT];
    struct sw_html_head head = {sw_base_name(r->scaling->argv[0]),
                                sw_join_arguments(r->scaling->argv, command), r->units.unit};
    struct sw_page page;
    sw_html_begin(&html, &head, r->out);
    sw_scaling_html_conclude(&html, r);
    sw_html_chart(&html,
                  &(struct sw_html_section){.key = "speedup",
                                            .title = "Measured speedup",
                                            .lead = SW_SCALING_HTML_LEAD ".",
                                            .word = "speedup"},
                  "processors", "speedup", 1);
    sw_scaling_html_points(&html, r);
    sw_html_close(&html);
    sw_html_found(&html, NULL, &r->findings);
    sw_scaling_html_tables(&html, r);
    sw_html_facts(&html,
                  &(struct sw_html_section){.key = "measured", .title = "How it was measured"},
                  NULL, 0);
    page = sw_html_notes(&html);
    sw_scaling_text_measured(r, &page);
    sw_html_close(&html);
    return sw_html_end(&html);
}
