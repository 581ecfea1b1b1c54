#include "analysis/workspan/sites.h"
#include "report/model/columns.h"
#include "report/model/formats.h"
#include "report/model/merge_formats.h"

static void put_head(struct sw_json *json, const struct sw_merge *m)
{
    const struct sw_profile *w = &m->whole;
    sw_json_string(json, "program", w->program);
    sw_json_open(json, "args", '[');
    for (char *const *arg = w->args; arg && *arg; arg++)
        sw_json_string(json, NULL, *arg);
    sw_json_close(json, ']');
    sw_json_string(json, "meter", w->meter);
    sw_json_string(json, "unit", w->unit);
    sw_json_string(json, "launcher", w->rank.launcher);
    sw_json_integer(json, "size", w->rank.size);
    sw_json_integer(json, "merged", m->n_ranks);
    sw_json_integer(json, "skipped", m->n_skipped);
    sw_json_boolean(json, "complete", !(w->flags & SW_PROFILE_INCOMPLETE));
}

static void put_spread(struct sw_json *json, const char *key, const struct sw_spread *s, size_t n)
{
    sw_json_open(json, key, '{');
    sw_json_integer(json, "min", s->least);
    sw_json_real(json, "mean", sw_spread_mean(s, n));
    sw_json_integer(json, "max", s->most);
    sw_json_integer(json, "rank_of_max", s->rank);
    sw_json_close(json, '}');
}

static void put_balance(struct sw_json *json, const struct sw_merge_report *r)
{
    const struct sw_merge *m = r->merge;
    struct sw_merged_processors rows[SW_MERGE_N_PROCESSORS];
    struct sw_table table = sw_merge_table(SW_MERGE_COLUMNS_PROCESSORS, r);
    sw_json_open(json, "balance", '{');
    sw_json_real(json, "work", sw_spread_balance(&m->work, m->n_ranks));
    sw_json_real(json, "span", sw_spread_balance(&m->span, m->n_ranks));
    sw_json_real(json, "time", sw_spread_balance(&m->time, m->n_ranks));
    sw_json_real(json, "communication", sw_merge_communication(m));
    sw_json_integer(json, "slowest_rank", m->work.rank);
    sw_merge_processors(m, rows);
    sw_json_open(json, "by_processors", '[');
    for (size_t i = 0; i < SW_MERGE_N_PROCESSORS; i++) {
        sw_json_open(json, NULL, '{');
        sw_json_members(json, &table, &rows[i]);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
    sw_json_close(json, '}');
    sw_json_open(json, "spread", '{');
    put_spread(json, "work", &m->work, m->n_ranks);
    put_spread(json, "span", &m->span, m->n_ranks);
    put_spread(json, "in_mpi", &m->apart, m->n_ranks);
    put_spread(json, "time_ns", &m->time, m->n_ranks);
    sw_json_close(json, '}');
}

static void put_ranks(struct sw_json *json, const struct sw_merge_report *r)
{
    struct sw_table table = sw_merge_table(SW_MERGE_COLUMNS_RANKS_DATA, r);
    sw_json_open(json, "ranks", '[');
    for (size_t i = 0; i < r->n_ranks; i++) {
        sw_json_open(json, NULL, '{');
        sw_json_members(json, &table, r->ranks[i]);
        sw_json_integer(json, "wait_status",
                        (uint32_t)((const struct sw_rank_row *)r->ranks[i])->status);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}

static void put_sites(struct sw_json *json, const struct sw_merge_report *r)
{
    struct sw_table sites = sw_columns_table(SW_COLUMNS_SITES_JSON, &r->merge->whole, &r->units);
    struct sw_table by_rank = sw_merge_table(SW_MERGE_COLUMNS_BY_RANK, r);
    sw_json_open(json, "sites", '[');
    for (size_t i = 0; i < r->n_rows; i++) {
        sw_json_open(json, NULL, '{');
        sw_json_members(json, &sites, r->rows[i]);
        sw_json_members(json, &by_rank, r->rows[i]);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}

int sw_merge_json(const struct sw_merge_report *r)
{
    const struct sw_profile *w = &r->merge->whole;
    struct sw_json json = {.out = r->out, .empty = 1};
    struct sw_table figures = sw_columns_table(SW_COLUMNS_FIGURES, w, &r->units);
    struct sw_region whole = {sw_profile_empty, w->whole};
    sw_json_open(&json, NULL, '{');
    put_head(&json, r->merge);
    sw_json_members(&json, &figures, &whole);
    put_balance(&json, r);
    put_ranks(&json, r);
    sw_report_json_findings(&json, &r->findings, w);
    int error = sw_report_json_conclude(&json, w, &r->findings);
    sw_json_open(&json, "warnings", '[');
    for (size_t i = 0; i < w->n_warnings; i++)
        sw_json_string(&json, NULL, w->warnings[i]);
    sw_json_close(&json, ']');
    put_sites(&json, r);
    sw_json_close(&json, '}');
    return error;
}
