#include "report/model/effort_diff.h"
#include "report/model/diff_formats.h"
#include "report/model/formats.h"

static void put_change(struct sw_json *json, const char *key, const struct sw_change *c)
{
    sw_json_open(json, key, '{');
    sw_json_integer(json, "before", c->before);
    sw_json_integer(json, "after", c->after);
    sw_json_change(json, "change", c->growth);
    sw_json_close(json, '}');
}

static void put_rows(struct sw_json *json, const char *key, const struct sw_table *table)
{
    sw_json_open(json, key, '[');
    for (size_t i = 0; i < table->n_rows; i++) {
        sw_json_open(json, NULL, '{');
        sw_json_members(json, table, table->rows[i]);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}

static void put_locks(struct sw_json *json, const struct sw_effort_diff_report *r)
{
    struct sw_table table = sw_effort_diff_table(SW_EFFORT_DIFF_LOCKS, r);
    sw_json_open(json, "locks", '[');
    for (size_t i = 0; i < r->diff->n_locks; i++) {
        sw_json_open(json, NULL, '{');
        sw_json_members(json, &table, &r->diff->locks[i]);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}

int sw_effort_diff_json(const struct sw_effort_diff_report *r)
{
    const struct sw_effort_diff *d = r->diff;
    struct sw_json json = {.out = r->out, .empty = 1};
    struct sw_table functions = sw_effort_diff_table(SW_EFFORT_DIFF_DATA, r);
    functions.rows = r->rows;
    functions.n_rows = r->n_rows;
    sw_json_open(&json, NULL, '{');
    sw_diff_json_profiles(&json, d->before, d->after, r->options->names);
    sw_json_boolean(&json, "equal", d->is_equal);
    sw_json_boolean(&json, "beyond_noise", !d->is_equal && !d->is_noise);
    put_change(&json, "time", &d->time);
    sw_json_open(&json, "cores_at_work", '{');
    sw_json_real(&json, "before", d->cores_before);
    sw_json_real(&json, "after", d->cores_after);
    sw_json_close(&json, '}');
    put_change(&json, "work", &d->work);
    put_change(&json, "overhead", &d->overhead);
    put_change(&json, "idle", &d->idle);
    put_change(&json, "unused", &d->unused);
    put_change(&json, "waited_for_locks", &d->waited);
    sw_report_json_findings(&json, &r->findings, d->after);
    int error = sw_report_json_conclude(&json, d->after, &r->findings);
    put_rows(&json, "functions", &functions);
    put_locks(&json, r);
    sw_json_close(&json, '}');
    return error;
}
