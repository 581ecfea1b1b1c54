#include "analysis/workspan/sites.h"
#include "report/model/columns.h"
#include "report/model/formats.h"
#include "report/model/scaling_formats.h"
#include "report/write/json.h"

static void put_arguments(struct sw_json *json, char *const *argv)
{
    sw_json_string(json, "program", argv[0]);
    sw_json_open(json, "args", '[');
    for (; *argv; argv++)
        sw_json_string(json, NULL, *argv);
    sw_json_close(json, ']');
}

static void put_profile(struct sw_json *json, const struct sw_scaling_report *report)
{
    const struct sw_profile *p = report->scaling->profile;
    if (!p)
        return;
    struct sw_region whole = {sw_profile_empty, p->whole};
    struct sw_table table = sw_columns_table(SW_COLUMNS_FIGURES, p, &report->units);
    sw_json_open(json, "profile", '{');
    sw_json_string(json, "file", sw_string(report->scaling->profile_path));
    sw_json_string(json, "unit", sw_string(p->unit));
    sw_json_members(json, &table, &whole);
    sw_json_close(json, '}');
}

static void put_times(struct sw_json *json, const char *key, const uint64_t *times, size_t n)
{
    sw_json_open(json, key, '[');
    for (size_t i = 0; i < n; i++)
        sw_json_integer(json, NULL, times[i]);
    sw_json_close(json, ']');
}

static void put_points(struct sw_json *json, const struct sw_scaling_report *report)
{
    struct sw_table table = sw_scaling_json_table(report);
    sw_json_open(json, "points", '[');
    for (size_t i = 0; i < report->n_points; i++) {
        const struct sw_point *point = report->points[i];
        sw_json_open(json, NULL, '{');
        sw_json_members(json, &table, point);
        put_times(json, "times", point->wall_ns, point->n_trials);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}

static void put_copies(struct sw_json *json, const struct sw_copies *c)
{
    if (!c->n_trials)
        return;
    sw_json_open(json, "copies", '{');
    sw_json_integer(json, "copies", c->copies);
    sw_json_integer(json, "trials", c->n_trials);
    sw_json_real(json, "slowdown", c->slowdown);
    sw_json_real(json, "slowdown_min", c->least_slowdown);
    sw_json_real(json, "slowdown_max", c->most_slowdown);
    put_times(json, "alone", c->alone_ns, c->n_trials);
    put_times(json, "at_once", c->among_ns, c->n_trials);
    sw_json_close(json, '}');
}

int sw_scaling_json(const struct sw_scaling_report *report)
{
    const struct sw_scaling *s = report->scaling;
    struct sw_json json = {.out = report->out, .empty = 1};
    struct sw_conclusion conclusion;
    sw_json_open(&json, NULL, '{');
    put_arguments(&json, s->argv);
    sw_json_string(&json, "unit", report->units.unit);
    sw_json_integer(&json, "processors", s->processors);
    sw_json_integer(&json, "trials", s->trials);
    sw_json_integer(&json, "warm_up", s->warm_up);
    sw_json_boolean(&json, "complete", !s->stopped);
    put_profile(&json, report);
    put_points(&json, report);
    put_copies(&json, &s->copies);
    sw_report_json_findings(&json, &report->findings, s->profile);
    int error = sw_conclusion_of_scaling(&conclusion, s, &report->findings);
    error = sw_report_json_conclusion(&json, &conclusion, error);
    sw_json_close(&json, '}');
    return error;
}
