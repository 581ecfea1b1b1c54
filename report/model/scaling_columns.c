#include "report/model/scaling_formats.h"

#include <math.h>

#define AT(member) .at = offsetof(struct sw_point, member)

static void get_spread(const void *row, const void *report, struct sw_value *value)
{
    const struct sw_point *p = row;
    value->text = sw_units_spread(&((const struct sw_scaling_report *)report)->units, p->least_ns,
                                  p->most_ns, value->scratch);
}

static void get_range(const void *row, const void *report, struct sw_value *value)
{
    const struct sw_point *p = row;
    char lower[SW_UNITS_SIZE], upper[SW_UNITS_SIZE];
    (void)report;
    if (isfinite(p->lower))
        snprintf(value->scratch, sizeof value->scratch, "%s..%s", sw_units_ratio(p->lower, lower),
                 sw_units_ratio(p->upper, upper));
    value->text = isfinite(p->lower) ? value->scratch : "-";
}

static void get_answer(const void *row, const void *report, struct sw_value *value)
{
    static const char *const answers[] = {
        [SW_AGREEMENT_NONE] = "-",      [SW_AGREEMENT_BASE] = "-",
        [SW_AGREEMENT_WITHIN] = "yes",  [SW_AGREEMENT_BELOW] = "below",
        [SW_AGREEMENT_ABOVE] = "above", [SW_AGREEMENT_CROWDED] = "-"};
    (void)report;
    value->text = answers[((const struct sw_point *)row)->verdict];
}

static void get_verdict(const void *row, const void *report, struct sw_value *value)
{
    (void)report;
    value->text = sw_agreement_name(((const struct sw_point *)row)->verdict);
}

static void get_trials(const void *row, const void *report, struct sw_value *value)
{
    (void)report;
    value->integer = ((const struct sw_point *)row)->n_trials;
}

static const struct sw_column text_columns[] = {
    {NULL, NULL, "P", SW_COUNT, AT(workers)},
    {NULL, NULL, "tri-\nals", SW_COUNT, .get = get_trials},
    {NULL, NULL, "median", SW_COST, AT(median_ns)},
    {NULL, NULL, "spread", SW_TEXT, .get = get_spread},
    {NULL, NULL, "speed-\nup", SW_REAL, AT(speedup)},
    {NULL, NULL, "effi-\nciency", SW_SHARE, AT(efficiency)},
    {NULL, NULL, "CPU", SW_COST, AT(median_cpu_ns)},
    {NULL, NULL, "predicted", SW_TEXT, .get = get_range},
    {NULL, NULL, "in it?", SW_TEXT, .get = get_answer},
};

static const struct sw_column json_columns[] = {
    {"processors", NULL, NULL, SW_COUNT, AT(workers)},
    {"trials", NULL, NULL, SW_COUNT, .get = get_trials, .word = "trial"},
    {"median", NULL, NULL, SW_COST, AT(median_ns)},
    {"min", NULL, "least", SW_COST, AT(least_ns)},
    {"max", NULL, "most", SW_COST, AT(most_ns)},
    {"cpu", NULL, "CPU time", SW_COST, AT(median_cpu_ns), .word = "CPU time"},
    {"speedup", NULL, NULL, SW_REAL, AT(speedup), .word = "speedup"},
    {"speedup_min", NULL, "least\nspeedup", SW_REAL, AT(least_speedup)},
    {"speedup_max", NULL, "most\nspeedup", SW_REAL, AT(most_speedup)},
    {"efficiency", NULL, NULL, SW_REAL, AT(efficiency), .word = "efficiency"},
    {"lower", NULL, "predicted\nat least", SW_REAL, AT(lower), .word = "at least"},
    {"upper", NULL, "predicted\nat most", SW_REAL, AT(upper), .word = "at most"},
    {"verdict", NULL, "to the\nprediction", SW_TEXT, .get = get_verdict},
};

#define N(columns) (sizeof columns / sizeof *columns)

struct sw_table sw_scaling_text_table(const struct sw_scaling_report *report)
{
    return (struct sw_table){text_columns,     N(text_columns), report->points,
                             report->n_points, report,          &report->units};
}

struct sw_table sw_scaling_json_table(const struct sw_scaling_report *report)
{
    return (struct sw_table){json_columns,     N(json_columns), report->points,
                             report->n_points, report,          &report->units};
}
