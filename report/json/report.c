#include "analysis/workspan/bounds.h"
#include "analysis/workspan/locks.h"
#include "analysis/workspan/sites.h"
#include "report/model/columns.h"
#include "report/model/formats.h"
#include "report/model/inflation.h"
#include "report/model/sampled.h"
#include "report/write/json.h"

#include <stdlib.h>

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

void sw_report_json_program(struct sw_json *json, const struct sw_profile *p)
{
    sw_json_string(json, "program", sw_string(p->program));
    sw_json_open(json, "args", '[');
    for (char *const *arg = p->args; arg && *arg; arg++)
        sw_json_string(json, NULL, *arg);
    sw_json_close(json, ']');
    sw_json_string(json, "meter", sw_string(p->meter));
    sw_json_string(json, "unit", sw_string(p->unit));
    sw_json_string(json, "front_end", sw_profile_front_end(p));
    sw_json_string(json, "level", sw_string(p->level));
    sw_json_string(json, "host", sw_string(p->host));
    sw_json_string(json, "tool", sw_string(p->tool));
    sw_json_integer(json, "started", p->started_unix);
    sw_json_boolean(json, "complete", !(p->flags & SW_PROFILE_INCOMPLETE));
    sw_json_boolean(json, "damaged", (p->flags & SW_PROFILE_DAMAGED) != 0);
    sw_json_integer(json, "wait_status", (uint32_t)p->status);
    sw_json_integer(json, "burden", p->burden);
}

/* Only where a launcher started it. */
static void put_rank(struct sw_json *json, const struct sw_profile *p)
{
    if (!sw_profile_has_rank(p))
        return;
    sw_json_open(json, "rank", '{');
    if (p->rank.merged)
        sw_json_integer(json, "merged", p->rank.merged);
    else
        sw_json_integer(json, "rank", p->rank.rank);
    sw_json_integer(json, "size", p->rank.size);
    sw_json_string(json, "launcher", p->rank.launcher);
    sw_json_string(json, "host", sw_string(p->rank.host));
    sw_json_integer(json, "time_ns", p->rank.time_ns);
    sw_json_integer(json, "in_mpi", p->rank.apart);
    sw_json_close(json, '}');
}

static void put_speedup(struct sw_json *json, const struct sw_report *report)
{
    struct sw_speedup bounds[SW_REPORT_N_PROCESSORS];
    const void *rows[SW_REPORT_N_PROCESSORS];
    struct sw_table table = sw_columns_table(SW_COLUMNS_SPEEDUP, report->profile, &report->units);
    for (size_t i = 0; i < SW_REPORT_N_PROCESSORS; i++) {
        bounds[i] = sw_program_bounds(report->profile, sw_report_processors[i]);
        rows[i] = &bounds[i];
    }
    table.rows = rows;
    table.n_rows = SW_REPORT_N_PROCESSORS;
    put_rows(json, "speedup", &table);
}

static void put_regions(struct sw_json *json, const struct sw_report *report)
{
    const struct sw_profile *p = report->profile;
    struct sw_table table = sw_columns_table(SW_COLUMNS_FIGURES, p, &report->units);
    sw_json_open(json, "regions", '[');
    for (size_t i = 0; i < p->n_regions; i++) {
        sw_json_open(json, NULL, '{');
        sw_json_string(json, "label", sw_string(p->regions[i].label));
        sw_json_integer(json, "count", p->regions[i].figures.count);
        sw_json_members(json, &table, &p->regions[i]);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}

void sw_report_json_findings(struct sw_json *json, const struct sw_findings *findings,
                             const struct sw_profile *profile)
{
    sw_json_open(json, "findings", '[');
    for (size_t i = 0; i < findings->n; i++) {
        const struct sw_finding *f = &findings->items[i];
        sw_json_open(json, NULL, '{');
        sw_json_string(json, "kind", sw_finding_kind_name(f->kind));
        sw_json_string(json, "severity", sw_severity_name(f->severity));
        if (f->site != SW_NO_SITE) {
            const struct sw_place *place = &profile->sites[f->site].caller_place;
            sw_json_string(json, "file", f->file ? f->file : sw_string(place->file));
            sw_json_integer(json, "line", f->file ? f->line : place->line);
        } else if (f->line) {
            sw_json_string(json, "file", sw_string(f->file));
            sw_json_integer(json, "line", f->line);
            sw_json_string(json, "function", sw_string(f->function));
        }
        char *words = sw_finding_words(f);
        sw_json_string(json, "text", sw_string(words));
        free(words);
        if (f->why != SW_WHY_UNKNOWN)
            sw_json_string(json, "cause", sw_why_name(f->why));
        if (f->lost > 0)
            sw_json_real(json, "lost", f->lost);
        if (f->worth > 0)
            sw_json_real(json, "worth", f->worth);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}

int sw_report_json_conclusion(struct sw_json *json, struct sw_conclusion *conclusion, int error)
{
    if (error)
        return error;
    sw_json_open(json, "conclusion", '{');
    sw_json_string(json, "cause", sw_obstacle_name(conclusion->obstacle));
    sw_json_string(json, "file", conclusion->file);
    sw_json_integer(json, "line", conclusion->line);
    sw_json_string(json, "function", conclusion->function);
    if (conclusion->gain_is) {
        sw_json_real(json, "gain", conclusion->gain);
        sw_json_string(json, "gain_is", conclusion->gain_is);
    }
    sw_json_open(json, "sentences", '[');
    for (size_t i = 0; i < conclusion->n; i++)
        sw_json_string(json, NULL, conclusion->sentences[i]);
    sw_json_close(json, ']');
    sw_json_close(json, '}');
    sw_conclusion_release(conclusion);
    return 0;
}

int sw_report_json_conclude(struct sw_json *json, const struct sw_profile *profile,
                            const struct sw_findings *findings)
{
    struct sw_conclusion conclusion;
    int error = sw_conclusion_of_findings(&conclusion, profile, findings);
    return sw_report_json_conclusion(json, &conclusion, error);
}

static int put_conclusion(struct sw_json *json, const struct sw_report *report)
{
    struct sw_conclusion conclusion;
    int error = sw_conclusion_make(&conclusion, report->profile, &report->findings, &report->units);
    return sw_report_json_conclusion(json, &conclusion, error);
}

static void put_unpatched(struct sw_json *json, const struct sw_report *report)
{
    const struct sw_profile *p = report->profile;
    struct sw_table table = sw_columns_table(SW_COLUMNS_UNPATCHED, p, &report->units);
    sw_json_open(json, "unpatched", '[');
    for (size_t i = 0; i < p->n_unpatched; i++) {
        sw_json_open(json, NULL, '{');
        sw_json_members(json, &table, &p->unpatched[i]);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}

/* Only where locks were taken. */
static void put_locks(struct sw_json *json, const struct sw_report *report)
{
    const struct sw_profile *p = report->profile;
    struct sw_table locks = sw_lock_table(SW_LOCK_COLUMNS, p, &report->units);
    struct sw_table sites = sw_lock_table(SW_LOCK_SITES_JSON, p, &report->units);
    if (!p->n_locks)
        return;
    sw_json_open(json, "locks", '[');
    for (size_t i = 0; i < p->n_locks; i++) {
        sw_json_open(json, NULL, '{');
        sw_json_members(json, &locks, &p->locks[i]);
        sw_json_open(json, "sites", '[');
        for (size_t k = 0; k < p->n_lock_sites; k++) {
            if (p->lock_sites[k].lock != i)
                continue;
            sw_json_open(json, NULL, '{');
            sw_json_members(json, &sites, &p->lock_sites[k]);
            sw_json_close(json, '}');
        }
        sw_json_close(json, ']');
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}

static void put_circumstances(struct sw_json *json, const struct sw_circumstances *c)
{
    sw_json_open(json, "circumstances", '{');
    sw_json_integer(json, "events", c->events);
    sw_json_integer(json, "events_dropped", c->events_dropped);
    sw_json_integer(json, "events_elsewhere", c->events_elsewhere);
    sw_json_integer(json, "overhead", c->overhead);
    sw_json_integer(json, "preempted", c->preempted);
    sw_json_integer(json, "call_cost_ps", c->call_cost_ps);
    sw_json_integer(json, "threads", c->threads);
    sw_json_integer(json, "forks", c->forks);
    sw_json_integer(json, "unprofiled_work", c->unprofiled_work);
    sw_json_integer(json, "max_depth", c->max_depth);
    sw_json_integer(json, "memory", c->memory);
    sw_json_integer(json, "workers", c->workers);
    sw_json_integer(json, "steals", c->steals);
    sw_json_integer(json, "spawn_cost_ps", c->spawn_cost_ps);
    sw_json_integer(json, "piece_cost_ps", c->piece_cost_ps);
    sw_json_integer(json, "loop_cost_ps", c->loop_cost_ps);
    sw_json_integer(json, "spawns_beside", c->spawns_beside);
    sw_json_integer(json, "pieces_together", c->pieces_together);
    sw_json_integer(json, "one_worker", c->one_worker);
    sw_json_integer(json, "spawn_least_ps", c->spawn_least_ps);
    sw_json_integer(json, "steal_cost_ps", c->steal_cost_ps);
    sw_json_close(json, '}');
}

static void put_interval(struct sw_json *json, const char *key, const struct sw_interval *interval,
                         double unit)
{
    sw_json_open(json, key, '[');
    sw_json_real(json, NULL, (double)interval->least / unit);
    sw_json_real(json, NULL, (double)interval->most / unit);
    sw_json_close(json, ']');
}

static void put_steadiness(struct sw_json *json, const struct sw_steadiness *s)
{
    if (!s->runs)
        return;
    sw_json_open(json, "steady", '{');
    sw_json_integer(json, "runs", s->runs);
    put_interval(json, "work", &s->work, 1);
    put_interval(json, "span", &s->span, 1);
    put_interval(json, "parallelism", &s->parallelism, 1000);
    sw_json_integer(json, "instructions", s->instructions);
    sw_json_integer(json, "span_instructions", s->span_instructions);
    sw_json_close(json, '}');
}

int sw_report_json(const struct sw_report *report)
{
    const struct sw_profile *p = report->profile;
    struct sw_json json = {.out = report->out, .empty = 1};
    struct sw_table figures = sw_columns_table(SW_COLUMNS_FIGURES, p, &report->units);
    struct sw_table sites = sw_columns_table(SW_COLUMNS_SITES_JSON, p, &report->units);
    sites.rows = report->sites;
    sites.n_rows = report->n_sites;
    sw_json_open(&json, NULL, '{');
    sw_report_json_program(&json, p);
    put_rank(&json, p);
    sw_json_members(&json, &figures, &report->whole);
    put_speedup(&json, report);
    put_regions(&json, report);
    sw_report_json_findings(&json, &report->findings, p);
    int error = put_conclusion(&json, report);
    sw_report_json_verdict(&json, &report->verdict);
    put_circumstances(&json, &p->circumstances);
    put_steadiness(&json, &p->steadiness);
    put_unpatched(&json, report);
    put_locks(&json, report);
    sw_json_open(&json, "warnings", '[');
    for (size_t i = 0; i < p->n_warnings; i++)
        sw_json_string(&json, NULL, p->warnings[i]);
    sw_json_close(&json, ']');
    sw_simulation_json(&json, report);
    put_rows(&json, "sites", &sites);
    sw_sampled_json(&json, report);
    sw_inflation_json(&json, report);
    sw_json_close(&json, '}');
    return error;
}
