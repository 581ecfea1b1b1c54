#include "report/model/inflation.h"
#include "analysis/workspan/sites.h"

static void put_change(struct sw_json *json, const char *key, const struct sw_change *change)
{
    sw_json_open(json, key, '{');
    sw_json_integer(json, "serial", change->before);
    sw_json_integer(json, "parallel", change->after);
    sw_json_change(json, "growth", change->growth);
    sw_json_real(json, "ratio", sw_change_ratio(change));
    sw_json_close(json, '}');
}

static void put_serial(struct sw_json *json, const struct sw_report *report)
{
    const struct sw_profile *p = report->inflation.serial;
    sw_json_open(json, "serial", '{');
    if (report->options->serial_name)
        sw_json_string(json, "profile", report->options->serial_name);
    sw_json_string(json, "program", sw_string(p->program));
    sw_json_open(json, "args", '[');
    for (char *const *arg = p->args; arg && *arg; arg++)
        sw_json_string(json, NULL, *arg);
    sw_json_close(json, ']');
    sw_json_string(json, "host", sw_string(p->host));
    sw_json_integer(json, "started", p->started_unix);
    sw_json_close(json, '}');
}

static void put_unmatched(struct sw_json *json, const char *key, const struct sw_unmatched *only)
{
    sw_json_open(json, key, '{');
    sw_json_integer(json, "sites", only->n);
    sw_json_integer(json, "local_work", only->local_work);
    sw_json_close(json, '}');
}

static void put_counts(struct sw_json *json, const struct sw_inflation *f)
{
    sw_json_real(json, "noise", SW_INFLATION_NOISE);
    sw_json_integer(json, "matched", f->n_matched);
    sw_json_integer(json, "by_name", f->n_by_name);
    sw_json_integer(json, "inflated", f->n_inflated);
    sw_json_integer(json, "counts_differ", f->n_counts_differ);
    put_unmatched(json, "serial_only", &f->serial_only);
    put_unmatched(json, "parallel_only", &f->parallel_only);
}

void sw_inflation_json(struct sw_json *json, const struct sw_report *report)
{
    const struct sw_inflation *f = &report->inflation;
    struct sw_table table = sw_inflation_table(SW_INFLATION_JSON, report);
    size_t top = report->options->top ? report->options->top : SW_REPORT_ALL;
    if (!report->options->serial)
        return;
    sw_json_open(json, "inflation", '{');
    put_serial(json, report);
    put_change(json, "work", &f->work);
    put_change(json, "span", &f->span);
    sw_json_real(json, "speedup_at_most", f->most_speedup);
    put_counts(json, f);
    sw_json_open(json, "sites", '[');
    json->more_lines = 1; /* a site a line, here as well */
    for (size_t i = 0; i < f->n_sites && i < top; i++) {
        sw_json_open(json, NULL, '{');
        sw_json_members(json, &table, &f->sites[i]);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
    json->more_lines = 0;
    sw_json_close(json, '}');
}
