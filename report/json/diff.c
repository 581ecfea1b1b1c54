#include "analysis/workspan/bounds.h"
#include "analysis/workspan/sites.h"
#include "report/model/diff_formats.h"
#include "report/model/formats.h"

static void put_profile(struct sw_json *json, const char *key, const struct sw_profile *p,
                        const char *name)
{
    sw_json_open(json, key, '{');
    sw_json_string(json, "profile", name);
    sw_json_string(json, "program", sw_string(p->program));
    sw_json_open(json, "args", '[');
    for (char *const *arg = p->args; arg && *arg; arg++)
        sw_json_string(json, NULL, *arg);
    sw_json_close(json, ']');
    sw_json_string(json, "level", sw_string(p->level));
    sw_json_string(json, "host", sw_string(p->host));
    sw_json_integer(json, "started", p->started_unix);
    sw_json_boolean(json, "complete", !(p->flags & SW_PROFILE_INCOMPLETE));
    sw_json_integer(json, "burden", p->burden);
    sw_json_integer(json, "workers", p->circumstances.workers);
    sw_json_close(json, '}');
}

static void put_bounds(struct sw_json *json, const char *key, const struct sw_speedup *speedup)
{
    sw_json_open(json, key, '{');
    sw_json_real(json, "lower", speedup->lower);
    sw_json_real(json, "upper", speedup->upper);
    sw_json_close(json, '}');
}

static void put_speedups(struct sw_json *json, const struct sw_diff *f)
{
    sw_json_open(json, "speedup", '[');
    for (size_t i = 0; i < SW_REPORT_N_PROCESSORS; i++) {
        struct sw_speedup before = sw_speedup_bounds(&f->whole.before, sw_report_processors[i]);
        struct sw_speedup after = sw_speedup_bounds(&f->whole.after, sw_report_processors[i]);
        sw_json_open(json, NULL, '{');
        sw_json_integer(json, "processors", sw_report_processors[i]);
        put_bounds(json, "before", &before);
        put_bounds(json, "after", &after);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}

static void put_regions(struct sw_json *json, const struct sw_diff_report *r)
{
    struct sw_table table = sw_diff_table(SW_DIFF_COLUMNS_FIGURES, r->diff, &r->units);
    sw_json_open(json, "regions", '[');
    for (size_t i = 0; i < r->diff->n_regions; i++) {
        sw_json_open(json, NULL, '{');
        sw_json_string(json, "label", r->diff->regions[i].label);
        sw_json_string(json, "in", sw_presence_name(r->diff->regions[i].presence));
        sw_json_members(json, &table, &r->diff->regions[i]);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}

static void put_sites(struct sw_json *json, const struct sw_diff_report *r)
{
    struct sw_table table = sw_diff_table(SW_DIFF_COLUMNS_SITES, r->diff, &r->units);
    sw_json_open(json, "sites", '[');
    for (size_t i = 0; i < r->n_rows; i++) {
        sw_json_open(json, NULL, '{');
        sw_json_members(json, &table, r->rows[i]);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}

void sw_diff_json_profiles(struct sw_json *json, const struct sw_profile *before,
                           const struct sw_profile *after, const char *const names[2])
{
    put_profile(json, "before", before, names[0]);
    put_profile(json, "after", after, names[1]);
    sw_json_string(json, "meter", sw_string(after->meter));
    sw_json_string(json, "unit", sw_string(after->unit));
}

int sw_diff_json(const struct sw_diff_report *r)
{
    const struct sw_diff *f = r->diff;
    struct sw_json json = {.out = r->out, .empty = 1};
    struct sw_table figures = sw_diff_table(SW_DIFF_COLUMNS_FIGURES, f, &r->units);
    sw_json_open(&json, NULL, '{');
    sw_diff_json_profiles(&json, f->before, f->after, r->options->names);
    sw_json_boolean(&json, "equal", f->is_equal);
    sw_json_boolean(&json, "beyond_noise", !f->is_equal && !f->is_noise);
    sw_json_members(&json, &figures, &f->whole);
    put_speedups(&json, f);
    int error = sw_diff_json_real(&json, r);
    if (!error)
        error = sw_diff_json_runs(&json, r);
    put_regions(&json, r);
    sw_report_json_findings(&json, &r->findings, f->after);
    if (!error)
        error = sw_report_json_conclude(&json, f->after, &r->findings);
    sw_json_integer(&json, "matched", f->n_matched);
    sw_json_integer(&json, "moved", f->n_moved);
    sw_json_integer(&json, "before_only", f->n_before_only);
    sw_json_integer(&json, "after_only", f->n_after_only);
    put_sites(&json, r);
    sw_json_close(&json, '}');
    return error;
}
