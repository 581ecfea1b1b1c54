/* Memory traffic of a run with --memory: by line and by function, and in JSON by call site or construct as well. */
#include "analysis/memory/traffic.h"
#include "analysis/workspan/sites.h"
#include "report/model/profile_parts.h"
#include "report/model/run.h"
#include "report/write/words.h"

#include <inttypes.h>

enum { MOST = 10 };

static void bytes_text(char *text, size_t size, double bytes, const char *end)
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB"};
    unsigned u = 0;
    while (bytes >= 999.5 && u + 1 < sizeof units / sizeof *units) {
        bytes /= 1000;
        u++;
    }
    snprintf(text, size, "%.*f %s%s",
             u && bytes < 9.995   ? 2
             : u && bytes < 99.95 ? 1
                                  : 0,
             bytes, units[u], end);
}

#define BYTES(name, member, end)                                                   \
    SW_GETTER(name, rows)                                                          \
    {                                                                              \
        const struct sw_traffic_row *r = row;                                      \
        bytes_text(value->scratch, sizeof value->scratch, (double)r->member, end); \
        value->text = value->scratch;                                              \
    }
BYTES(get_fills, fills, "")
BYTES(get_back, back, "")

SW_GETTER(get_rate, rows)
{
    const struct sw_traffic_row *r = row;
    if (r->rate > 0)
        bytes_text(value->scratch, sizeof value->scratch, r->rate, "/s");
    value->none = !(r->rate > 0);
    value->text = value->scratch;
}

SW_GETTER(get_place, rows)
{
    const struct sw_traffic_row *r = row;
    sw_value_place(value, r->file, r->line, "-");
}

static const struct sw_column fields[] = {
    {"share", NULL, "share", SW_SHARE, AT(sw_traffic_row, bytes), OF_WHOLE(sw_traffic_rows, bytes)},
    {"read", NULL, "from memory", SW_FIGURE, .get = get_fills},
    {"written", NULL, "to memory", SW_FIGURE, .get = get_back},
    {"rate", NULL, "rate", SW_FIGURE, .get = get_rate},
    {"place", NULL, "line", SW_TEXT, .get = get_place, .fit = SW_PATH},
    {"in", NULL, "in function", SW_TEXT, AT(sw_traffic_row, function), .fit = SW_NAME},
    {"file", NULL, NULL, SW_TEXT, AT(sw_traffic_row, file)},
    {"line", NULL, NULL, SW_NUMBER, AT(sw_traffic_row, line)},
    {"function", NULL, NULL, SW_TEXT, AT(sw_traffic_row, function)},
    {"bytes_read", NULL, NULL, SW_COUNT, AT(sw_traffic_row, fills)},
    {"bytes_written", NULL, NULL, SW_COUNT, AT(sw_traffic_row, back)},
    {"time_ns", NULL, NULL, SW_COUNT, AT(sw_traffic_row, time_ns)},
    {"bytes_per_second", NULL, NULL, SW_REAL, AT(sw_traffic_row, rate)},
    {"dependent_lines", NULL, NULL, SW_COUNT, AT(sw_traffic_row, dependent)},
};

static void put_list(struct sw_json *json, const char *key,
                     const uint32_t counts[SW_LINE_HASHES][SW_CAPACITIES])
{
    sw_json_open(json, key, '[');
    for (unsigned i = 0; i < SW_CAPACITIES; i++)
        sw_json_integer(json, NULL, sw_traffic_bytes(counts, i));
    sw_json_close(json, ']');
}

static void put_traffic(struct sw_json *json, const struct sw_traffic *t)
{
    put_list(json, "read", t->fills);
    put_list(json, "written", t->back);
}

static void put_row(struct sw_document *d, const void *row, const void *context)
{
    const struct sw_traffic_row *r = row;
    (void)context;
    sw_json_boolean(&d->json, "loads", (r->what & SW_ACCESS_LOAD) != 0);
    sw_json_boolean(&d->json, "stores", (r->what & SW_ACCESS_STORE) != 0);
    sw_json_boolean(&d->json, "atomic", (r->what & SW_ACCESS_ATOMIC) != 0);
    put_traffic(&d->json, &r->traffic);
}

static void put_rows(struct sw_document *d, const char *key, const struct sw_traffic_rows *t,
                     const struct sw_traffic_row *rows, size_t n)
{
    sw_document_table(
        d, &(struct sw_document_table){.key = key,
                                       SW_FIELDS(fields),
                                       .json = "file|line|function|share|bytes_read|bytes_written|"
                                               "time_ns|bytes_per_second|dependent_lines",
                                       SW_ITEMS(rows, n),
                                       .context = t,
                                       .each = put_row});
}

static void put_json(struct sw_document *d, const struct sw_profile *p,
                     const struct sw_traffic_rows *t)
{
    struct sw_json *json = &d->json;
    sw_json_open(json, "memory", '{');
    sw_json_integer(json, "processors", p->memory.processors);
    sw_json_integer(json, "capacity", sw_capacity_bytes(t->capacity));
    sw_json_open(json, "capacities", '[');
    for (unsigned i = 0; i < SW_CAPACITIES; i++)
        sw_json_integer(json, NULL, sw_capacity_bytes(i));
    sw_json_close(json, ']');
    sw_json_integer(json, "bytes_read", t->fills);
    sw_json_integer(json, "bytes_written", t->back);
    sw_json_integer(json, "unknown_instructions", p->memory.unknown);
    sw_json_integer(json, "lost_accesses", p->memory.lost);
    json->more_lines = 1;
    put_rows(d, "lines", t, t->lines, t->n_lines);
    put_rows(d, "functions", t, t->functions, t->n_functions);
    sw_json_open(json, "pieces", '[');
    for (size_t i = 0; i < p->memory.n_pieces; i++) {
        const struct sw_traffic_piece *piece = &p->memory.pieces[i];
        const struct sw_site *site =
            piece->site == SW_TRAFFIC_NO_SITE ? NULL : &p->sites[piece->site];
        sw_json_open(json, NULL, '{');
        sw_json_string(json, "file", site ? sw_string(site->caller_place.file) : "");
        sw_json_integer(json, "line", site ? site->caller_place.line : 0);
        sw_json_string(json, "callee", site ? sw_string(site->callee_place.function) : "");
        sw_json_integer(json, "bytes_read", sw_traffic_bytes(piece->traffic.fills, t->capacity));
        sw_json_integer(json, "bytes_written", sw_traffic_bytes(piece->traffic.back, t->capacity));
        put_traffic(json, &piece->traffic);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
    json->more_lines = 0;
    sw_json_close(json, '}');
}

void sw_run_traffic(struct sw_document *d, const struct sw_report *r)
{
    const struct sw_profile *p = r->profile;
    struct sw_traffic_rows t;
    char heading[120], cache[30];
    if (!p->memory.is_there)
        return;
    if (!sw_document_fails(d, sw_traffic_rows_make(&t, p, sw_traffic_usual_capacity()))) {
        bytes_text(cache, sizeof cache, (double)(sw_capacity_bytes(t.capacity)), "");
        snprintf(heading, sizeof heading,
                 "Memory traffic by line, if a core had %s of cache (modelled)", cache);
        if (d->as == SW_AS_JSON)
            put_json(d, p, &t);
        else
            sw_document_table(
                d, &(struct sw_document_table){
                       .section = {.key = "traffic", .title = "Memory traffic", .lead = heading},
                       .heading = heading,
                       SW_FIELDS(fields),
                       .text = "share|read|written|rate|place|in",
                       .page = "share|read|written|rate|function|file|line",
                       SW_ITEMS(t.lines, t.n_lines),
                       .context = &t,
                       .top = MOST,
                       .more = " line~: in JSON",
                       .look = {.sort = "share"}});
    }
    sw_traffic_rows_release(&t);
}
