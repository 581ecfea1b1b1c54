/* Of an OpenMP program on simulated processors: speedups by their number, and what they lose where. */
#include "report/model/simulation.h"
#include "analysis/workspan/sites.h"
#include "report/html/report.h"
#include "report/html/views.h"
#include "report/model/scaling_formats.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = SW_HTML_CAUSES };
#define UNSEEN 0.0002 /* of the processors' time: a legend of what is not there */

/* The work, then in the order of enum sw_cause. */
static const struct sw_html_part parts[PARTS] = {
    {"work", "working", "work", "work"},
    {"serial", "serial code", "serial", "serial code"},
    {"wait", "barrier wait", "idle", "barrier wait"},
    {"lock", "lock wait", "lock", "lock wait"},
    {"overhead", "overhead", "overhead", "overhead"},
    {"threads", "few threads", "idle", "few threads"},
    {"other", "otherwise", "idle", NULL},
};

static const struct sw_outcome *chief_of(const struct sw_report *report)
{
    const struct sw_profile *p = report->profile;
    return &report->simulation.outcomes[sw_profile_chief(p) - p->simulations];
}

/* What it would be on more processors is not known. */
static bool is_cut(const struct sw_report *report)
{
    return report->profile->flags & SW_PROFILE_IN_REGION;
}

static void put_cards(struct sw_html *html, const struct sw_report *report)
{
    const struct sw_outcome *o = chief_of(report);
    const struct sw_simulation *s = o->simulation;
    char value[SW_UNITS_SIZE], title[128];
    snprintf(title, sizeof title, "The whole program on %" PRIu64 " simulated processor%s",
             s->processors, s->processors == 1 ? "" : "s");
    sw_html_cards(html,
                  &(struct sw_html_section){.key = "whole", .title = title, .word = "simulated"});
    if (!is_cut(report)) {
        sw_html_card(html, "Speedup", sw_units_ratio(o->speedup, value), "predicted", "speedup");
        sw_html_card(html, "Efficiency", sw_units_percent(o->efficiency, value),
                     "speedup / processors", "efficiency");
        sw_html_card(html, "Parallelism", sw_units_ratio(o->parallelism, value),
                     "work / span, locks left out", "parallelism");
    }
    sw_html_cost(html, report, "Work", s->work, "measured", "work");
    sw_html_cost(html, report, "Span", s->span, "measured", "span");
    sw_html_cost(html, report, "Time", s->time, "modelled", NULL);
    sw_html_card(html, "Parallel regions", sw_units_count(s->regions, value), NULL,
                 "parallel region");
    sw_html_close(html);
}

/* A bound: as many as there are processors, or the parallelism. */
static void put_chart(struct sw_html *html, const struct sw_report *report)
{
    const struct sw_scaling_report *measured = report->options->measured;
    const struct sw_outcome *o = report->simulation.outcomes;
    size_t n = report->profile->n_simulations;
    double *x = calloc(3 * n, sizeof *x), *speedup = x + n, *bound = speedup + n;
    if (!x) {
        html->error = -ENOMEM;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        x[i] = (double)o[i].simulation->processors;
        speedup[i] = o[i].speedup;
        bound[i] = o[i].parallelism < x[i] ? o[i].parallelism : x[i];
    }
    sw_html_chart(
        html,
        &(struct sw_html_section){
            .key = "speedup",
            .title = measured ? "Measured speedup" : "Speedup on simulated processors",
            .lead =
                measured ? SW_SCALING_HTML_LEAD "; simulated: without what memory costs."
                : report->verdict.n_measured
                    ? "Simulated: without what memory costs. At most: what work and span allow; "
                      "waiting for locks is not in them. Measured: real runs on this machine."
                    : "Simulated: without what memory costs. At most: what work and span allow; "
                      "waiting for locks is not in them.",
            .word = "speedup"},
        "processors", "speedup", 1);
    sw_html_series(html, "simulated", "simulated", n, x, speedup, NULL, NULL);
    sw_html_series(html, "at most", "bound", n, x, bound, NULL, NULL);
    if (measured)
        sw_scaling_html_points(html, measured);
    sw_html_verdict_measured(html);
    sw_html_close(html);
    free(x);
}

/* Shares of the processors' time: they add up to 1. */
static void put_runs(struct sw_html *html, const struct sw_report *report)
{
    double values[PARTS];
    sw_html_bars(
        html,
        &(struct sw_html_section){
            .key = "losses",
            .title = "Where the processors' time goes, by their number",
            .lead = "All of a bar is the time of all processors: what is not work is lost."},
        "share", parts, PARTS);
    for (size_t i = 0; i < report->profile->n_simulations; i++) {
        const struct sw_outcome *o = &report->simulation.outcomes[i];
        char label[64], note[SW_UNITS_SIZE + 16], speedup[SW_UNITS_SIZE];
        snprintf(label, sizeof label, "%" PRIu64 " processor%s", o->simulation->processors,
                 o->simulation->processors == 1 ? "" : "s");
        snprintf(note, sizeof note, "speedup %s", sw_units_ratio(o->speedup, speedup));
        values[0] = o->efficiency;
        for (int k = 0; k < SW_CAUSES; k++)
            values[k + 1] = o->lost[k] < UNSEEN ? 0 : o->lost[k];
        sw_html_bar(html, label, note, NULL, values, PARTS);
    }
    sw_html_close(html);
}

static int has_pieces(const struct sw_report_simulation *m)
{
    for (uint32_t i = 0; i < m->n_constructs; i++)
        if (m->constructs[i].construct->chunks)
            return 1;
    return 0;
}

static void put_run_table(struct sw_html *html, const struct sw_report *report)
{
    struct sw_table runs = sw_simulation_table(SW_SIMULATION_RUNS, report);
    const struct sw_outcome *outcomes = report->simulation.outcomes;
    if (report->profile->n_simulations > 1)
        sw_html_table_of(html,
                         &(struct sw_html_section){.key = "runs",
                                                   .title = "Runs, by the number of processors",
                                                   .lead = "Each is a run of its own. Speedups are "
                                                           "over the time on one processor; where "
                                                           "that was not simulated, over the work "
                                                           "of the run itself.",
                                                   .word = "simulated"},
                         &runs, &(struct sw_html_look){.sort = "processors", .ascending = 1},
                         outcomes, report->profile->n_simulations, sizeof *outcomes);
}

static void put_construct_table(struct sw_html *html, const struct sw_report *report)
{
    static const struct sw_html_group groups[] = {{"time", "Time", NULL, 1},
                                                  {"pieces", "Chunks and tasks", "chunk", 1}};
    const struct sw_report_simulation *m = &report->simulation;
    struct sw_table constructs = sw_simulation_table(SW_SIMULATION_PAGE, report);
    int in_pieces = has_pieces(m);
    const void **rows = NULL;
    int error = sw_construct_list(m, SW_REPORT_ALL, 1, &rows, &constructs.n_rows);
    constructs.rows = rows;
    /* The columns of the last group. */
    while (!in_pieces &&
           !strcmp(sw_string(constructs.columns[constructs.n_columns - 1].group), "pieces"))
        constructs.n_columns--;
    if (error)
        html->error = error;
    else
        sw_html_table(
            html,
            &(struct sw_html_section){
                .key = "constructs",
                .title = "Constructs",
                .lead =
                    "Regions, loops, tasks and locks, nested as they "
                    "ran: serial code, then the heaviest first; what is lost is with those inside.",
                .word = "construct"},
            &constructs,
            &(struct sw_html_look){.groups = groups,
                                   .n_groups = sizeof groups / sizeof *groups - !in_pieces});
    free(rows);
}

void sw_html_simulation(struct sw_html *html, const struct sw_report *report)
{
    if ((report->profile->n_simulations > 1 && !is_cut(report)) || report->options->measured)
        put_chart(html, report);
    put_cards(html, report);
}

void sw_html_losses(struct sw_html *html, const struct sw_report *report)
{
    if (!is_cut(report))
        put_runs(html, report);
    sw_html_constructs(html, report, parts);
    if (!is_cut(report))
        put_run_table(html, report);
    sw_html_construct_scaling(html, report);
    put_construct_table(html, report);
}
