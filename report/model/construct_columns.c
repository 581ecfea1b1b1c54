/* The columns of constructs: a row is a struct sw_construct_row, the context the profile. */
#include "analysis/workspan/sites.h"
#include "report/model/simulation.h"
#include "report/model/site_names.h"

#include <math.h>
#include <string.h>

#define CONS(row) ((const struct sw_construct_row *)(row))

static const struct sw_site *site_of(const void *row, const void *profile)
{
    return sw_construct_site(profile, CONS(row)->construct);
}

#define CONSTRUCT_FIGURE(name, member)                                             \
    static void name(const void *row, const void *profile, struct sw_value *value) \
    {                                                                              \
        (void)profile;                                                             \
        value->integer = CONS(row)->construct->member;                             \
    }

CONSTRUCT_FIGURE(get_parent, parent)
CONSTRUCT_FIGURE(get_count, count)
CONSTRUCT_FIGURE(get_work, work)
CONSTRUCT_FIGURE(get_total_work, total_work)
CONSTRUCT_FIGURE(get_span, span)
CONSTRUCT_FIGURE(get_on_span, on_span)
CONSTRUCT_FIGURE(get_busy, busy)
CONSTRUCT_FIGURE(get_longest, longest)
CONSTRUCT_FIGURE(get_wait, wait)
CONSTRUCT_FIGURE(get_lock_wait, lock_wait)
CONSTRUCT_FIGURE(get_overhead, overhead)
CONSTRUCT_FIGURE(get_threads, threads)
CONSTRUCT_FIGURE(get_chunks, chunks)
CONSTRUCT_FIGURE(get_iterations, iterations)
CONSTRUCT_FIGURE(get_chunk, chunk)
CONSTRUCT_FIGURE(get_largest, largest)
CONSTRUCT_FIGURE(get_held, held)
CONSTRUCT_FIGURE(get_under_way, under_way)
CONSTRUCT_FIGURE(get_full, at_once[SW_AT_ONCE_FULL].n)
CONSTRUCT_FIGURE(get_full_time, at_once[SW_AT_ONCE_FULL].time)
CONSTRUCT_FIGURE(get_full_idle, at_once[SW_AT_ONCE_FULL].idle)
CONSTRUCT_FIGURE(get_clause, at_once[SW_AT_ONCE_CLAUSE].n)
CONSTRUCT_FIGURE(get_clause_time, at_once[SW_AT_ONCE_CLAUSE].time)
CONSTRUCT_FIGURE(get_clause_idle, at_once[SW_AT_ONCE_CLAUSE].idle)

/* Without "omp ". */
static void get_kind(const void *row, const void *profile, struct sw_value *value)
{
    const char *name = sw_construct_name(profile, CONS(row)->construct);
    value->text = CONS(row)->number ? name : "serial";
    if (!strncmp(name, "omp ", strlen("omp ")))
        value->text = name + strlen("omp ");
}

static void get_file(const void *row, const void *profile, struct sw_value *value)
{
    const struct sw_site *site = site_of(row, profile);
    value->text = site ? sw_string(site->caller_place.file) : "";
}

/* On a page, which has no other way to tell those without lines apart. */
static void get_page_file(const void *row, const void *profile, struct sw_value *value)
{
    const struct sw_site *site = site_of(row, profile);
    if (site)
        sw_site_get_file(site, profile, value);
    else
        value->text = "";
}

static void get_line(const void *row, const void *profile, struct sw_value *value)
{
    const struct sw_site *site = site_of(row, profile);
    value->integer = site ? site->caller_place.line : 0;
}

static void get_function(const void *row, const void *profile, struct sw_value *value)
{
    const struct sw_site *site = site_of(row, profile);
    value->text = site ? sw_string(site->caller_place.function) : "";
}

static void get_schedule(const void *row, const void *profile, struct sw_value *value)
{
    (void)profile;
    value->text = sw_construct_schedule(CONS(row)->construct, value->scratch);
}

/* "dynamic,4" */
static void get_short_schedule(const void *row, const void *profile, struct sw_value *value)
{
    size_t prefix = strlen("schedule(");
    get_schedule(row, profile, value);
    if (!*value->text) {
        value->text = "-";
        return;
    }
    memmove(value->scratch, value->scratch + prefix, strlen(value->scratch) - prefix + 1);
    value->scratch[strlen(value->scratch) - 1] = 0;
}

/* Outside all regions there is the serial time. */
static void get_elapsed(const void *row, const void *profile, struct sw_value *value)
{
    const struct sw_construct_row *c = row;
    (void)profile;
    value->integer = c->number ? c->construct->elapsed : c->outcome->simulation->serial;
}

/* Times of what several threads do at once are no part of the whole. */
static void get_share(const void *row, const void *profile, struct sw_value *value)
{
    const struct sw_construct_row *c = row;
    get_elapsed(row, profile, value);
    value->none =
        !value->integer || sw_construct_overlaps(c->construct - c->number, (uint32_t)c->number);
    value->real = (double)value->integer / (double)CONS(row)->outcome->simulation->time;
}

static void get_imbalance(const void *row, const void *profile, struct sw_value *value)
{
    (void)profile;
    value->real = sw_construct_imbalance(CONS(row)->construct);
}

static double lost_share(const struct sw_construct_row *c, uint64_t amount)
{
    return (double)amount / ((double)c->outcome->processors * (double)c->outcome->simulation->time);
}

/* The root has only its own: what all have is the program's. */
static void get_lost(const void *row, const void *profile, struct sw_value *value)
{
    const struct sw_construct_row *c = row;
    (void)profile;
    value->real = lost_share(c, c->number ? c->loss->all : c->loss->own[SW_CAUSE_SERIAL]);
}

/* Of what is lost there, which is with all inside. */
static void get_cause(const void *row, const void *profile, struct sw_value *value)
{
    const struct sw_construct_row *c = row;
    const uint64_t *lost = c->number ? c->loss->by_cause : c->loss->own;
    uint64_t most = 0;
    (void)profile;
    value->text = "-";
    for (int k = 0; k < SW_CAUSES; k++)
        if (lost[k] > most) {
            most = lost[k];
            value->text = sw_cause_name((enum sw_cause)k);
        }
}

static void get_times(const void *row, const void *profile, struct sw_value *value)
{
    const struct sw_construct *c = CONS(row)->construct;
    (void)profile;
    value->integer = c->count ? c->count : c->chunks;
    value->none = !value->integer;
}

static void get_mean_chunk(const void *row, const void *profile, struct sw_value *value)
{
    const struct sw_construct *c = CONS(row)->construct;
    (void)profile;
    value->none = !c->chunks;
    value->integer = c->chunks ? c->busy / c->chunks : 0;
}

static void get_longest_chunk(const void *row, const void *profile, struct sw_value *value)
{
    (void)profile;
    value->integer = CONS(row)->construct->largest;
    value->none = !value->integer;
}

static void get_text_iterations(const void *row, const void *profile, struct sw_value *value)
{
    get_iterations(row, profile, value);
    value->none = !value->integer;
}

static void get_where(const void *row, const void *profile, struct sw_value *value)
{
    const struct sw_site *site = site_of(row, profile);
    if (site)
        sw_site_get_place(site, profile, value);
    else
        value->text = "-";
}

/* "  omp for": nested as the constructs are. A region says whose it is. */
static void get_tree(const void *row, const void *profile, struct sw_value *value)
{
    const struct sw_construct_row *c = row;
    const struct sw_site *site = site_of(row, profile);
    const char *name = sw_construct_name(profile, c->construct);
    int indent = (int)(c->depth > 20 ? 20 : c->depth) * 2;
    if (site && *sw_string(site->caller_place.function) &&
        (!c->depth || c->construct->kind == SW_CONSTRUCT_PARALLEL))
        snprintf(value->scratch, sizeof value->scratch, "%*s%.60s in %.200s", indent, "", name,
                 sw_site_caller(site));
    else
        snprintf(value->scratch, sizeof value->scratch, "%*s%.60s", indent, "", name);
    value->text = value->scratch;
}

static const struct sw_column tree[] = {
    {NULL, NULL, "share\nof time", SW_SHARE, .get = get_share},
    {NULL, NULL, "imbal-\nance", SW_SHARE, .get = get_imbalance},
    {NULL, NULL, "lost", SW_SHARE, .get = get_lost},
    {NULL, NULL, "to", SW_TEXT, .get = get_cause},
    {NULL, NULL, "times", SW_COUNT, .get = get_times},
    {NULL, NULL, "line", SW_TEXT, .get = get_where, .fit = SW_PATH},
    {NULL, NULL, "construct", SW_TEXT, .get = get_tree, .fit = SW_NAME},
};

static const struct sw_column chunks[] = {
    {NULL, NULL, "itera-\ntions", SW_COUNT, .get = get_text_iterations},
    {NULL, NULL, "chunks,\ntasks", SW_COUNT, .get = get_chunks},
    {NULL, NULL, "mean\none", SW_COST, .get = get_mean_chunk},
    {NULL, NULL, "longest\none", SW_COST, .get = get_longest_chunk},
    {NULL, NULL, "schedule", SW_TEXT, .get = get_short_schedule},
    {NULL, NULL, "line", SW_TEXT, .get = get_where, .fit = SW_PATH},
    {NULL, NULL, "construct", SW_TEXT, .get = get_tree, .fit = SW_NAME},
};

static const struct sw_column constructs[] = {
    {"kind", "kind", NULL, SW_TEXT, .get = get_kind},
    {"file", "file", NULL, SW_TEXT, .get = get_file},
    {"line", "line", NULL, SW_NUMBER, .get = get_line},
    {"function", "function", NULL, SW_TEXT, .get = get_function},
    {"parent", "parent", NULL, SW_COUNT, .get = get_parent},
    {"count", "count", NULL, SW_COUNT, .get = get_count},
    {"under_way", "not ended", NULL, SW_COUNT, .get = get_under_way},
    {"work", "work", NULL, SW_COST, .get = get_work},
    {"total_work", "total work", NULL, SW_COST, .get = get_total_work},
    {"span", "span", NULL, SW_COST, .get = get_span},
    {"on_span", "on span", NULL, SW_COST, .get = get_on_span},
    {"time", "time", NULL, SW_COST, .get = get_elapsed},
    {"busy", "busy", NULL, SW_COST, .get = get_busy},
    {"longest", "longest", NULL, SW_COST, .get = get_longest},
    {"imbalance", "imbalance", NULL, SW_REAL, .get = get_imbalance},
    {"wait", "wait", NULL, SW_COST, .get = get_wait},
    {"lock_wait", "lock wait", NULL, SW_COST, .get = get_lock_wait},
    {"overhead", "overhead", NULL, SW_COST, .get = get_overhead},
    {"lost", "lost", NULL, SW_REAL, .get = get_lost},
    {"threads", "threads", NULL, SW_COUNT, .get = get_threads},
    {"chunks", "chunks", NULL, SW_COUNT, .get = get_chunks},
    {"iterations", "iterations", NULL, SW_COUNT, .get = get_iterations},
    {"schedule", "schedule", NULL, SW_TEXT, .get = get_schedule},
    {"chunk", "chunk", NULL, SW_COUNT, .get = get_chunk},
    {"largest", "largest", NULL, SW_COST, .get = get_largest},
    {"held", "its lock held in all", NULL, SW_COST, .get = get_held},
    {"at_once.full.tasks", "tasks at once as many waited", NULL, SW_COUNT, .get = get_full},
    {"at_once.full.time", "their time", NULL, SW_COST, .get = get_full_time},
    {"at_once.full.idle", "others idle meanwhile", NULL, SW_COST, .get = get_full_idle},
    {"at_once.clause.tasks", "tasks at once by a clause", NULL, SW_COUNT, .get = get_clause},
    {"at_once.clause.time", "time of those", NULL, SW_COST, .get = get_clause_time},
    {"at_once.clause.idle", "others idle during those", NULL, SW_COST, .get = get_clause_idle},
};

#define TIME(key, title, getter, ...)                                          \
    {                                                                          \
        key, NULL, title, SW_COST, .get = getter, .group = "time", __VA_ARGS__ \
    }
#define PIECES(key, title, type, getter, ...)                                 \
    {                                                                         \
        key, NULL, title, type, .get = getter, .group = "pieces", __VA_ARGS__ \
    }

static const struct sw_column page[] = {
    {"construct", NULL, "construct", SW_TEXT, .get = get_tree, .word = "construct"},
    {"file", NULL, NULL, SW_TEXT, .get = get_page_file},
    {"line", NULL, NULL, SW_NUMBER, .get = get_line},
    {"share", NULL, "share of time", SW_SHARE, .get = get_share, .heat = 1},
    {"imbalance", NULL, "imbalance", SW_SHARE, .get = get_imbalance, .word = "imbalance",
     .heat = 1},
    {"lost", NULL, "lost", SW_SHARE, .get = get_lost, .heat = 1},
    {"cause", NULL, "lost to", SW_TEXT, .get = get_cause},
    {"times", NULL, "times", SW_COUNT, .get = get_times},
    TIME("work", "own work", get_work, .word = "work"),
    TIME("on_span", "on span", get_on_span, .word = "on span"),
    TIME("wait", "barrier wait", get_wait, .word = "barrier wait"),
    TIME("lock_wait", "lock wait", get_lock_wait, .word = "lock wait"),
    TIME("overhead", "overhead", get_overhead, .word = "overhead"),
    PIECES("iterations", "iterations", SW_COUNT, get_text_iterations, .word = NULL),
    PIECES("chunks", "chunks, tasks", SW_COUNT, get_chunks, .word = "chunk"),
    PIECES("mean", "mean one", SW_COST, get_mean_chunk, .word = "chunk"),
    PIECES("largest", "longest one", SW_COST, get_longest_chunk, .word = "chunk"),
    PIECES("schedule", "schedule", SW_TEXT, get_schedule, .word = "schedule"),
};

const struct sw_column_list sw_construct_tree = SW_COLUMN_LIST(tree);
const struct sw_column_list sw_construct_chunks = SW_COLUMN_LIST(chunks);
const struct sw_column_list sw_construct_all = SW_COLUMN_LIST(constructs);
const struct sw_column_list sw_construct_page = SW_COLUMN_LIST(page);
