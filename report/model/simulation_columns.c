#include "analysis/workspan/sites.h"
#include "report/model/formats.h"
#include "report/model/simulation.h"
#include "report/model/site_names.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define RUN(row) ((const struct sw_outcome *)(row))

#define RUN_FIGURE(name, member)                                                   \
    static void name(const void *row, const void *profile, struct sw_value *value) \
    {                                                                              \
        (void)profile;                                                             \
        value->integer = RUN(row)->simulation->member;                             \
    }

RUN_FIGURE(get_n, processors)
RUN_FIGURE(get_threads, threads)
RUN_FIGURE(get_time, time)
RUN_FIGURE(get_work, work)
RUN_FIGURE(get_span, span)
RUN_FIGURE(get_burdened, burdened_span)
RUN_FIGURE(get_serial, serial)
RUN_FIGURE(get_wait, wait)
RUN_FIGURE(get_lock_wait, lock_wait)
RUN_FIGURE(get_overhead, overhead)
RUN_FIGURE(get_regions, regions)

static const struct sw_construct *worst(const struct sw_outcome *o, const struct sw_profile *p)
{
    return o->worst == SW_NO_CONSTRUCT ? NULL : &p->constructs[o->simulation->first + o->worst];
}

static void get_worst_name(const void *row, const void *profile, struct sw_value *value)
{
    const struct sw_construct *c = worst(row, profile);
    value->text = c ? sw_construct_name(profile, c) : "";
}

static void get_worst_file(const void *row, const void *profile, struct sw_value *value)
{
    const struct sw_construct *c = worst(row, profile);
    const struct sw_site *site = c ? sw_construct_site(profile, c) : NULL;
    value->text = site ? sw_string(site->caller_place.file) : "";
}

static void get_worst_line(const void *row, const void *profile, struct sw_value *value)
{
    const struct sw_construct *c = worst(row, profile);
    const struct sw_site *site = c ? sw_construct_site(profile, c) : NULL;
    value->integer = site ? site->caller_place.line : 0;
}

static void get_worst_cause(const void *row, const void *profile, struct sw_value *value)
{
    value->text = worst(row, profile) ? sw_cause_name(RUN(row)->worst_cause) : "";
}

/* "omp for, tri.c:9" */
static void get_worst(const void *row, const void *profile, struct sw_value *value)
{
    const struct sw_construct *c = worst(row, profile);
    const struct sw_site *site = c ? sw_construct_site(profile, c) : NULL;
    char where[SW_SITE_TEXT];
    value->text = value->scratch;
    if (!c)
        strcpy(value->scratch, "-");
    else if (site && *sw_string(site->caller_place.file))
        snprintf(value->scratch, sizeof value->scratch, "%.60s, %.200s:%" PRIu32,
                 sw_construct_name(profile, c), sw_base_name(site->caller_place.file),
                 site->caller_place.line);
    else if (site)
        snprintf(value->scratch, sizeof value->scratch, "%.60s, %s", sw_construct_name(profile, c),
                 sw_site_address(site, profile, where));
    else
        strcpy(value->scratch, sw_construct_name(profile, c));
}

#define LOST(cause) AT(sw_outcome, lost[cause])
#define N_COLUMN                                                \
    {                                                           \
        "processors", "processors", "N", SW_COUNT, .get = get_n \
    }

static const struct sw_column runs[] = {
    N_COLUMN,
    {"time", "time", "time", SW_COST, .get = get_time},
    {"speedup", "speedup", "speedup", SW_REAL, AT(sw_outcome, speedup), .word = "speedup"},
    {"efficiency", "efficiency", "effi-\nciency", SW_SHARE, AT(sw_outcome, efficiency),
     .word = "efficiency"},
    {"load_balance", "load balance", "load\nbalance", SW_SHARE, AT(sw_outcome, load_balance),
     .word = "load balance"},
    {"serialisation", "serialisation", "serial-\nisation", SW_SHARE, AT(sw_outcome, serialisation),
     .word = "serialisation"},
    {"transfer", "transfer", "trans-\nfer", SW_SHARE, AT(sw_outcome, transfer), .word = "transfer"},
    {"parallelism", "parallelism", "paral-\nlelism", SW_REAL, AT(sw_outcome, parallelism),
     .word = "parallelism of a run"},
    {"serial_fraction", "serial fraction", "serial\nfraction", SW_SHARE,
     AT(sw_outcome, serial_fraction), .word = "serial fraction"},
};

static const struct sw_column lost[] = {
    N_COLUMN,
    {NULL, NULL, "work", SW_SHARE, AT(sw_outcome, efficiency)},
    {NULL, NULL, "serial\ncode", SW_SHARE, LOST(SW_CAUSE_SERIAL)},
    {NULL, NULL, "barrier\nwait", SW_SHARE, LOST(SW_CAUSE_WAIT)},
    {NULL, NULL, "lock\nwait", SW_SHARE, LOST(SW_CAUSE_LOCK)},
    {NULL, NULL, "over-\nhead", SW_SHARE, LOST(SW_CAUSE_OVERHEAD)},
    {NULL, NULL, "few\nthreads", SW_SHARE, LOST(SW_CAUSE_THREADS)},
    {NULL, NULL, "loses most", SW_TEXT, .get = get_worst, .fit = SW_NAME},
};

static const struct sw_column json[] = {
    N_COLUMN,
    {"threads", "threads", NULL, SW_COUNT, .get = get_threads},
    {"at_once", "threads at once", NULL, SW_COUNT, AT(sw_outcome, processors)},
    {"time", "time", NULL, SW_COST, .get = get_time},
    {"work", "work", NULL, SW_COST, .get = get_work},
    {"span", "span", NULL, SW_COST, .get = get_span},
    {"burdened_span", "burdened span", NULL, SW_COST, .get = get_burdened},
    {"parallelism", "parallelism", NULL, SW_REAL, AT(sw_outcome, parallelism)},
    {"speedup", "speedup", NULL, SW_REAL, AT(sw_outcome, speedup)},
    {"efficiency", "efficiency", NULL, SW_REAL, AT(sw_outcome, efficiency)},
    {"load_balance", "load balance", NULL, SW_REAL, AT(sw_outcome, load_balance)},
    {"serialisation", "serialisation", NULL, SW_REAL, AT(sw_outcome, serialisation)},
    {"transfer", "transfer", NULL, SW_REAL, AT(sw_outcome, transfer)},
    {"serial_fraction", "serial fraction", NULL, SW_REAL, AT(sw_outcome, serial_fraction)},
    {"limit", "limit", NULL, SW_REAL, AT(sw_outcome, limit)},
    {"regions", "regions", NULL, SW_COUNT, .get = get_regions},
    {"serial", "serial time", NULL, SW_COST, .get = get_serial},
    {"barrier_wait", "barrier wait", NULL, SW_COST, .get = get_wait},
    {"lock_wait", "lock wait", NULL, SW_COST, .get = get_lock_wait},
    {"overhead", "overhead", NULL, SW_COST, .get = get_overhead},
    {"lost.serial", "lost to serial code", NULL, SW_REAL, LOST(SW_CAUSE_SERIAL)},
    {"lost.wait", "lost to barrier wait", NULL, SW_REAL, LOST(SW_CAUSE_WAIT)},
    {"lost.lock", "lost to lock wait", NULL, SW_REAL, LOST(SW_CAUSE_LOCK)},
    {"lost.overhead", "lost to overhead", NULL, SW_REAL, LOST(SW_CAUSE_OVERHEAD)},
    {"lost.threads", "lost to few threads", NULL, SW_REAL, LOST(SW_CAUSE_THREADS)},
    {"lost.other", "lost otherwise", NULL, SW_REAL, LOST(SW_CAUSE_OTHER)},
    {"worst.construct", "loses most", NULL, SW_TEXT, .get = get_worst_name},
    {"worst.file", "its file", NULL, SW_TEXT, .get = get_worst_file},
    {"worst.line", "its line", NULL, SW_NUMBER, .get = get_worst_line},
    {"worst.cause", "its cause", NULL, SW_TEXT, .get = get_worst_cause},
    {"worst.lost", "what it loses", NULL, SW_COST, AT(sw_outcome, worst_lost)},
    {"time_on_one", "time on one", NULL, SW_REAL, AT(sw_outcome, one)},
    {"work_growth", "work growth", NULL, SW_REAL, AT(sw_outcome, growth)},
};

struct sw_table sw_simulation_table(enum sw_simulation_columns which,
                                    const struct sw_report *report)
{
    static const struct sw_column_list of_runs[] = {
        [SW_SIMULATION_RUNS] = SW_COLUMN_LIST(runs),
        [SW_SIMULATION_LOST] = SW_COLUMN_LIST(lost),
        [SW_SIMULATION_JSON] = SW_COLUMN_LIST(json),
    };
    const struct sw_column_list *list = which == SW_SIMULATION_TREE         ? &sw_construct_tree
                                        : which == SW_SIMULATION_CHUNKS     ? &sw_construct_chunks
                                        : which == SW_SIMULATION_CONSTRUCTS ? &sw_construct_all
                                        : which == SW_SIMULATION_PAGE       ? &sw_construct_page
                                                                            : &of_runs[which];
    return (struct sw_table){list->columns, list->n, NULL, 0, report->profile, &report->units};
}
