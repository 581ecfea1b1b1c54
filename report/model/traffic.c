/* Memory traffic of a run with --memory: by line and loop, and in JSON by function, call path, and call site or construct as well. */
#include "analysis/memory/traffic.h"
#include "profile/whose.h"
#include "report/model/run.h"

enum { MOST = 10, MOST_PATHS = 3 };
#define LEAST_SHARE 1000  /* of all traffic: what has less is left out of text and page, ... */
#define LEAST_BYTES 32768 /* ... or so little that it is not certain: 16 lines that were followed */

#define ROW         ((const struct sw_traffic_row *)row)
SW_GETS_IF(get_rate, ROW->rate > 0, real, ROW->rate)
SW_GETS(get_limit, text, ROW->is_chain ? "latency" : "bandwidth")
SW_GETS(get_place, text, sw_value_place(value, ROW->file, ROW->line, "-"))

SW_GETTER(get_in, rows)
{
    const char *function = *ROW->function ? ROW->function : "?";
    sw_value_print(value, *ROW->through ? "%s, through %s" : "%s", function, ROW->through);
}

static const struct sw_column fields[] = {
    {"share", NULL, "share", SW_SHARE, AT(sw_traffic_row, bytes), OF_WHOLE(sw_traffic_rows, bytes),
     .heat = 1},
    {"from_memory", NULL, "from memory", SW_BYTES, AT(sw_traffic_row, fills)},
    {"to_memory", NULL, "to memory", SW_BYTES, AT(sw_traffic_row, back)},
    {"rate", NULL, "rate", SW_RATE, .get = get_rate},
    {"limit", NULL, "limit", SW_TEXT, .get = get_limit},
    {"place", NULL, "line", SW_TEXT, .get = get_place, .fit = SW_PATH},
    {"in", NULL, "in function", SW_TEXT, .get = get_in, .fit = SW_NAME},
    {"file", NULL, NULL, SW_TEXT, AT(sw_traffic_row, file)},
    {"line", NULL, NULL, SW_NUMBER, AT(sw_traffic_row, line)},
    {"function", NULL, NULL, SW_TEXT, AT(sw_traffic_row, function)},
    {"through", NULL, NULL, SW_TEXT, AT(sw_traffic_row, through)},
    {"bytes_read", NULL, NULL, SW_COUNT, AT(sw_traffic_row, fills)},
    {"bytes_written", NULL, NULL, SW_COUNT, AT(sw_traffic_row, back)},
    {"time_ns", NULL, NULL, SW_COUNT, AT(sw_traffic_row, time_ns)},
    {"bytes_per_second", NULL, NULL, SW_REAL, AT(sw_traffic_row, rate)},
    {"dependent_bytes", NULL, NULL, SW_COUNT, AT(sw_traffic_row, dependent_bytes)},
};

/* --- JSON --- */

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

SW_ROW_MEMBERS(put_row, context)
{
    const struct sw_traffic_row *r = row;
    sw_json_put(&d->json, "limited_by:%s, loads:%d, stores:%d, atomic:%d",
                r->is_chain ? "latency" : "bandwidth", r->what & SW_ACCESS_LOAD,
                r->what & SW_ACCESS_STORE, r->what & SW_ACCESS_ATOMIC);
    put_traffic(&d->json, &r->traffic);
}

static void put_rows(struct sw_document *d, const char *key, const struct sw_traffic_rows *t,
                     const struct sw_traffic_row *rows, size_t n)
{
    SW_TABLE(d, .key = key, SW_FIELDS(fields),
             .json = "file|line|function|through|share|bytes_read|"
                     "bytes_written|time_ns|bytes_per_second|"
                     "dependent_bytes",
             SW_ITEMS(rows, n), .context = t, .each = put_row);
}

static void put_pieces(struct sw_json *json, const struct sw_profile *p,
                       const struct sw_traffic_rows *t)
{
    unsigned capacity = t->capacity;
    sw_json_open(json, "sites", '[');
    for (size_t i = 0; i < p->memory.n_pieces; i++) {
        const struct sw_traffic_piece *piece = &p->memory.pieces[i];
        const struct sw_site *site =
            piece->site == SW_TRAFFIC_NO_SITE ? NULL : &p->sites[piece->site];
        uint64_t read = sw_traffic_bytes(piece->traffic.fills, capacity),
                 written = sw_traffic_bytes(piece->traffic.back, capacity);
        uint64_t work = site ? site->on_work.local.work : 0;
        bool has_rate = work && t->part > 0 && !strcmp(p->unit, "ns");
        sw_json_put(json,
                    "{file:%s, line:%u, callee:%s, bytes_read:%lu, bytes_written:%lu, work:%lu, "
                    "bytes_per_second:%g",
                    site ? site->caller_place.file : "", site ? site->caller_place.line : 0,
                    site ? site->callee_place.function : "", read, written, work,
                    has_rate ? (double)(read + written) * 1e9 / ((double)work * t->part) : NAN);
        put_traffic(json, &piece->traffic);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
}

/* From the outermost frame in. */
static void put_frames(struct sw_json *json, const struct sw_sampled *s, uint32_t path)
{
    if (!path)
        return;
    const struct sw_place *place = &s->frames[s->paths[path - 1].frame].place;
    put_frames(json, s, s->paths[path - 1].caller);
    sw_json_put(json, "{function:%s, file:%s, line:%u}", place->function, place->file, place->line);
}

static void put_paths(struct sw_json *json, const struct sw_profile *p,
                      const struct sw_traffic_rows *t)
{
    sw_json_open(json, "paths", '[');
    for (size_t i = 0; i < t->n_paths; i++) {
        sw_json_put(json, "{share:%g, samples:%lu, frames:[",
                    (double)t->paths[i].n / (double)t->samples, t->paths[i].n);
        put_frames(json, &p->memory.paths, t->paths[i].path);
        sw_json_put(json, "]}");
    }
    sw_json_close(json, ']');
}

static void put_json(struct sw_document *d, const struct sw_profile *p,
                     const struct sw_traffic_rows *t)
{
    struct sw_json *json = &d->json;
    const struct sw_memory_pass *m = &p->memory;
    sw_json_put(json,
                "memory:{processors:%lu, complete:%d, instructions:%lu, part:%g, capacity:%lu, "
                "capacities:[",
                m->processors, !(m->flags & SW_MEMORY_PART), m->instructions,
                t->part > 0 ? t->part : NAN, sw_capacity_bytes(t->capacity));
    for (unsigned i = 0; i < SW_CAPACITIES; i++)
        sw_json_integer(json, NULL, sw_capacity_bytes(i));
    sw_json_put(json,
                "], bytes_read:%lu, bytes_written:%lu, unknown_instructions:%lu, "
                "lost_accesses:%lu",
                t->fills, t->back, m->unknown, m->lost);
    json->more_lines = 1;
    put_rows(d, "lines", t, t->lines, t->n_lines);
    put_rows(d, "loops", t, t->loops, t->n_loops);
    put_rows(d, "functions", t, t->functions, t->n_functions);
    put_pieces(json, p, t);
    put_paths(json, p, t);
    json->more_lines = 0;
    sw_json_close(json, '}');
}

/* --- text and page --- */

static size_t count_those(const struct sw_traffic_rows *t, const struct sw_traffic_row *rows,
                          size_t n)
{
    size_t kept = 0;
    while (kept < n && rows[kept].bytes * LEAST_SHARE >= t->bytes &&
           rows[kept].bytes >= LEAST_BYTES)
        kept++;
    return kept;
}

static void put_table(struct sw_document *d, const struct sw_traffic_rows *t, const char *key,
                      const char *title, const char *lead, const char *heading,
                      const struct sw_traffic_row *rows, size_t n)
{
    size_t kept = count_those(t, rows, n);
    SW_TABLE(d, .section = SW_TITLED(key, title, lead), .heading = heading, SW_FIELDS(fields),
             .text = "share|from_memory=read|to_memory=written|rate|limit|place|in",
             .page = "share|from_memory=read|to_memory=written|rate|limit|in=function|file|line",
             SW_ITEMS(rows, kept), .context = t, .top = MOST, .left = kept ? n - kept : 0,
             .more = " line~, in JSON", .look = {.sort = "share"});
}

/* From the reader's outermost function in; whether any was printed. */
static bool put_path(struct sw_document *d, const struct sw_sampled *s, uint32_t path)
{
    if (!path)
        return false;
    const struct sw_place *place = &s->frames[s->paths[path - 1].frame].place;
    const char *function = sw_string(place->function);
    bool begun = put_path(d, s, s->paths[path - 1].caller);
    if (!begun && !sw_file_is_readers(sw_string(place->file)))
        return false;
    fprintf(d->out, "%s%s", begun ? " > " : "", *function ? function : "?");
    if (place->line)
        fprintf(d->out, ":%" PRIu32, place->line);
    return true;
}

static void put_text_paths(struct sw_document *d, const struct sw_profile *p,
                           const struct sw_traffic_rows *t)
{
    if (d->as != SW_AS_TEXT || !t->n_paths)
        return;
    sw_document_heading(d, "Call paths of the lines that come from memory (sampled)");
    for (size_t i = 0; i < t->n_paths && i < MOST_PATHS; i++) {
        fprintf(d->out, "  %5.1f%%  ", 100 * (double)t->paths[i].n / (double)t->samples);
        if (!put_path(d, &p->memory.paths, t->paths[i].path))
            fputs("code of libraries", d->out);
        fputc('\n', d->out);
    }
}

void sw_run_traffic(struct sw_document *d, const struct sw_report *r)
{
    const struct sw_profile *p = r->profile;
    struct sw_traffic_rows t;
    if (!p->memory.is_there)
        return;
    if (sw_document_fails(d, sw_traffic_rows_make(&t, p, (unsigned)p->memory.capacity))) {
        sw_traffic_rows_release(&t);
        return;
    }
    /* As caches are named: 32 MB are 2^25 bytes. */
    uint64_t kb = sw_capacity_bytes(t.capacity) >> 10;
    const char *cache = SW_PRINTED(kb < 1024 ? "%lu kB" : "%lu MB", kb < 1024 ? kb : kb >> 10);
    const char *heading =
        SW_PRINTED("Memory traffic by line, if a core has %s of cache (modelled)", cache);
    const char *lead = SW_PRINTED(
        "What has to come from memory and go back there if a core has %s of cache: modelled, from "
        "a run in which one of 64 cache lines was followed. Rate: over the native time of the "
        "loop. Limited by latency: each address comes from a line that had to come from memory "
        "itself (pointer chasing).",
        cache);
    if (d->as == SW_AS_JSON) {
        put_json(d, p, &t);
    } else {
        put_table(d, &t, "traffic", "Memory traffic by line", lead, heading, t.lines, t.n_lines);
        put_table(d, &t, "traffic_loops", "Memory traffic by loop", lead,
                  "Memory traffic by innermost loop", t.loops, t.n_loops);
        put_text_paths(d, p, &t);
    }
    sw_traffic_rows_release(&t);
}

void sw_run_followed(struct sw_document *d, const struct sw_report *r)
{
    const struct sw_profile *p = r->profile;
    const struct sw_memory_pass *m = &p->memory;
    uint64_t all = sw_traffic_whole(p);
    double traffic = 0;
    if (!m->is_there)
        return;
    for (size_t i = 0; i < m->n_sites; i++)
        traffic += (double)(sw_traffic_bytes(m->sites[i].traffic.fills, (unsigned)m->capacity) +
                            sw_traffic_bytes(m->sites[i].traffic.back, (unsigned)m->capacity));
    double share = all ? 100 * (double)m->instructions / (double)all : 0;
    const char *part =
        m->flags & SW_MEMORY_WINDOWS && all
            ? SW_PRINTED(", %.0f%% of the program, all over it", share)
        : m->flags & SW_MEMORY_PART && all
            ? SW_PRINTED(", the first %.0f%% of the program: it took too long", share)
        : m->flags & SW_MEMORY_PART ? ", and then ended: it took too long"
                                    : "";
    sw_document_note(
        d, "memory",
        "followed through one more run, %s instructions%s: %s of traffic; %s place%s in "
        "the code whose accesses are not known%s%s",
        SW_SHOWN(count, m->instructions), part, SW_SHOWN(bytes, traffic, ""),
        SW_SHOWN(count, m->unknown), m->unknown == 1 ? "" : "s",
        m->lost ? ", some accesses lost" : "",
        m->flags & SW_MEMORY_FULL ? ", too much code: some is not followed" : "");
}
