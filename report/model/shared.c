/* Cache lines that threads share, and communication, of a run with --memory: by the two source lines. */
#include "analysis/memory/shared.h"
#include "report/model/run.h"

enum { MOST = 10 };
#define LEAST 0.001 /* pressure: what has less is left out of text and page */

/* Without folders: there are two of them in a row. The function, where no line is known. */
static const char *print_place(const struct sw_shared_place *at, struct sw_value *value)
{
    return sw_value_place(value, sw_base_name(at->file), at->line,
                          *at->function ? at->function : "?");
}

#define ROW ((const struct sw_shared_row *)row)
SW_GETS(get_first, text, print_place(&ROW->places[0], value))
SW_GETS(get_second, text, print_place(&ROW->places[1], value))
SW_GETS(get_kind, text,
        ((const char *const[]){"other bytes", "same bytes", "atomics", "a lock", "-"})[ROW->kind])
SW_GETS(get_kind_name, text, sw_shared_kind_name(ROW->kind))
SW_GETS_IF(get_variable, *ROW->name || ROW->made_line, text,
           *ROW->name       ? ROW->name
           : ROW->made_line ? sw_value_print(value, "made at %s:%u", sw_base_name(ROW->made_file),
                                             ROW->made_line)
                            : "")

static const struct sw_column fields[] = {
    {"transfers", NULL, "transfers", SW_COUNT, AT(sw_shared_row, transfers)},
    {"kind", NULL, "of", SW_TEXT, .get = get_kind},
    {"variable", NULL, "variable", SW_TEXT, .get = get_variable, .fit = SW_NAME},
    {"weight", NULL, "of work at\n80 ns each", SW_SHARE, AT(sw_shared_row, pressure)},
    {"first", NULL, "line", SW_TEXT, .get = get_first, .fit = SW_PATH},
    {"second", NULL, "and line", SW_TEXT, .get = get_second, .fit = SW_PATH},
    {"from", NULL, "written at", SW_TEXT, .get = get_first, .fit = SW_PATH},
    {"to", NULL, "used at", SW_TEXT, .get = get_second, .fit = SW_PATH},
    {"first.file", NULL, "line", SW_TEXT, AT(sw_shared_row, places[0].file)},
    {"first.line", NULL, NULL, SW_NUMBER, AT(sw_shared_row, places[0].line)},
    {"second.file", NULL, "and line", SW_TEXT, AT(sw_shared_row, places[1].file)},
    {"second.line", NULL, NULL, SW_NUMBER, AT(sw_shared_row, places[1].line)},
    {"sharing", NULL, NULL, SW_TEXT, .get = get_kind_name},
    {"lines", NULL, NULL, SW_COUNT, AT(sw_shared_row, lines)},
    {"threads", NULL, NULL, SW_COUNT, AT(sw_shared_row, threads)},
    {"pressure", NULL, NULL, SW_REAL, AT(sw_shared_row, pressure)},
    {"name", NULL, NULL, SW_TEXT, AT(sw_shared_row, name)},
    {"allocated_file", NULL, NULL, SW_TEXT, AT(sw_shared_row, made_file)},
    {"allocated_line", NULL, NULL, SW_NUMBER, AT(sw_shared_row, made_line)},
};

SW_ROW_MEMBERS(put_places, context)
{
    const struct sw_shared_row *r = row;
    struct sw_json *json = &d->json;
    sw_json_open(json, "places", '[');
    for (int i = 0; i < 2; i++) {
        const struct sw_shared_place *at = &r->places[i];
        sw_json_put(json, "{file:%s, line:%u, function:%s", at->file, at->line, at->function);
        if (r->kind != SW_COMMUNICATION)
            sw_json_put(json, "loads:%d, stores:%d, atomic:%d", at->what & SW_ACCESS_LOAD,
                        at->what & SW_ACCESS_STORE, at->what & SW_ACCESS_ATOMIC);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}

static void put_json(struct sw_document *d, const struct sw_profile *p,
                     const struct sw_shared_rows *t)
{
    struct sw_json *json = &d->json;
    bool is_followed = p->memory.flags & SW_MEMORY_SHARED;
    sw_json_put(json, "sharing:{followed:%d, pressure:%g", is_followed, t->pressure);
    if (is_followed)
        sw_json_integer(json, "processors", p->memory.processors);
    json->more_lines = 1;
    SW_TABLE(d, .key = "shared_lines", SW_FIELDS(fields),
             .json = "sharing|name|allocated_file|allocated_line|"
                     "transfers|pressure|lines|threads",
             SW_ITEMS(t->rows, t->n_shared), .context = t, .each = put_places);
    SW_TABLE(d, .key = "communication", SW_FIELDS(fields), .json = "name|transfers|pressure",
             SW_ITEMS(t->rows + t->n_shared, t->n - t->n_shared), .context = t, .each = put_places);
    json->more_lines = 0;
    sw_json_close(json, '}');
}

/* Those that matter: the first ones, as they are by transfers. */
static size_t count_those(const struct sw_shared_row *rows, size_t n)
{
    size_t kept = 0;
    while (kept < n && rows[kept].pressure >= LEAST)
        kept++;
    return kept;
}

static void put_shared(struct sw_document *d, const struct sw_shared_rows *t)
{
    size_t kept = count_those(t->rows, t->n_shared);
    const char *lead = SW_PRINTED(
        "Cache lines that threads use at the same time, and at least one of them writes to: how "
        "often they may change cores. What share of the work that would be if each change took 80 "
        "ns; from %.0f%% on, in all, it is contention.",
        100 * SW_SHARED_CONTENDED);
    SW_TABLE(
        d, .section = SW_TITLED("shared", "Shared lines", lead),
        .heading = "Cache lines that threads use at the same time: how often they may change cores",
        SW_FIELDS(fields), .text = "transfers|weight|kind|variable|first|second",
        .page = "transfers|weight|kind|variable|first.file|first.line|second.file|second.line",
        SW_ITEMS(t->rows, kept), .context = t, .top = MOST, .left = kept ? t->n_shared - kept : 0,
        .more = " pair~ of lines: in JSON", .look = {.sort = "transfers"});
}

/* Of Cilk by a model of where strands run. */
static void put_communication(struct sw_document *d, const struct sw_profile *p,
                              const struct sw_shared_rows *t)
{
    bool is_stolen = !p->n_simulations;
    const char *heading = SW_PRINTED(
        is_stolen ? "Communication on %lu cores (modelled): cache lines that another one wrote"
                  : "Communication: cache lines that another thread wrote before",
        p->memory.processors);
    const char *lead = SW_PRINTED(
        is_stolen
            ? "Cache lines that one core has written and another one uses later, after a sync: "
              "each comes from the other core's cache once. Modelled, for %lu cores: workers take "
              "half of what is left each time, which one takes which half is random, and what is "
              "too short to steal stays where it is."
            : "Cache lines that one thread has written and another one uses later, after a "
              "barrier or with the lock: each comes from the other core's cache once.",
        p->memory.processors);
    const struct sw_shared_row *rows = t->rows + t->n_shared;
    size_t n = t->n - t->n_shared, kept = count_those(rows, n);
    SW_TABLE(d, .section = SW_TITLED("communication", "Communication", lead), .heading = heading,
             SW_FIELDS(fields), .text = "transfers|weight|from|to|variable",
             .page = "transfers|weight|variable|first.file=written at|first.line|second.file="
                     "used at|second.line",
             SW_ITEMS(rows, kept), .context = t, .top = MOST, .left = kept ? n - kept : 0,
             .more = " pair~ of lines: in JSON", .look = {.sort = "transfers"});
}

void sw_run_shared(struct sw_document *d, const struct sw_report *r)
{
    const struct sw_profile *p = r->profile;
    struct sw_shared_rows t;
    if (!p->memory.is_there)
        return;
    if (!sw_document_fails(d, sw_shared_rows_make(&t, p))) {
        if (d->as == SW_AS_JSON) {
            put_json(d, p, &t);
        } else {
            put_shared(d, &t);
            put_communication(d, p, &t);
        }
    }
    sw_shared_rows_release(&t);
}
