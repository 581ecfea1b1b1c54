#include "analysis/workspan/sites.h"
#include "report/model/check_formats.h"
#include "report/model/diff.h"
#include "report/model/document.h"

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

int sw_check_json(const struct sw_check *check, const struct sw_check_options *options, FILE *out)
{
    const struct sw_profile *p = check->profile;
    struct sw_check_report r = {.check = check, .options = options};
    struct sw_document d;
    int error = sw_document_open(&d, SW_AS_JSON, &options->page, p, p->unit, out);
    if (error)
        return error;
    r.units = *d.units;
    if (check->baseline)
        sw_document_fails(&d, sw_diff_doubts(&r.doubts, &check->diff, d.units));
    sw_json_boolean(&d.json, "passed", !check->n_broken);
    sw_json_integer(&d.json, "broken", check->n_broken);
    sw_document_program(&d, p);
    sw_json_string(&d.json, "meter", sw_string(p->meter));
    sw_json_string(&d.json, "unit", sw_string(p->unit));
    if (check->baseline) {
        sw_json_string(&d.json, "baseline", options->baseline);
        sw_json_real(&d.json, "tolerance", check->tolerance);
    }
    sw_document_findings(&d, &r.doubts, p);
    sw_json_open(&d.json, "limits", '[');
    for (size_t i = 0; i < check->n; i++)
        put_ruling(&d.json, &r, &check->rulings[i]);
    sw_json_close(&d.json, ']');
    if (check->baseline)
        sw_diff_changes(&d, &check->diff);
    error = sw_document_close(&d);
    sw_findings_release(&r.doubts);
    return error;
}
