/*
 * Reads a profile: first all chunks are found and their checksums verified, then the known ones are
 * decoded. Nothing is allocated that is not in proportion to bytes which are really there: lists
 * must fill their chunk exactly, strings stay in one table, and places are consumed in order, so
 * that no two sites can share a long chain.
 */
#include "profile/chunks.h"
#include "profile/file.h"
#include "profile/input.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const uint32_t sw_reader_tags[SW_CHUNKS] = {
    SW_TAG_STRINGS,  SW_TAG_HEAD,      SW_TAG_ARGS,      SW_TAG_MODULES,   SW_TAG_SITES,
    SW_TAG_PLACES,   SW_TAG_REGIONS,   SW_TAG_UNPATCHED, SW_TAG_SIMULATED, SW_TAG_CONSTRUCT,
    SW_TAG_WARNINGS, SW_TAG_RANK,      SW_TAG_SAMPLED,   SW_TAG_FRAMES,    SW_TAG_PATHS,
    SW_TAG_SPLACES,  SW_TAG_EFFORT,    SW_TAG_EFFORTS,   SW_TAG_LOCKS,     SW_TAG_STRETCHES,
    SW_TAG_LANES,    SW_TAG_CELLS,     SW_TAG_RUNTIMES,  SW_TAG_TREE,      SW_TAG_NODES,
    SW_TAG_ITEMS,    SW_TAG_TREESITES, SW_TAG_TREELOCKS, SW_TAG_PIECES,    SW_TAG_STEADY,
    SW_TAG_REAL,     SW_TAG_HELD,      SW_TAG_HELDAT,    SW_TAG_HELDPLACE, SW_TAG_COMMAND,
    SW_TAG_VIRTUAL,  SW_TAG_VLANES,    SW_TAG_VCELLS,    SW_TAG_CALLERS,   SW_TAG_CALLS,
    SW_TAG_MACHINE,  SW_TAG_MEMORY,    SW_TAG_TRAFFIC,   SW_TAG_MPIECES,   SW_TAG_MPLACES,
    SW_TAG_MLOOPS,   SW_TAG_MSAMPLED,  SW_TAG_MFRAMES,   SW_TAG_MPATHS,    SW_TAG_MSPLACES,
    SW_TAG_SHARED,   SW_TAG_SHPLACES,
};

static int refuse(struct sw_reader *r, int error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int refuse(struct sw_reader *r, int error, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    snprintf(r->why, r->why_size, "'%s' %s", r->name, text);
    return error;
}

int sw_reader_damaged(struct sw_reader *r, uint32_t tag, const char *what)
{
    char name[5];
    for (int i = 0; i < 4; i++) {
        unsigned char c = (unsigned char)(tag >> (8 * i));
        name[i] = c < 32 || c > 126 ? '?' : (char)c;
    }
    name[4] = 0;
    return refuse(r, -EBADMSG, "is damaged: chunk '%s' %s", name, what);
}

int sw_reader_no_memory(struct sw_reader *r)
{
    return refuse(r, -ENOMEM, "does not fit in memory");
}

static int check_file_header(struct sw_reader *r, struct sw_slice file, bool is_whole)
{
    size_t known = file.size < SW_FORMAT_MAGIC_SIZE ? file.size : SW_FORMAT_MAGIC_SIZE;
    if (file.size == 0 && is_whole)
        return refuse(r, -EBADMSG, "is empty; did the profiled program end?");
    if (memcmp(file.at, SW_FORMAT_MAGIC, known))
        return refuse(r, -EINVAL, "is not a profile of spanwise");
    if (file.size < SW_FORMAT_FILE_HEADER)
        return !is_whole ? 0
                         : refuse(r, -EBADMSG, "is truncated: it ends after %zu bytes", file.size);
#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
    if (sw_reader_load(file.at + 12, 4) != sw_crc32(0, file.at, 12))
        return refuse(r, -EBADMSG, "is damaged: the checksum of its header is wrong");
#endif
    unsigned major = (unsigned)sw_reader_load(file.at + 8, 2),
             minor = (unsigned)sw_reader_load(file.at + 10, 2);
    if (major > SW_FORMAT_MAJOR)
        return refuse(r, -ENOTSUP,
                      "has format %u.%u and this spanwise (" SW_VERSION
                      ") reads %d.x; read it with the spanwise that wrote it",
                      major, minor, SW_FORMAT_MAJOR);
    if (major == 0)
        return refuse(r, -EBADMSG, "is damaged: its format is %u.%u", major, minor);
    return 0;
}

static int note_chunk(struct sw_reader *r, uint32_t tag, struct sw_slice payload)
{
    for (int i = 0; i < SW_CHUNKS; i++) {
        if (sw_reader_tags[i] != tag)
            continue;
        if (r->chunks[i].at)
            return sw_reader_damaged(r, tag, "is there twice");
        r->chunks[i] = payload;
    }
    return 0;
}

/* A chunk of what has come so far, and where the next one begins. */
struct chunk {
    uint32_t tag;
    struct sw_slice payload;
    size_t next;
};

static bool is_tag(uint32_t tag)
{
    for (int i = 0; i < 4; i++) {
        unsigned char c = (unsigned char)(tag >> (8 * i));
        if (c < ' ' || c > '~')
            return false;
    }
    return true;
}

/* 1: it is there; 0: it does not end here; or an error, which no more bytes mend. */
static int find_chunk(struct sw_reader *r, struct sw_slice file, size_t at, struct chunk *c)
{
    if (file.size - at < SW_FORMAT_CHUNK_HEADER)
        return 0;
    const unsigned char *header = file.at + at;
    uint64_t length = sw_reader_load(header + 8, 8);
    c->tag = (uint32_t)sw_reader_load(header, 4);
    if (!is_tag(c->tag))
        return sw_reader_damaged(r, c->tag, "is not a valid one");
    at += SW_FORMAT_CHUNK_HEADER;
    if (length > file.size - at)
        return 0;
    c->payload = (struct sw_slice){file.at + at, length};
    c->next = at + length;
    if (c->tag == SW_TAG_END && c->next != file.size)
        return refuse(r, -EBADMSG, "is damaged: %zu bytes follow its end", file.size - c->next);
    return 1;
}

static int check_chunk(struct sw_reader *r, const struct chunk *c)
{
#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
    const unsigned char *header = c->payload.at - SW_FORMAT_CHUNK_HEADER;
    if (sw_reader_load(header + 4, 4) !=
        sw_crc32(sw_crc32(0, header, 4), header + 8, 8 + c->payload.size))
        return sw_reader_damaged(r, c->tag, "has a wrong checksum");
#endif
    return c->tag == SW_TAG_END ? 0 : note_chunk(r, c->tag, c->payload);
}

static int find_chunks(struct sw_reader *r, struct sw_slice file)
{
    struct chunk c = {.next = SW_FORMAT_FILE_HEADER};
    do {
        int found = find_chunk(r, file, c.next, &c);
        if (found == 0)
            return refuse(r, -EBADMSG, "is truncated or damaged: it ends after %zu bytes",
                          file.size);
        int error = found < 0 ? found : check_chunk(r, &c);
        if (error)
            return error;
    } while (c.tag != SW_TAG_END);
    return 0;
}

/* Whether a profile can begin so: its header, and the chunks' as far as they have come. */
static int examine(const char *head, size_t size, const char *name, char *why, size_t why_size)
{
    struct sw_reader r = {.name = name, .why = why, .why_size = why_size};
    struct sw_slice file = {(const unsigned char *)head, size};
    struct chunk c = {.next = SW_FORMAT_FILE_HEADER};
    int found = check_file_header(&r, file, false);
    if (found || size < SW_FORMAT_FILE_HEADER)
        return found;
    while ((found = find_chunk(&r, file, c.next, &c)) > 0 && c.tag != SW_TAG_END)
        ;
    return found < 0 ? found : 0;
}

static int read_string_table(struct sw_reader *r)
{
    struct sw_slice s = r->chunks[SW_CHUNK_STRINGS];
    if (!s.at)
        return sw_reader_damaged(r, SW_TAG_STRINGS, "is missing");
    if (s.size == 0 || s.at[s.size - 1] != 0)
        return sw_reader_damaged(r, SW_TAG_STRINGS, "does not end a string");
    r->profile->pool = malloc(s.size);
    if (!r->profile->pool)
        return sw_reader_no_memory(r);
    memcpy(r->profile->pool, s.at, s.size);
    r->profile->pool_size = s.size;
    return 0;
}

char *sw_reader_string(struct sw_reader *r, const unsigned char **at, int *bad)
{
    uint32_t offset = sw_reader_get32(at);
    if (offset >= r->profile->pool_size) {
        *bad = 1;
        return sw_profile_empty;
    }
    return r->profile->pool + offset;
}

static struct sw_figures get_figures(const unsigned char **at)
{
    struct sw_figures f;
    f.count = sw_reader_get64(at);
    f.work = sw_reader_get64(at);
    f.span = sw_reader_get64(at);
    f.burdened_span = sw_reader_get64(at);
    f.spawns = sw_reader_get64(at);
    f.syncs = sw_reader_get64(at);
    return f;
}

static struct sw_measure get_measure(const unsigned char **at)
{
    struct sw_measure m;
    m.count = sw_reader_get64(at);
    m.work = sw_reader_get64(at);
    m.span = sw_reader_get64(at);
    return m;
}

static struct sw_side get_side(const unsigned char **at)
{
    struct sw_side side;
    side.top_site = get_figures(at);
    side.top_caller = get_measure(at);
    side.local = get_measure(at);
    return side;
}

/* A field that a minor version added: 0 where the record ends before it. */
static uint64_t get_added(const unsigned char **at, const unsigned char *end)
{
    return end - *at < 8 ? 0 : sw_reader_get64(at);
}

static struct sw_circumstances get_circumstances(const unsigned char **at, const unsigned char *end)
{
    struct sw_circumstances c;
    c.events = sw_reader_get64(at);
    c.events_dropped = sw_reader_get64(at);
    c.events_elsewhere = sw_reader_get64(at);
    c.overhead = sw_reader_get64(at);
    c.preempted = sw_reader_get64(at);
    c.call_cost_ps = sw_reader_get64(at);
    c.threads = sw_reader_get64(at);
    c.forks = sw_reader_get64(at);
    c.unprofiled_work = sw_reader_get64(at);
    c.max_depth = sw_reader_get64(at);
    c.memory = sw_reader_get64(at);
    c.workers = get_added(at, end);
    c.steals = get_added(at, end);
    c.spawn_cost_ps = get_added(at, end);
    c.piece_cost_ps = get_added(at, end);
    c.loop_cost_ps = get_added(at, end);
    c.spawns_beside = get_added(at, end);
    c.pieces_together = get_added(at, end);
    c.one_worker = get_added(at, end);
    c.spawn_least_ps = get_added(at, end);
    c.steal_cost_ps = get_added(at, end);
    c.answers_for = get_added(at, end);
    c.slowed = get_added(at, end);
    return c;
}

static int read_head(struct sw_reader *r)
{
    struct sw_slice s = r->chunks[SW_CHUNK_HEAD];
    struct sw_profile *p = r->profile;
    int bad = 0;
    if (!s.at)
        return sw_reader_damaged(r, SW_TAG_HEAD, "is missing");
    if (s.size < SW_RECORD_HEAD_1_0)
        return sw_reader_damaged(r, SW_TAG_HEAD, "is too short");
    const unsigned char *at = s.at;
    p->program = sw_reader_string(r, &at, &bad);
    p->meter = sw_reader_string(r, &at, &bad);
    p->unit = sw_reader_string(r, &at, &bad);
    p->front_end_text = sw_reader_string(r, &at, &bad);
    p->level = sw_reader_string(r, &at, &bad);
    p->host = sw_reader_string(r, &at, &bad);
    p->tool = sw_reader_string(r, &at, &bad);
    p->flags = sw_reader_get32(&at);
    p->status = (int32_t)sw_reader_get32(&at);
    sw_reader_get32(&at);
    p->started_unix = sw_reader_get64(&at);
    p->burden = sw_reader_get64(&at);
    p->whole = get_figures(&at);
    p->circumstances = get_circumstances(&at, s.at + s.size);
    return bad ? sw_reader_damaged(r, SW_TAG_HEAD, "names a string that is not there") : 0;
}

/* Opens a list; one that is not in the file is empty. */
int sw_reader_open(struct sw_reader *r, enum sw_chunk which, size_t record,
                   struct sw_reader_list *list)
{
    struct sw_slice s = r->chunks[which];
    *list = (struct sw_reader_list){NULL, record, 0};
    if (!s.at)
        return 0;
    if (s.size < SW_FORMAT_LIST_HEADER)
        return sw_reader_damaged(r, sw_reader_tags[which], "is too short");
    list->at = s.at;
    list->record = sw_reader_get32(&list->at);
    list->n = sw_reader_get32(&list->at);
    s.size -= SW_FORMAT_LIST_HEADER;
    if (list->record < record || s.size / list->record != list->n || s.size % list->record)
        return sw_reader_damaged(r, sw_reader_tags[which], "has the wrong length");
    return 0;
}

void *sw_reader_array(size_t n, size_t size)
{
    return calloc(n ? n : 1, size);
}

static int read_strings(struct sw_reader *r, enum sw_chunk which, char ***strings, size_t *n)
{
    struct sw_reader_list list;
    int bad = 0, error = sw_reader_open(r, which, SW_RECORD_STRING, &list);
    if (error)
        return error;
    *strings = sw_reader_array(list.n + 1, sizeof **strings);
    if (!*strings)
        return sw_reader_no_memory(r);
    for (*n = 0; *n < list.n; ++*n, list.at += list.record) {
        const unsigned char *at = list.at;
        (*strings)[*n] = sw_reader_string(r, &at, &bad);
    }
    return bad ? sw_reader_damaged(r, sw_reader_tags[which], "names a string that is not there")
               : 0;
}

static int read_modules(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    struct sw_reader_list list;
    int bad = 0, error = sw_reader_open(r, SW_CHUNK_MODULES, SW_RECORD_MODULE, &list);
    if (error)
        return error;
    p->modules = sw_reader_array(list.n, sizeof *p->modules);
    if (!p->modules)
        return sw_reader_no_memory(r);
    for (; p->n_modules < list.n; p->n_modules++, list.at += list.record) {
        struct sw_module *m = &p->modules[p->n_modules];
        const unsigned char *at = list.at;
        m->path = sw_reader_string(r, &at, &bad);
        m->build_id_size = sw_reader_get32(&at);
        m->start = sw_reader_get64(&at);
        m->end = sw_reader_get64(&at);
        m->bias = sw_reader_get64(&at);
        memcpy(m->build_id, at, sizeof m->build_id);
        bad |= m->build_id_size > sizeof m->build_id;
    }
    return bad ? sw_reader_damaged(r, SW_TAG_MODULES, "does not make sense") : 0;
}

static int read_sites(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    struct sw_reader_list list;
    int error = sw_reader_open(r, SW_CHUNK_SITES, SW_RECORD_SITE_LEAST, &list);
    if (error)
        return error;
    p->sites = sw_reader_array(list.n, sizeof *p->sites);
    if (!p->sites)
        return sw_reader_no_memory(r);
    for (; p->n_sites < list.n; p->n_sites++, list.at += list.record) {
        struct sw_site *s = &p->sites[p->n_sites];
        const unsigned char *at = list.at;
        s->address = sw_reader_get64(&at);
        s->callee = sw_reader_get64(&at);
        s->kind = sw_reader_get32(&at);
        s->flags = sw_reader_get32(&at);
        s->on_work = get_side(&at);
        s->on_span = get_side(&at);
        s->hidden = get_added(&at, list.at + list.record);
    }
    return 0;
}

static int read_callers(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    struct sw_reader_list list;
    int bad = 0, error = sw_reader_open(r, SW_CHUNK_CALLERS, SW_RECORD_CALLERS, &list);
    for (uint64_t i = 0; !error && !bad && i < list.n; i++, list.at += list.record) {
        const unsigned char *at = list.at;
        uint32_t site = sw_reader_get32(&at);
        bad = site >= p->n_sites || sw_reader_get32(&at);
        for (int k = 0; !bad && k < SW_SITE_CALLERS; k++)
            p->sites[site].callers[k] = sw_reader_get64(&at);
    }
    return bad ? sw_reader_damaged(r, SW_TAG_CALLERS, "does not make sense") : error;
}

static int read_regions(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    struct sw_reader_list list;
    int bad = 0, error = sw_reader_open(r, SW_CHUNK_REGIONS, SW_RECORD_REGION, &list);
    if (error)
        return error;
    p->regions = sw_reader_array(list.n, sizeof *p->regions);
    if (!p->regions)
        return sw_reader_no_memory(r);
    for (; p->n_regions < list.n; p->n_regions++, list.at += list.record) {
        const unsigned char *at = list.at;
        p->regions[p->n_regions].label = sw_reader_string(r, &at, &bad);
        sw_reader_get32(&at);
        p->regions[p->n_regions].figures = get_figures(&at);
    }
    return bad ? sw_reader_damaged(r, SW_TAG_REGIONS, "names a string that is not there") : 0;
}

static int read_unpatched(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    struct sw_reader_list list;
    int error = sw_reader_open(r, SW_CHUNK_UNPATCHED, SW_RECORD_UNPATCHED, &list);
    if (error)
        return error;
    p->unpatched = sw_reader_array(list.n, sizeof *p->unpatched);
    if (!p->unpatched)
        return sw_reader_no_memory(r);
    for (; p->n_unpatched < list.n; p->n_unpatched++, list.at += list.record) {
        const unsigned char *at = list.at;
        p->unpatched[p->n_unpatched].address = sw_reader_get64(&at);
        p->unpatched[p->n_unpatched].calls = sw_reader_get64(&at);
    }
    return 0;
}

/* Optional: only what a launcher started has one. */
static int read_rank(struct sw_reader *r)
{
    struct sw_slice s = r->chunks[SW_CHUNK_RANK];
    struct sw_rank *rank = &r->profile->rank;
    int bad = 0;
    if (!s.at)
        return 0;
    if (s.size < SW_RECORD_RANK)
        return sw_reader_damaged(r, SW_TAG_RANK, "is too short");
    const unsigned char *at = s.at;
    rank->launcher = sw_reader_string(r, &at, &bad);
    rank->host = sw_reader_string(r, &at, &bad);
    rank->rank = sw_reader_get32(&at);
    rank->size = sw_reader_get32(&at);
    rank->merged = sw_reader_get32(&at);
    sw_reader_get32(&at);
    rank->time_ns = sw_reader_get64(&at);
    rank->apart = sw_reader_get64(&at);
    if (!*rank->launcher && !rank->apart)
        *rank = (struct sw_rank){.launcher = rank->launcher, .host = rank->launcher};
    return bad ? sw_reader_damaged(r, SW_TAG_RANK, "names a string that is not there") : 0;
}

/* Takes the next place and what it was inlined into off the list. */
int sw_reader_place(struct sw_reader *r, enum sw_chunk which, struct sw_reader_list *list,
                    struct sw_place *place)
{
    for (int depth = 1;; depth++) {
        int bad = 0;
        if (list->n == 0)
            return sw_reader_damaged(r, sw_reader_tags[which], "has too few places");
        const unsigned char *at = list->at;
        place->function = sw_reader_string(r, &at, &bad);
        place->file = sw_reader_string(r, &at, &bad);
        place->line = sw_reader_get32(&at);
        place->column = sw_reader_get32(&at);
        uint32_t more = sw_reader_get32(&at);
        list->at += list->record;
        list->n--;
        if (bad || more > 1 || (more && depth == SW_FORMAT_MAX_INLINED))
            return sw_reader_damaged(r, sw_reader_tags[which], "does not make sense");
        if (!more)
            return 0;
        place->inlined_into = calloc(1, sizeof *place);
        if (!place->inlined_into)
            return sw_reader_no_memory(r);
        place = place->inlined_into;
    }
}

static void empty_places(struct sw_profile *p)
{
    for (size_t i = 0; i < p->n_sites; i++) {
        sw_place_release(p, &p->sites[i].caller_place);
        sw_place_release(p, &p->sites[i].callee_place);
    }
    for (size_t i = 0; i < p->n_unpatched; i++)
        sw_place_release(p, &p->unpatched[i].place);
}

static int read_places(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    struct sw_reader_list list;
    int error = sw_reader_open(r, SW_CHUNK_PLACES, SW_RECORD_PLACE, &list);
    empty_places(p);
    if (!r->chunks[SW_CHUNK_PLACES].at) /* a profile that nobody resolved yet */
        return 0;
    for (size_t i = 0; !error && i < p->n_sites; i++) {
        error = sw_reader_place(r, SW_CHUNK_PLACES, &list, &p->sites[i].caller_place);
        if (!error)
            error = sw_reader_place(r, SW_CHUNK_PLACES, &list, &p->sites[i].callee_place);
    }
    for (size_t i = 0; !error && i < p->n_unpatched; i++)
        error = sw_reader_place(r, SW_CHUNK_PLACES, &list, &p->unpatched[i].place);
    if (!error && list.n)
        return sw_reader_damaged(r, SW_TAG_PLACES, "has too many places");
    return error;
}

/* What has a name here needs no text. */
static void find_front_end(struct sw_profile *p)
{
    bool is_effort = sw_profile_is_effort(p);
    p->front_end = is_effort ? SW_FRONT_END_SAMPLE : sw_front_end_named(p->front_end_text);
    if (*sw_front_end_name(p->front_end))
        p->front_end_text = sw_profile_empty;
}

/* Files from before 1.7 do not say it: all of theirs are constructs. */
static void mark_labels(struct sw_profile *p)
{
    if (p->front_end == SW_FRONT_END_OPENMP || p->front_end == SW_FRONT_END_ANNOTATE)
        for (size_t i = 0; i < p->n_sites; i++)
            p->sites[i].flags |= SW_SITE_LABELLED;
}

static int read_chunks(struct sw_reader *r)
{
    size_t n;
    int error = read_string_table(r);
    if (!error)
        error = read_head(r);
    if (!error)
        error = read_strings(r, SW_CHUNK_ARGS, &r->profile->args, &n);
    if (!error)
        error = read_strings(r, SW_CHUNK_COMMAND, &r->profile->command, &n);
    if (!error)
        error = read_modules(r);
    if (!error)
        error = read_sites(r);
    if (!error)
        error = read_callers(r);
    if (!error)
        error = read_regions(r);
    if (!error)
        error = read_unpatched(r);
    if (!error)
        error = sw_reader_held(r);
    if (!error)
        error = sw_reader_calls(r);
    if (!error)
        error = sw_reader_simulations(r);
    if (!error)
        error = read_places(r);
    if (!error)
        error = read_rank(r);
    if (!error)
        error = sw_reader_steadiness(r);
    if (!error)
        error = sw_reader_sampled(r);
    if (!error)
        error = sw_reader_effort(r);
    if (!error)
        error = sw_reader_lanes(r);
    if (!error)
        error = sw_reader_memory(r);
    if (!error)
        error = sw_reader_machine(r);
    if (!error)
        error = sw_reader_tree(r);
    if (!error)
        error = read_strings(r, SW_CHUNK_WARNINGS, &r->profile->warnings, &r->profile->n_warnings);
    if (!error) {
        find_front_end(r->profile);
        mark_labels(r->profile);
    }
    return error;
}

int sw_profile_parse(struct sw_profile *profile, const void *data, size_t size, const char *name,
                     char *why, size_t why_size)
{
    struct sw_reader r = {.profile = profile, .name = name, .why = why, .why_size = why_size};
    struct sw_slice file = {data, size};
    int error = check_file_header(&r, file, true);
    if (!error)
        error = find_chunks(&r, file);
    if (!error)
        error = read_chunks(&r);
    if (error)
        sw_profile_release(profile);
    return error;
}

int sw_profile_read(struct sw_profile *profile, const char *path, char *why, size_t why_size)
{
    static const struct sw_input_kind kind = {SW_FORMAT_MOST, SW_INPUT_STANDARD, examine};
    char *data;
    size_t size;
    int error = sw_input_read(path, &kind, &data, &size, why, why_size);
    if (!error)
        error = sw_profile_parse(profile, data, size, path, why, why_size);
    else if (error == -ENOENT)
        snprintf(why, why_size, "cannot open '%s': %s; 'spanwise run PROG' makes one", path,
                 strerror(ENOENT));
    free(data);
    return error;
}

int sw_profile_read_measured(struct sw_profile *profile, const char *path, char *why,
                             size_t why_size)
{
    int error = sw_profile_read(profile, path, why, why_size);
    if (error || !sw_profile_is_effort(profile))
        return error;
    snprintf(why, why_size,
             "'%s' is of 'spanwise sample', which measures neither work nor span; 'spanwise "
             "report' prints it, 'spanwise run' measures them",
             path);
    sw_profile_release(profile);
    return -EINVAL;
}
