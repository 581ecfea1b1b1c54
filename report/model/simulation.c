#include "report/model/simulation.h"

#include "analysis/workspan/bounds.h"
#include "analysis/workspan/sites.h"
#include "report/model/formats.h"

#include <errno.h>
#include <stdlib.h>

static int make_constructs(struct sw_report_simulation *m, const struct sw_profile *p)
{
    const struct sw_simulation *chief = sw_profile_chief(p);
    const struct sw_construct *all = p->constructs + chief->first;
    m->losses = sw_losses_make(p, chief);
    m->constructs = calloc(chief->n, sizeof *m->constructs);
    if (!m->losses || !m->constructs)
        return -ENOMEM;
    m->n_constructs = chief->n;
    for (uint32_t i = 0; i < chief->n; i++)
        m->constructs[i] = (struct sw_construct_row){
            .construct = &all[i],
            .loss = &m->losses[i],
            .outcome = &m->outcomes[chief - p->simulations],
            .number = i,
            .depth = all[i].parent ? m->constructs[all[i].parent].depth + 1 : 0,
        };
    return 0;
}

int sw_report_simulation_make(struct sw_report_simulation *m, const struct sw_profile *p)
{
    int error = 0;
    *m = (struct sw_report_simulation){0};
    if (!p->n_simulations)
        return 0;
    m->outcomes = calloc(p->n_simulations, sizeof *m->outcomes);
    if (!m->outcomes)
        return -ENOMEM;
    for (size_t i = 0; !error && i < p->n_simulations; i++)
        error = sw_outcome_make(&m->outcomes[i], p, &p->simulations[i]);
    if (!error)
        error = make_constructs(m, p);
    return error ? error : sw_construct_scaling_make(&m->scaling, p);
}

void sw_report_simulation_release(struct sw_report_simulation *m)
{
    free(m->outcomes);
    free(m->losses);
    free(m->constructs);
    sw_construct_scaling_release(&m->scaling);
    *m = (struct sw_report_simulation){0};
}

static void put_rows(struct sw_json *json, const char *key, const struct sw_table *table,
                     const void *rows, size_t n, size_t size)
{
    sw_json_open(json, key, '[');
    for (size_t i = 0; i < n; i++) {
        sw_json_open(json, NULL, '{');
        sw_json_members(json, table, (const char *)rows + i * size);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}

void sw_simulation_json(struct sw_json *json, const struct sw_report *report)
{
    const struct sw_report_simulation *m = &report->simulation;
    struct sw_table runs = sw_simulation_table(SW_SIMULATION_JSON, report);
    struct sw_table constructs = sw_simulation_table(SW_SIMULATION_CONSTRUCTS, report);
    if (!m->outcomes)
        return;
    put_rows(json, "runs", &runs, m->outcomes, report->profile->n_simulations, sizeof *m->outcomes);
    put_rows(json, "constructs", &constructs, m->constructs, m->n_constructs,
             sizeof *m->constructs);
    sw_construct_scaling_json(json, report);
}

/* Only the headings where nothing was simulated. */
static int put_csv(const struct sw_report *report, enum sw_simulation_columns which,
                   const void *first, size_t n, size_t size)
{
    struct sw_table table = sw_simulation_table(which, report);
    const void **rows = calloc(n + 1, sizeof *rows);
    if (!rows)
        return -ENOMEM;
    for (size_t i = 0; i < n; i++)
        rows[i] = (const char *)first + i * size;
    table.rows = rows;
    table.n_rows = n;
    sw_table_csv(&table, report->out);
    free(rows);
    return 0;
}

int sw_report_csv_runs(const struct sw_report *report)
{
    return put_csv(report, SW_SIMULATION_JSON, report->simulation.outcomes,
                   report->profile->n_simulations, sizeof *report->simulation.outcomes);
}

int sw_report_csv_constructs(const struct sw_report *report)
{
    return put_csv(report, SW_SIMULATION_CONSTRUCTS, report->simulation.constructs,
                   report->simulation.n_constructs, sizeof *report->simulation.constructs);
}
