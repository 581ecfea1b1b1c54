#include "analysis/workspan/sites.h"
#include "report/model/check_formats.h"
#include "report/model/diff_formats.h"
#include "report/model/formats.h"
#include "report/write/json.h"

/* Costs to the last digit. */
static void put_value(struct sw_json *json, const char *key, const struct sw_ruling *v,
                      double value)
{
    if (sw_quantity_is_cost(v->quantity) && value >= 0 && value < 0x1p64)
        sw_json_integer(json, key, (uint64_t)value);
    else
        sw_json_real(json, key, value);
}

static void put_ruling(struct sw_json *json, const struct sw_check_report *r,
                       const struct sw_ruling *v)
{
    char text[SW_RULING_TEXT];
    sw_json_open(json, NULL, '{');
    sw_json_boolean(json, "passed", !v->is_broken);
    sw_json_string(json, "what", sw_ruling_name(v, r->check, text));
    sw_json_string(json, "text", sw_ruling_words(v, r, text));
    sw_json_string(json, "subject", sw_subject_name(v->subject));
    sw_json_string(json, "name", v->name);
    sw_json_string(json, "quantity", v->n_holding ? "all" : sw_quantity_name(v->quantity));
    if (v->quantity == SW_SPEEDUP)
        sw_json_integer(json, "processors", v->processors);
    sw_json_string(json, "of", v->is_of_baseline ? "baseline" : "limit");
    sw_json_string(json, "relation", v->is_upper ? "at most" : "at least");
    put_value(json, "value", v, v->value);
    put_value(json, "limit", v, v->limit);
    put_value(json, "before", v, v->before);
    if (v->site != SW_NO_SITE) {
        const struct sw_site *site = &r->check->profile->sites[v->site];
        sw_json_string(json, "file", sw_string(site->caller_place.file));
        sw_json_integer(json, "line", site->caller_place.line);
        sw_json_string(json, "caller", sw_string(site->caller_place.function));
        sw_json_string(json, "callee", sw_site_callee(site));
    }
    sw_json_close(json, '}');
}

/* As `spanwise diff` has them, without what did not change. */
static void put_changes(struct sw_json *json, const struct sw_check_report *r)
{
    const struct sw_diff *f = &r->check->diff;
    struct sw_table table = sw_diff_table(SW_DIFF_COLUMNS_SITES, f, &r->units);
    sw_json_open(json, "changes", '[');
    for (size_t i = 0; i < f->n_sites; i++) {
        if (!sw_difference_is_any(&f->sites[i]))
            continue;
        sw_json_open(json, NULL, '{');
        sw_json_members(json, &table, &f->sites[i]);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}

int sw_check_json(const struct sw_check_report *r)
{
    const struct sw_profile *p = r->check->profile;
    struct sw_json json = {.out = r->out, .empty = 1};
    sw_json_open(&json, NULL, '{');
    sw_json_boolean(&json, "passed", !r->check->n_broken);
    sw_json_integer(&json, "broken", r->check->n_broken);
    sw_json_string(&json, "program", sw_string(p->program));
    sw_json_open(&json, "args", '[');
    for (char *const *arg = p->args; arg && *arg; arg++)
        sw_json_string(&json, NULL, *arg);
    sw_json_close(&json, ']');
    sw_json_string(&json, "meter", sw_string(p->meter));
    sw_json_string(&json, "unit", sw_string(p->unit));
    if (r->check->baseline) {
        sw_json_string(&json, "baseline", r->options->baseline);
        sw_json_real(&json, "tolerance", r->check->tolerance);
    }
    sw_report_json_findings(&json, &r->doubts, p);
    sw_json_open(&json, "limits", '[');
    for (size_t i = 0; i < r->check->n; i++)
        put_ruling(&json, r, &r->check->rulings[i]);
    sw_json_close(&json, ']');
    if (r->check->baseline)
        put_changes(&json, r);
    sw_json_close(&json, '}');
    return 0;
}
