#include "analysis/predict/tree_sites.h"
#include "analysis/workspan/sites.h"
#include "report/model/formats.h"
#include "report/model/predict_formats.h"
#include "report/write/json.h"

static void put_bounds(struct sw_json *json, const struct sw_prediction *p)
{
    char name[SW_TREE_NAME];
    sw_json_real(json, "work", p->work);
    sw_json_real(json, "time_on_one", p->one);
    sw_json_real(json, "span", p->span);
    sw_json_real(json, "parallelism", p->work / p->span);
    sw_json_integer(json, "tasks", p->tasks);
    if (!(p->locked > 0))
        return;
    sw_json_open(json, "lock", '{');
    sw_json_string(json, "name", sw_tree_lock_name(p->tree, p->lock, name));
    sw_json_real(json, "held", p->locked);
    sw_json_real(json, "at_most", p->one / p->locked);
    sw_json_close(json, '}');
}

static void put_tree(struct sw_json *json, const struct sw_program_tree *tree)
{
    const struct sw_tree_measure *m = &tree->measure;
    sw_json_open(json, "tree", '{');
    sw_json_integer(json, "nodes", tree->n_nodes ? tree->n_nodes - 1 : 0);
    sw_json_integer(json, "recorded", m->recorded);
    sw_json_integer(json, "window", m->window);
    sw_json_integer(json, "merged", m->merged);
    sw_json_integer(json, "moved", m->moved);
    sw_json_integer(json, "lost", m->lost);
    sw_json_close(json, '}');
}

static void put_predictions(struct sw_json *json, const struct sw_predict_report *r)
{
    struct sw_table table = sw_predict_table(SW_PREDICT_COLUMNS_CSV, r);
    sw_json_open(json, "predictions", '[');
    for (size_t i = 0; i < r->n_rows; i++) {
        sw_json_open(json, NULL, '{');
        sw_json_members(json, &table, &r->rows[i]);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}

static void put_sections(struct sw_json *json, const struct sw_predict_report *r)
{
    struct sw_table table = sw_predict_table(SW_PREDICT_COLUMNS_SECTIONS_JSON, r);
    const struct sw_predicted *focus = sw_prediction_focus(r->prediction);
    char name[SW_PLAN_NAME];
    sw_json_open(json, "sections", '{');
    sw_json_string(json, "plan", sw_plan_name(focus->plan, name));
    sw_json_integer(json, "processors", focus->processors);
    sw_json_open(json, "list", '[');
    for (size_t i = 0; i < r->n_sections; i++) {
        sw_json_open(json, NULL, '{');
        sw_json_members(json, &table, &r->sections[i]);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
    sw_json_close(json, '}');
}

int sw_predict_json(const struct sw_predict_report *r)
{
    struct sw_json json = {.out = r->out, .empty = 1};
    sw_json_open(&json, NULL, '{');
    sw_report_json_program(&json, r->options->profile);
    put_bounds(&json, r->prediction);
    put_tree(&json, r->prediction->tree);
    sw_json_string(&json, "overheads", r->options->overheads);
    sw_json_string(&json, "memory", sw_string(r->options->memory));
    sw_json_string(&json, "replay", sw_string(r->options->synthesis));
    put_predictions(&json, r);
    put_sections(&json, r);
    sw_report_json_findings(&json, &r->findings, NULL);
    int error = sw_report_json_conclude(&json, NULL, &r->findings);
    sw_json_close(&json, '}');
    return error;
}
