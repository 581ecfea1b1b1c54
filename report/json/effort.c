#include "report/model/effort.h"
#include "analysis/workspan/sites.h"
#include "report/model/formats.h"
#include "report/write/json.h"

static void put_run(struct sw_json *json, const struct sw_effort_report *r)
{
    const struct sw_effort *e = &r->profile->effort;
    const struct sw_effort_sums *s = &r->tree->nodes[0].total;
    sw_json_integer(json, "processors", e->processors);
    sw_json_integer(json, "time", e->time);
    sw_json_integer(json, "cpu_time", e->cpu);
    sw_json_integer(json, "threads", e->threads);
    sw_json_integer(json, "threads_at_once", e->threads_most);
    sw_json_integer(json, "effort", r->tree->effort);
    sw_json_integer(json, "work", s->work);
    sw_json_open(json, "overhead", '{');
    sw_json_integer(json, "scheduling", s->overhead[SW_OVERHEAD_SCHEDULE]);
    sw_json_integer(json, "synchronization", s->overhead[SW_OVERHEAD_SYNCHRONIZE]);
    sw_json_integer(json, "creation", s->overhead[SW_OVERHEAD_CREATE]);
    sw_json_close(json, '}');
    sw_json_integer(json, "idle", s->idle);
    sw_json_open(json, "idle_by", '{');
    sw_json_integer(json, "imbalance", s->idle_by[SW_IDLE_UNEVEN]);
    sw_json_integer(json, "locks", s->idle_by[SW_IDLE_LOCKS]);
    sw_json_integer(json, "grain", s->idle_by[SW_IDLE_FINE]);
    sw_json_integer(json, "waits", s->idle_by[SW_IDLE_AWAY]);
    sw_json_close(json, '}');
    sw_json_integer(json, "due_time", e->due);
    sw_json_integer(json, "run_delay", e->delay);
    sw_json_integer(json, "blocked", e->blocked);
    sw_json_integer(json, "other_programs", e->others);
    sw_json_open(json, "nobody_by", '{');
    sw_json_integer(json, "locks", e->nobody[SW_WAIT_LOCK]);
    sw_json_integer(json, "clock", e->nobody[SW_WAIT_CLOCK]);
    sw_json_integer(json, "input", e->nobody[SW_WAIT_INPUT]);
    sw_json_integer(json, "threads", e->nobody[SW_WAIT_THREADS]);
    sw_json_integer(json, "other_programs", e->nobody[SW_WAIT_DELAY]);
    sw_json_close(json, '}');
    sw_json_integer(json, "nobody", r->tree->nobody);
    sw_json_integer(json, "waited", s->waited);
    sw_json_integer(json, "blamed", s->blamed);
    sw_json_string(json, "verdict", sw_effort_advice_name(sw_account_advice(&r->account)));
}

static void put_samples(struct sw_json *json, const struct sw_effort_report *r)
{
    const struct sw_sampled *s = &r->profile->sampled;
    sw_json_open(json, "samples", '{');
    sw_json_integer(json, "rate", s->rate);
    sw_json_integer(json, "taken", s->taken);
    sw_json_integer(json, "waiting", s->waiting);
    sw_json_integer(json, "lost", s->lost);
    sw_json_integer(json, "profiler", s->profiler);
    sw_json_integer(json, "cut", s->cut);
    sw_json_integer(json, "paths_refused", s->refused);
    sw_json_integer(json, "threads_refused", s->threads);
    sw_json_integer(json, "cost", r->profile->effort.cost);
    sw_json_close(json, '}');
}

/* The row's index of what a node is below of; null for the outermost. */
static void put_rows(struct sw_json *json, const struct sw_effort_report *r, const char *key,
                     const struct sw_effort_rows *rows, enum sw_report_view view)
{
    bool is_tree = view == SW_VIEW_TREE;
    struct sw_table table =
        sw_effort_table(view == SW_VIEW_LINES ? SW_EFFORT_JSON_LINE : SW_EFFORT_JSON_ROW, r);
    sw_json_open(json, key, '[');
    for (size_t i = 0; i < rows->n; i++) {
        const struct sw_effort_row *row = &rows->items[i];
        sw_json_open(json, NULL, '{');
        if (is_tree && row->parent)
            sw_json_integer(json, "parent", row->parent - 1);
        else if (is_tree)
            sw_json_real(json, "parent", 1 / 0.0);
        sw_json_members(json, &table, row);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}

static int put_view(struct sw_json *json, const struct sw_effort_report *r, const char *key,
                    enum sw_report_view view)
{
    struct sw_effort_rows rows;
    int error = sw_effort_view(r, view, SW_EFFORT_EVERY, &rows);
    if (error)
        return error;
    put_rows(json, r, key, &rows, view);
    sw_effort_rows_release(&rows);
    return 0;
}

static void put_parts(struct sw_json *json, const struct sw_effort_report *r)
{
    const struct sw_effort *e = &r->profile->effort;
    struct sw_table regions = sw_effort_part_table(SW_EFFORT_JSON_REGION, r);
    struct sw_table locks = sw_effort_part_table(SW_EFFORT_JSON_LOCK, r);
    sw_json_open(json, "regions", '[');
    for (size_t i = 0; i < r->regions.n; i++) {
        sw_json_open(json, NULL, '{');
        sw_json_members(json, &regions, &r->regions.items[i]);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
    sw_json_open(json, "locks", '[');
    for (size_t i = 0; i < e->n_locks; i++) {
        sw_json_open(json, NULL, '{');
        sw_json_members(json, &locks, &e->locks[i]);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}

static void put_timeline(struct sw_json *json, const struct sw_effort *e)
{
    sw_json_integer(json, "stretch", e->stretch);
    sw_json_open(json, "timeline", '[');
    for (size_t i = 0; i < e->n_stretches; i++) {
        sw_json_open(json, NULL, '{');
        sw_json_integer(json, "work", e->stretches[i].work);
        sw_json_integer(json, "overhead", e->stretches[i].overhead);
        sw_json_integer(json, "idle", e->stretches[i].idle);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}

int sw_effort_json(const struct sw_effort_report *r)
{
    const struct sw_profile *p = r->profile;
    struct sw_json json = {.out = r->out, .empty = 1};
    sw_json_open(&json, NULL, '{');
    sw_report_json_program(&json, p);
    sw_report_json_findings(&json, &r->findings, p);
    struct sw_conclusion conclusion;
    int error = sw_conclusion_make(&conclusion, p, &r->findings, &r->units);
    error = sw_report_json_conclusion(&json, &conclusion, error);
    sw_report_json_verdict(&json, &r->verdict);
    sw_json_open(&json, "warnings", '[');
    for (size_t i = 0; i < p->n_warnings; i++)
        sw_json_string(&json, NULL, p->warnings[i]);
    sw_json_close(&json, ']');
    put_samples(&json, r);
    sw_json_open(&json, "effort", '{');
    json.more_lines = 1; /* a row a line */
    put_run(&json, r);
    put_parts(&json, r);
    put_timeline(&json, &p->effort);
    sw_json_boolean(&json, "physical", r->options->physical);
    if (!error)
        error = put_view(&json, r, "functions", SW_VIEW_FLAT);
    if (!error)
        error = put_view(&json, r, "lines", SW_VIEW_LINES);
    if (!error)
        error = put_view(&json, r, "tree", SW_VIEW_TREE);
    sw_json_close(&json, '}');
    json.more_lines = 0;
    sw_json_close(&json, '}');
    return error;
}
