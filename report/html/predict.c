/* A prediction as a page: the curves of all plans, where the time goes, and the sections. */
#include "report/html/report.h"
#include "report/html/views.h"
#include "report/model/predict_formats.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

static const struct sw_html_part parts[] = {
    {"work", "working", "work", "work"},
    {"serial", "serial code", "serial", NULL},
    {"imbalance", "imbalance", "idle", "imbalance"},
    {"locks", "locks", "lock", NULL},
    {"overhead", "overhead", "overhead", "overhead"},
    {"memory", "memory", "memory", NULL},
};
enum { PARTS = sizeof parts / sizeof *parts };

enum figure { EMULATED, WITH_MEMORY, SYNTHESIZED };

static double figure_of(const struct sw_predict_row *row, enum figure figure)
{
    if (figure == WITH_MEMORY)
        return row->cell->has_memory ? row->speedup : NAN;
    if (figure == SYNTHESIZED)
        return row->cell->synthesized > 0 ? row->cell->synthesized : NAN;
    return row->plain;
}

static void put_curves(struct sw_html *html, const struct sw_predict_report *r, enum figure figure,
                       const char *suffix, const char *role)
{
    size_t n = r->prediction->options.n_processors;
    double *x = calloc(2 * n, sizeof *x);
    if (!x) {
        html->error = -ENOMEM;
        return;
    }
    for (size_t from = 0; from < r->n_rows; from += n) {
        char name[SW_PLAN_NAME + 32];
        for (size_t i = 0; i < n; i++) {
            x[i] = (double)r->rows[from + i].processors;
            x[n + i] = figure_of(&r->rows[from + i], figure);
        }
        snprintf(name, sizeof name, "%s%s", r->rows[from].plan, suffix);
        sw_html_series(html, name, role, n, x, x + n, NULL, NULL);
    }
    free(x);
}

static void put_chart(struct sw_html *html, const struct sw_predict_report *r)
{
    sw_html_chart(html,
                  &(struct sw_html_section){
                      .key = "speedup",
                      .title = "Predicted speedup",
                      .lead = "A curve for each way to make it parallel. They are emulated, from "
                              "the lengths of a serial run and what threads cost.",
                      .word = "speedup"},
                  "processors", "speedup", 1);
    put_curves(html, r, EMULATED, "", "predicted");
    if (r->prediction->options.burdens)
        put_curves(html, r, WITH_MEMORY, ", with memory", "predicted");
    if (r->options->synthesis)
        put_curves(html, r, SYNTHESIZED, ", replayed", "measured");
    sw_html_close(html);
}

static void put_losses(struct sw_html *html, const struct sw_predict_report *r)
{
    const void **rows = sw_predict_best_rows(r);
    sw_html_bars(html,
                 &(struct sw_html_section){
                     .key = "losses",
                     .title = "Where the time of the processors goes",
                     .lead = "With the best plan for each number of them; each bar is all of their "
                             "time."},
                 "share", parts, PARTS);
    for (size_t i = 0; rows && i < r->prediction->options.n_processors; i++) {
        const struct sw_predict_row *row = rows[i];
        double values[PARTS] = {
            row->efficiency,          row->lost[SW_LOST_SERIAL],   row->lost[SW_LOST_IMBALANCE],
            row->lost[SW_LOST_LOCKS], row->lost[SW_LOST_OVERHEAD], row->lost[SW_LOST_MEMORY]};
        char label[64];
        snprintf(label, sizeof label, "%u processor%s", (unsigned)row->processors,
                 row->processors == 1 ? "" : "s");
        sw_html_bar(html, label, row->plan, NULL, values, PARTS);
    }
    sw_html_close(html);
    if (!rows)
        html->error = -ENOMEM;
    free(rows);
}

static void put_tables(struct sw_html *html, const struct sw_predict_report *r)
{
    const struct sw_predicted *focus = sw_prediction_focus(r->prediction);
    struct sw_table sections = sw_predict_table(SW_PREDICT_COLUMNS_SECTIONS_PAGE, r);
    struct sw_table cells = sw_predict_table(SW_PREDICT_COLUMNS_PAGE, r);
    char lead[160], name[SW_PLAN_NAME], n[SW_UNITS_SIZE];
    if (!r->prediction->options.burdens) {
        sections.n_columns -= 1;
        cells.n_columns -= r->options->synthesis ? 0 : 3;
    } else if (!r->options->synthesis) {
        cells.n_columns -= 1;
    }
    snprintf(lead, sizeof lead, "On %s, with %s; what is lost is a share of all of their time.",
             sw_units_some(focus->processors, "processor", n), sw_plan_name(focus->plan, name));
    sw_html_table_of(
        html, &(struct sw_html_section){.key = "sections", .title = "Sections", .lead = lead},
        &sections, &(struct sw_html_look){.sort = "share"}, r->sections, r->n_sections,
        sizeof *r->sections);
    sw_html_table_of(html,
                     &(struct sw_html_section){.key = "predictions",
                                               .title = "All predictions",
                                               .lead = "Each plan on each number of processors."},
                     &cells, &(struct sw_html_look){.sort = "speedup"}, r->rows, r->n_rows,
                     sizeof *r->rows);
}

int sw_predict_html(const struct sw_predict_report *r)
{
    const struct sw_profile *p = r->options->profile;
    struct sw_html html;
    char subtitle[SW_HTML_SUBTITLE];
    struct sw_html_head head = sw_html_head_of(p, r->units.unit, subtitle);
    struct sw_page page;
    sw_html_begin(&html, &head, r->out);
    sw_html_conclude(&html, NULL, &r->findings);
    put_chart(&html, r);
    sw_html_found(&html, NULL, &r->findings);
    put_losses(&html, r);
    put_tables(&html, r);
    sw_html_paths(&html, p);
    sw_html_lines(
        &html, &(struct sw_report){.profile = p, .options = &r->options->page, .units = r->units});
    sw_html_facts(&html, &(struct sw_html_section){.key = "measured", .title = "What it rests on"},
                  p->warnings, p->n_warnings);
    sw_html_command(&html, p);
    page = sw_html_notes(&html);
    sw_predict_text_basis(r, &page);
    sw_html_close(&html);
    return sw_html_end(&html);
}
