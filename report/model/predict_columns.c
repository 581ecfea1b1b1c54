#include "report/model/predict_formats.h"

#include <math.h>

#define AT(member)   .at = offsetof(struct sw_predict_row, member)
#define OF(member)   .at = offsetof(struct sw_predict_section, member)
#define LOST(cause)  AT(lost[cause])
#define GONE(cause)  OF(lost[cause])
#define ROW(row)     ((const struct sw_predict_row *)(row))
#define SECTION(row) ((const struct sw_predict_section *)(row))

static void get_paradigm(const void *row, const void *context, struct sw_value *value)
{
    static const char *const names[] = {"omp", "omp-tasks", "cilk"};
    (void)context;
    value->text = names[ROW(row)->cell->plan->paradigm];
}

/* Nothing where there is no memory model, or where that does not reach so far. */
static void get_with_memory(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->none = !ROW(row)->cell->has_memory;
    value->real = value->none ? NAN : ROW(row)->speedup;
}

/* For people: what the model does not reach is not 0. */
static void get_lost_memory(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->none = !ROW(row)->cell->has_memory;
    value->real = ROW(row)->lost[SW_LOST_MEMORY];
}

static void get_synthesized(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->none = !(ROW(row)->cell->synthesized > 0);
    value->real = value->none ? NAN : ROW(row)->cell->synthesized;
}

static void get_name(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = SECTION(row)->name;
}

static void get_file(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = SECTION(row)->file;
}

/* "loop, x.c:12" */
static void get_which(const void *row, const void *context, struct sw_value *value)
{
    const struct sw_predict_section *s = SECTION(row);
    (void)context;
    if (*s->where && s->is_unnamed)
        snprintf(value->scratch, sizeof value->scratch, "%.500s", s->where);
    else
        snprintf(value->scratch, sizeof value->scratch, "%.300s%s%.300s", s->name,
                 *s->where ? ", " : "", s->where);
    value->text = value->scratch;
}

static void get_plan(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = ROW(row)->plan;
}

static const struct sw_column csv[] = {
    {"plan", "plan", NULL, SW_TEXT, .get = get_plan},
    {"paradigm", "paradigm", NULL, SW_TEXT, .get = get_paradigm},
    {"processors", "processors", NULL, SW_COUNT, AT(processors)},
    {"time", "time", NULL, SW_COST, AT(time), .is_real = 1},
    {"speedup", "speedup", NULL, SW_REAL, AT(plain)},
    {"speedup_with_memory", "speedup with memory", NULL, SW_REAL, .get = get_with_memory},
    {"speedup_replayed", "speedup replayed", NULL, SW_REAL, .get = get_synthesized},
    {"efficiency", "efficiency", NULL, SW_REAL, AT(efficiency)},
    {"lost.serial", "lost to serial code", NULL, SW_REAL, LOST(SW_LOST_SERIAL)},
    {"lost.imbalance", "lost to imbalance", NULL, SW_REAL, LOST(SW_LOST_IMBALANCE)},
    {"lost.locks", "lost to locks", NULL, SW_REAL, LOST(SW_LOST_LOCKS)},
    {"lost.overhead", "lost to overhead", NULL, SW_REAL, LOST(SW_LOST_OVERHEAD)},
    {"lost.memory", "lost to memory", NULL, SW_REAL, LOST(SW_LOST_MEMORY)},
    {"best", "best", NULL, SW_FLAG, AT(is_best)},
};

/* What there may be none of comes last: the page leaves it out. */
static const struct sw_column page[] = {
    {"plan", NULL, "plan", SW_TEXT, .get = get_plan, .word = "plan"},
    {"processors", NULL, "processors", SW_COUNT, AT(processors)},
    {"speedup", NULL, "speedup", SW_REAL, AT(plain), .word = "speedup", .heat = 1},
    {"time", NULL, "time", SW_COST, AT(time), .is_real = 1},
    {"efficiency", NULL, "working", SW_SHARE, AT(efficiency), .word = "efficiency"},
    {"lost.serial", NULL, "lost to serial code", SW_SHARE, LOST(SW_LOST_SERIAL),
     .word = "serial code"},
    {"lost.imbalance", NULL, "lost to imbalance", SW_SHARE, LOST(SW_LOST_IMBALANCE),
     .word = "barrier wait"},
    {"lost.locks", NULL, "lost to locks", SW_SHARE, LOST(SW_LOST_LOCKS), .word = "lock wait"},
    {"lost.overhead", NULL, "lost to overhead", SW_SHARE, LOST(SW_LOST_OVERHEAD),
     .word = "overhead"},
    {"best", NULL, "best", SW_FLAG, AT(is_best)},
    {"lost.memory", NULL, "lost to memory", SW_SHARE, .get = get_lost_memory},
    {"speedup_with_memory", NULL, "speedup with memory", SW_REAL, .get = get_with_memory,
     .word = "with memory"},
    {"speedup_replayed", NULL, "speedup replayed", SW_REAL, .get = get_synthesized,
     .word = "replayed"},
};

static const struct sw_column lost[] = {
    {NULL, NULL, "P", SW_COUNT, AT(processors)},
    {NULL, NULL, "best plan", SW_TEXT, .get = get_plan},
    {NULL, NULL, "time", SW_COST, AT(time), .is_real = 1},
    {NULL, NULL, "work", SW_SHARE, AT(efficiency)},
    {NULL, NULL, "serial\ncode", SW_SHARE, LOST(SW_LOST_SERIAL)},
    {NULL, NULL, "imbal-\nance", SW_SHARE, LOST(SW_LOST_IMBALANCE)},
    {NULL, NULL, "locks", SW_SHARE, LOST(SW_LOST_LOCKS)},
    {NULL, NULL, "over-\nhead", SW_SHARE, LOST(SW_LOST_OVERHEAD)},
    {NULL, NULL, "memory", SW_SHARE, .get = get_lost_memory},
};

static const struct sw_column sections[] = {
    {NULL, NULL, "share\nof work", SW_SHARE, OF(share)},
    {NULL, NULL, "runs", SW_COUNT, OF(count)},
    {NULL, NULL, "tasks\na run", SW_COUNT, OF(tasks), .is_real = 1},
    {NULL, NULL, "work\na task", SW_COST, OF(task), .is_real = 1},
    {NULL, NULL, "speed-\nup", SW_REAL, OF(speedup)},
    {NULL, NULL, "imbal-\nance", SW_SHARE, GONE(SW_LOST_IMBALANCE)},
    {NULL, NULL, "locks", SW_SHARE, GONE(SW_LOST_LOCKS)},
    {NULL, NULL, "over-\nhead", SW_SHARE, GONE(SW_LOST_OVERHEAD)},
    {NULL, NULL, "memory", SW_SHARE, GONE(SW_LOST_MEMORY)},
    {NULL, NULL, "section", SW_TEXT, .get = get_which, .fit = SW_NAME},
};

static const struct sw_column sections_json[] = {
    {"name", NULL, NULL, SW_TEXT, .get = get_name},
    {"file", NULL, NULL, SW_TEXT, .get = get_file},
    {"line", NULL, NULL, SW_NUMBER, OF(line)},
    {"runs", NULL, NULL, SW_COUNT, OF(count)},
    {"tasks", NULL, NULL, SW_REAL, OF(tasks)},
    {"task", NULL, NULL, SW_REAL, OF(task)},
    {"work", NULL, NULL, SW_COST, OF(work), .is_real = 1},
    {"time", NULL, NULL, SW_COST, OF(time), .is_real = 1},
    {"share", NULL, NULL, SW_REAL, OF(share)},
    {"speedup", NULL, NULL, SW_REAL, OF(speedup)},
    {"lost.imbalance", NULL, NULL, SW_REAL, GONE(SW_LOST_IMBALANCE)},
    {"lost.locks", NULL, NULL, SW_REAL, GONE(SW_LOST_LOCKS)},
    {"lost.overhead", NULL, NULL, SW_REAL, GONE(SW_LOST_OVERHEAD)},
    {"lost.memory", NULL, NULL, SW_REAL, GONE(SW_LOST_MEMORY)},
};

static const struct sw_column sections_page[] = {
    {"name", NULL, "section", SW_TEXT, .get = get_name, .word = "section"},
    {"file", NULL, NULL, SW_TEXT, .get = get_file},
    {"line", NULL, "line", SW_NUMBER, OF(line)},
    {"share", NULL, "share of work", SW_SHARE, OF(share), .heat = 1},
    {"runs", NULL, "runs", SW_COUNT, OF(count)},
    {"tasks", NULL, "tasks a run", SW_COUNT, OF(tasks), .is_real = 1, .word = "task"},
    {"task", NULL, "work a task", SW_COST, OF(task), .is_real = 1, .word = "work a task"},
    {"time", NULL, "time", SW_COST, OF(time), .is_real = 1},
    {"speedup", NULL, "speedup", SW_REAL, OF(speedup), .word = "speedup"},
    {"lost.imbalance", NULL, "lost to imbalance", SW_SHARE, GONE(SW_LOST_IMBALANCE),
     .word = "barrier wait"},
    {"lost.locks", NULL, "lost to locks", SW_SHARE, GONE(SW_LOST_LOCKS), .word = "lock wait"},
    {"lost.overhead", NULL, "lost to overhead", SW_SHARE, GONE(SW_LOST_OVERHEAD),
     .word = "overhead"},
    {"lost.memory", NULL, "lost to memory", SW_SHARE, GONE(SW_LOST_MEMORY)},
};

struct sw_table sw_predict_table(enum sw_predict_columns which, const struct sw_predict_report *r)
{
    static const struct sw_column_list lists[] = {
        [SW_PREDICT_COLUMNS_CSV] = SW_COLUMN_LIST(csv),
        [SW_PREDICT_COLUMNS_LOST] = SW_COLUMN_LIST(lost),
        [SW_PREDICT_COLUMNS_SECTIONS] = SW_COLUMN_LIST(sections),
        [SW_PREDICT_COLUMNS_SECTIONS_JSON] = SW_COLUMN_LIST(sections_json),
        [SW_PREDICT_COLUMNS_PAGE] = SW_COLUMN_LIST(page),
        [SW_PREDICT_COLUMNS_SECTIONS_PAGE] = SW_COLUMN_LIST(sections_page),
    };
    return (struct sw_table){lists[which].columns, lists[which].n, NULL, 0, r, &r->units};
}
