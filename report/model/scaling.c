/* Measured speedups: the table, what it means, how it was measured. */
#include "analysis/workspan/bounds.h"
#include "report/model/profile_parts.h"
#include "report/model/scaling_formats.h"

#define POINT ((const struct sw_point *)row)

SW_GETS(get_spread, text, sw_units_spread(context, POINT->least_ns, POINT->most_ns, value->scratch))
SW_GETS(get_range, text,
        !isfinite(POINT->lower) ? "-"
                                : sw_value_print(value, "%s..%s", SW_SHOWN(ratio, POINT->lower),
                                                 SW_SHOWN(ratio, POINT->upper)))

/* In the order of enum sw_agreement. */
SW_GETS(get_answer, text,
        ((const char *const[]){"-", "-", "yes", "below", "above", "-"})[POINT->verdict])
SW_GETS(get_verdict, text, sw_agreement_name(POINT->verdict))

static const struct sw_column points[] = {
    {"processors", NULL, NULL, SW_COUNT, AT(sw_point, workers)},
    {"trials", NULL, NULL, SW_COUNT, AT(sw_point, n_trials), .word = "trial"},
    {"median", NULL, NULL, SW_COST, AT(sw_point, median_ns)},
    {"min", NULL, "least", SW_COST, AT(sw_point, least_ns)},
    {"max", NULL, "most", SW_COST, AT(sw_point, most_ns)},
    {"cpu", NULL, "CPU time", SW_COST, AT(sw_point, median_cpu_ns), .word = "CPU time"},
    {"speedup", NULL, NULL, SW_REAL, AT(sw_point, speedup), .word = "speedup"},
    {"speedup_min", NULL, "least\nspeedup", SW_REAL, AT(sw_point, least_speedup)},
    {"speedup_max", NULL, "most\nspeedup", SW_REAL, AT(sw_point, most_speedup)},
    {"efficiency", NULL, NULL, SW_REAL, AT(sw_point, efficiency), .word = "efficiency"},
    {"lower", NULL, "predicted\nat least", SW_REAL, AT(sw_point, lower), .word = "at least"},
    {"upper", NULL, "predicted\nat most", SW_REAL, AT(sw_point, upper), .word = "at most"},
    {"verdict", NULL, "to the\nprediction", SW_TEXT, .get = get_verdict},
    /* Text: */
    {"spread", NULL, NULL, SW_TEXT, .get = get_spread},
    {"share", NULL, "effi-\nciency", SW_SHARE, AT(sw_point, efficiency)},
    {"predicted", NULL, NULL, SW_TEXT, .get = get_range},
    {"in_it", NULL, "in it?", SW_TEXT, .get = get_answer},
};

static void put_times(struct sw_json *json, const char *key, const uint64_t *times, size_t n)
{
    sw_json_open(json, key, '[');
    for (size_t i = 0; i < n; i++)
        sw_json_integer(json, NULL, times[i]);
    sw_json_close(json, ']');
}

SW_ROW_MEMBERS(put_trial_times, units)
{
    const struct sw_point *point = row;
    put_times(&d->json, "times", point->wall_ns, point->n_trials);
}

static void put_points(struct sw_document *d, const struct sw_scaling_report *r)
{
    SW_TABLE(d,
             .section = SW_TITLED(
                 "points", "By number of processors",
                 "Speedups are relative to one core; least and most are over all rounds."),
             .heading = "Speedup on P cores over one, measured, and the predicted range",
             SW_FIELDS(points),
             .text = "processors=P|trials=tri-\nals|median|spread|speedup=speed-\nup|share|cpu="
                     "CPU|predicted|in_it",
             .page = "processors..verdict", .json = "processors..verdict", .rows = r->points,
             .n = r->n_points, .context = d->units, .always = true, .each = put_trial_times);
}

/* A row a run. */
struct trial {
    uint64_t workers, round, wall_ns, cpu_ns;
};

void sw_scaling_tables(struct sw_document *d, const struct sw_scaling_report *r)
{
    static const struct sw_column fields[] = {
        {"processors", NULL, NULL, SW_COUNT, AT(trial, workers)},
        {"round", NULL, NULL, SW_COUNT, AT(trial, round)},
        {"time", NULL, NULL, SW_COST, AT(trial, wall_ns), .heat = 1},
        {"cpu", NULL, "CPU time", SW_COST, AT(trial, cpu_ns), .heat = 1},
    };
    size_t n = 0, most = 0;
    put_points(d, r);
    for (size_t i = 0; i < r->n_points; i++)
        most += ((const struct sw_point *)r->points[i])->n_trials;
    SW_FREED struct trial *trials = calloc(most + 1, sizeof *trials);
    if (sw_document_fails(d, trials ? 0 : -ENOMEM))
        return;
    for (size_t i = 0; i < r->n_points; i++) {
        const struct sw_point *p = r->points[i];
        for (size_t k = 0; k < p->n_trials; k++)
            trials[n++] = (struct trial){p->workers, k + 1, p->wall_ns[k], p->cpu_ns[k]};
    }
    SW_TABLE(d,
             .section = SW_TITLED("trials", "Trials",
                                  "Every run. In each round, each number of cores has one run.",
                                  .folded = true),
             SW_FIELDS(fields), .page = "*", SW_ITEMS(trials, n));
}

static void put_prediction(struct sw_document *d, const struct sw_scaling *s)
{
    const struct sw_profile *p = s->profile;
    const struct sw_units units = {p ? sw_string(p->unit) : "", d->units->utf8};
    if (!p)
        sw_document_note(d, "prediction", "none: there is no profile");
    else if (sw_scaling_is_simulated(s))
        sw_document_note(d, "prediction",
                         "simulated runs on P processors, give or take a tenth; memory and caches "
                         "are not simulated");
    else
        sw_document_note(d, "prediction",
                         "at least: estimate, at most: bound, for P processors; from %s%.200s%s "
                         "(work %s, burdened span %s, parallelism %s)",
                         s->profile_path ? "the profile '" : "a profiled serial run",
                         s->profile_path ? s->profile_path : "", s->profile_path ? "'" : "",
                         SW_SHOWN(cost, &units, p->whole.work),
                         SW_SHOWN(cost, &units, p->whole.burdened_span),
                         SW_SHOWN(ratio, sw_parallelism(p->whole.work, p->whole.span)));
}

void sw_scaling_measured(struct sw_document *d, const struct sw_scaling_report *r)
{
    const struct sw_scaling *s = r->scaling;
    sw_document_note(d, "trials",
                     "%" PRIu64 " for each P (CILK_NWORKERS, OMP_NUM_THREADS, and {} in the "
                     "arguments), by turns in rounds, after %" PRIu64 " warm-up run%s",
                     s->trials, s->warm_up, s->warm_up == 1 ? "" : "s");
    sw_document_note(d, "times",
                     "wall clock from before the fork to the end of the process, nothing "
                     "subtracted; CPU: user and system time, the median");
    sw_document_note(d, "processors",
                     "%" PRIu64 " that this process may use (affinity, control group)",
                     s->processors);
    put_prediction(d, s);
}

void sw_scaling_text(struct sw_document *d, const struct sw_scaling_report *r)
{
    char *const *argv = r->scaling->argv;
    sw_document_head(d, "Spanwise bench of",
                     &(struct sw_profile){.program = argv[0], .args = (char **)argv});
    sw_document_findings(d, &r->findings, r->scaling->profile);
    put_points(d, r);
    sw_document_heading(d, "How it was measured");
    sw_scaling_measured(d, r);
}

void sw_scaling_begin(struct sw_document *d, const struct sw_scaling_report *r)
{
    bool is_explained = r->verdict.processors;
    if (d->as == SW_AS_JSON || !is_explained)
        sw_document_headline(d, &r->findings, r->scaling->profile);
    if (is_explained)
        sw_document_verdict(d, &r->verdict);
}

static void put_profile(struct sw_document *d, const struct sw_scaling *s)
{
    if (!s->profile)
        return;
    sw_json_put(&d->json, "profile:{file:%s, unit:%s", s->profile_path, s->profile->unit);
    sw_document_figures(d, &s->profile->whole);
    sw_json_close(&d->json, '}');
}

static void put_copies(struct sw_json *json, const struct sw_copies *c)
{
    if (!c->n_trials)
        return;
    sw_json_put(json,
                "copies:{copies:%lu, trials:%zu, slowdown:%g, slowdown_min:%g, slowdown_max:%g",
                c->copies, c->n_trials, c->slowdown, c->least_slowdown, c->most_slowdown);
    put_times(json, "alone", c->alone_ns, c->n_trials);
    put_times(json, "at_once", c->among_ns, c->n_trials);
    sw_json_close(json, '}');
}

void sw_scaling_json(struct sw_document *d, const struct sw_scaling_report *r)
{
    const struct sw_scaling *s = r->scaling;
    sw_document_program(d, &(struct sw_profile){.program = s->argv[0], .args = (char **)s->argv});
    sw_json_put(&d->json, "unit:%s, processors:%lu, trials:%lu, warm_up:%lu, complete:%d",
                d->units->unit, s->processors, s->trials, s->warm_up, !s->stopped);
    put_profile(d, s);
    put_points(d, r);
    put_copies(&d->json, &s->copies);
    sw_document_findings(d, &r->findings, s->profile);
    sw_scaling_begin(d, r);
}

void sw_scaling_predicted_curves(struct sw_document *d, const struct sw_scaling_report *r)
{
    static const char *const curves[][3] = {
        {"predicted, at most", "bound", "processors|upper"},
        {"predicted, at least", "estimate", "processors|lower"}};
    for (int i = 0; i < 2; i++)
        sw_document_curve(d, curves[i][0], curves[i][1],
                          &(struct sw_document_table){SW_FIELDS(points), .page = curves[i][2],
                                                      .rows = r->points, .n = r->n_points});
}

void sw_scaling_curves(struct sw_document *d, const struct sw_scaling_report *r)
{
    sw_document_curve(d, "measured", "measured",
                      &(struct sw_document_table){
                          SW_FIELDS(points), .page = "processors|speedup|speedup_min|speedup_max",
                          .rows = r->points, .n = r->n_points});
}

/* Without a profile there is nothing else to show. */
void sw_scaling_page(struct sw_document *d, const struct sw_scaling_report *r)
{
    sw_scaling_begin(d, r);
    sw_html_chart(&d->page, SW_SECTION("speedup", "Measured speedup", SW_SCALING_LEAD ".",
                                       .word = "speedup"));
    sw_scaling_curves(d, r);
    sw_html_close(&d->page);
    sw_document_findings(d, &r->findings, NULL);
    sw_scaling_tables(d, r);
    sw_document_measured(d, "How it was measured", NULL);
    sw_scaling_measured(d, r);
    sw_document_measured_end(d, NULL);
}

/*
 * As Cilkscale's benchmark script writes it, for what reads that: the columns of Cilkscale for the
 * whole program, then the time on each number of processors, ascending. One row: regions are not
 * timed. What cannot be told is left empty.
 */
enum { HEADING = 48 };

struct csv_row {
    struct sw_region whole; /* first: the fields of Cilkscale take it for a row of theirs */
    const struct sw_point *points;
};

SW_GETS(get_nothing, none, 1)

static struct sw_column time_column(const struct sw_scaling *s, const struct sw_point *point,
                                    char heading[HEADING])
{
    snprintf(heading, HEADING, "%" PRIu64 "c time", point->workers);
    return (struct sw_column){
        .csv = heading,
        .type = SW_SECONDS,
        .via = 1 + offsetof(struct csv_row, points),
        .at = (size_t)((const char *)&point->median_ns - (const char *)s->points)};
}

void sw_scaling_csv(struct sw_document *d, const struct sw_scaling_report *r)
{
    const struct sw_profile *p = r->scaling->profile;
    struct csv_row row = {{sw_profile_empty, p ? p->whole : (struct sw_figures){0}},
                          r->scaling->points};
    size_t most = r->n_points + sw_n_cilkscale, n = 0;
    struct sw_column *columns;
    char(*headings)[HEADING];
    int timed = p && p->unit && !strcmp(p->unit, d->units->unit);
    if (!SW_POOLED(&d->pool, columns, most) || !SW_POOLED(&d->pool, headings, most))
        return;
    for (; n < sw_n_cilkscale; n++) {
        columns[n] = sw_cilkscale[n];
        if (columns[n].type != SW_SECONDS || timed)
            continue;
        snprintf(headings[n], HEADING, "%s (seconds)", columns[n].csv);
        columns[n] = (struct sw_column){.csv = headings[n], .get = get_nothing};
    }
    for (size_t i = 0; i < r->n_points; i++) {
        const struct sw_point *point = r->points[i];
        if (point->verdict != SW_AGREEMENT_CROWDED) {
            columns[n] = time_column(r->scaling, point, headings[n]);
            n++;
        }
    }
    struct sw_table table = {.columns = columns,
                             .n_columns = n,
                             .n_rows = 1,
                             .units = d->units,
                             .items = &row,
                             .size = sizeof row};
    sw_table_csv(&table, d->out);
}
