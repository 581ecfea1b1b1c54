/*
 * Reads a profile: first all chunks are found and their checksums verified, then the known ones are
 * decoded. Nothing is allocated that is not in proportion to bytes which are really there: lists
 * must fill their chunk exactly, strings stay in one table, and places are consumed in order, so
 * that no two sites can share a long chain.
 */
#include "profile/crc32.h"
#include "profile/file.h"
#include "profile/format.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct slice {
    const unsigned char *at;
    size_t size;
};

enum chunk {
    STRINGS,
    HEAD,
    ARGS,
    MODULES,
    SITES,
    PLACES,
    REGIONS,
    UNPATCHED,
    SIMULATED,
    CONSTRUCTS,
    WARNINGS,
    RANK,
    SAMPLED,
    FRAMES,
    PATHS,
    SPLACES,
    N_CHUNKS
};

static const uint32_t tags[N_CHUNKS] = {
    SW_TAG_STRINGS,   SW_TAG_HEAD,      SW_TAG_ARGS,     SW_TAG_MODULES,
    SW_TAG_SITES,     SW_TAG_PLACES,    SW_TAG_REGIONS,  SW_TAG_UNPATCHED,
    SW_TAG_SIMULATED, SW_TAG_CONSTRUCT, SW_TAG_WARNINGS, SW_TAG_RANK,
    SW_TAG_SAMPLED,   SW_TAG_FRAMES,    SW_TAG_PATHS,    SW_TAG_SPLACES,
};

struct reader {
    struct sw_profile *profile;
    struct slice chunks[N_CHUNKS]; /* at == NULL: not in the file */
    const char *name;
    char *why;
    size_t why_size;
};

/* A list in progress: the next record is at `at`. */
struct list {
    const unsigned char *at;
    size_t record, n;
};

static int refuse(struct reader *r, int error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int refuse(struct reader *r, int error, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    snprintf(r->why, r->why_size, "'%s' %s", r->name, text);
    return error;
}

static int damaged(struct reader *r, uint32_t tag, const char *what)
{
    char name[5];
    for (int i = 0; i < 4; i++) {
        unsigned char c = (unsigned char)(tag >> (8 * i));
        name[i] = c < 32 || c > 126 ? '?' : (char)c;
    }
    name[4] = 0;
    return refuse(r, -EBADMSG, "is damaged: chunk '%s' %s", name, what);
}

static int no_memory(struct reader *r)
{
    return refuse(r, -ENOMEM, "does not fit in memory");
}

static uint64_t load(const unsigned char *at, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << (8 * i);
    return value;
}

static uint32_t get32(const unsigned char **at)
{
    *at += 4;
    return (uint32_t)load(*at - 4, 4);
}

static uint64_t get64(const unsigned char **at)
{
    *at += 8;
    return load(*at - 8, 8);
}

static int check_file_header(struct reader *r, struct slice file)
{
    size_t known = file.size < SW_FORMAT_MAGIC_SIZE ? file.size : SW_FORMAT_MAGIC_SIZE;
    if (file.size == 0)
        return refuse(r, -EBADMSG, "is empty; did the profiled program end?");
    if (memcmp(file.at, SW_FORMAT_MAGIC, known))
        return refuse(r, -EINVAL, "is not a profile of spanwise");
    if (file.size < SW_FORMAT_FILE_HEADER)
        return refuse(r, -EBADMSG, "is truncated: it ends after %zu bytes", file.size);
#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
    if (load(file.at + 12, 4) != sw_crc32(0, file.at, 12))
        return refuse(r, -EBADMSG, "is damaged: the checksum of its header is wrong");
#endif
    unsigned major = (unsigned)load(file.at + 8, 2), minor = (unsigned)load(file.at + 10, 2);
    if (major > SW_FORMAT_MAJOR)
        return refuse(r, -ENOTSUP,
                      "has format %u.%u and this spanwise (" SW_VERSION
                      ") reads %d.x; read it with the spanwise that wrote it",
                      major, minor, SW_FORMAT_MAJOR);
    if (major == 0)
        return refuse(r, -EBADMSG, "is damaged: its format is %u.%u", major, minor);
    return 0;
}

static int note_chunk(struct reader *r, uint32_t tag, struct slice payload)
{
    for (int i = 0; i < N_CHUNKS; i++) {
        if (tags[i] != tag)
            continue;
        if (r->chunks[i].at)
            return damaged(r, tag, "is there twice");
        r->chunks[i] = payload;
    }
    return 0;
}

static int find_chunks(struct reader *r, struct slice file)
{
    size_t at = SW_FORMAT_FILE_HEADER;
    for (;;) {
        if (file.size - at < SW_FORMAT_CHUNK_HEADER)
            return refuse(r, -EBADMSG, "is truncated: it ends after %zu bytes", file.size);
        const unsigned char *chunk = file.at + at;
        uint32_t tag = (uint32_t)load(chunk, 4);
        uint64_t length = load(chunk + 8, 8);
        at += SW_FORMAT_CHUNK_HEADER;
        if (length > file.size - at)
            return refuse(r, -EBADMSG, "is truncated or damaged: it ends after %zu bytes",
                          file.size);
#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
        if (load(chunk + 4, 4) != sw_crc32(sw_crc32(0, chunk, 4), chunk + 8, 8 + length))
            return damaged(r, tag, "has a wrong checksum");
#endif
        if (tag == SW_TAG_END)
            break;
        int error = note_chunk(r, tag, (struct slice){chunk + SW_FORMAT_CHUNK_HEADER, length});
        if (error)
            return error;
        at += length;
    }
    if (at != file.size)
        return refuse(r, -EBADMSG, "is damaged: %zu bytes follow its end", file.size - at);
    return 0;
}

static int read_string_table(struct reader *r)
{
    struct slice s = r->chunks[STRINGS];
    if (!s.at)
        return damaged(r, SW_TAG_STRINGS, "is missing");
    if (s.size == 0 || s.at[s.size - 1] != 0)
        return damaged(r, SW_TAG_STRINGS, "does not end a string");
    r->profile->pool = malloc(s.size);
    if (!r->profile->pool)
        return no_memory(r);
    memcpy(r->profile->pool, s.at, s.size);
    r->profile->pool_size = s.size;
    return 0;
}

static char *get_string(struct reader *r, const unsigned char **at, int *bad)
{
    uint32_t offset = get32(at);
    if (offset >= r->profile->pool_size) {
        *bad = 1;
        return sw_profile_empty;
    }
    return r->profile->pool + offset;
}

static struct sw_figures get_figures(const unsigned char **at)
{
    struct sw_figures f;
    f.count = get64(at);
    f.work = get64(at);
    f.span = get64(at);
    f.burdened_span = get64(at);
    f.spawns = get64(at);
    f.syncs = get64(at);
    return f;
}

static struct sw_measure get_measure(const unsigned char **at)
{
    struct sw_measure m;
    m.count = get64(at);
    m.work = get64(at);
    m.span = get64(at);
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
    return end - *at < 8 ? 0 : get64(at);
}

static struct sw_circumstances get_circumstances(const unsigned char **at, const unsigned char *end)
{
    struct sw_circumstances c;
    c.events = get64(at);
    c.events_dropped = get64(at);
    c.events_elsewhere = get64(at);
    c.overhead = get64(at);
    c.preempted = get64(at);
    c.call_cost_ps = get64(at);
    c.threads = get64(at);
    c.forks = get64(at);
    c.unprofiled_work = get64(at);
    c.max_depth = get64(at);
    c.memory = get64(at);
    c.workers = get_added(at, end);
    c.steals = get_added(at, end);
    return c;
}

static int read_head(struct reader *r)
{
    struct slice s = r->chunks[HEAD];
    struct sw_profile *p = r->profile;
    int bad = 0;
    if (!s.at)
        return damaged(r, SW_TAG_HEAD, "is missing");
    if (s.size < SW_RECORD_HEAD_1_0)
        return damaged(r, SW_TAG_HEAD, "is too short");
    const unsigned char *at = s.at;
    p->program = get_string(r, &at, &bad);
    p->meter = get_string(r, &at, &bad);
    p->unit = get_string(r, &at, &bad);
    p->front_end = get_string(r, &at, &bad);
    p->level = get_string(r, &at, &bad);
    p->host = get_string(r, &at, &bad);
    p->tool = get_string(r, &at, &bad);
    p->flags = get32(&at);
    p->status = (int32_t)get32(&at);
    get32(&at);
    p->started_unix = get64(&at);
    p->burden = get64(&at);
    p->whole = get_figures(&at);
    p->circumstances = get_circumstances(&at, s.at + s.size);
    return bad ? damaged(r, SW_TAG_HEAD, "names a string that is not there") : 0;
}

/* Opens a list; one that is not in the file is empty. */
static int open_list(struct reader *r, enum chunk which, size_t record, struct list *list)
{
    struct slice s = r->chunks[which];
    *list = (struct list){NULL, record, 0};
    if (!s.at)
        return 0;
    if (s.size < SW_FORMAT_LIST_HEADER)
        return damaged(r, tags[which], "is too short");
    list->at = s.at;
    list->record = get32(&list->at);
    list->n = get32(&list->at);
    s.size -= SW_FORMAT_LIST_HEADER;
    if (list->record < record || s.size / list->record != list->n || s.size % list->record)
        return damaged(r, tags[which], "has the wrong length");
    return 0;
}

static void *new_array(size_t n, size_t size)
{
    return calloc(n ? n : 1, size);
}

static int read_strings(struct reader *r, enum chunk which, char ***strings, size_t *n)
{
    struct list list;
    int bad = 0, error = open_list(r, which, SW_RECORD_STRING, &list);
    if (error)
        return error;
    *strings = new_array(list.n + 1, sizeof **strings);
    if (!*strings)
        return no_memory(r);
    for (*n = 0; *n < list.n; ++*n, list.at += list.record) {
        const unsigned char *at = list.at;
        (*strings)[*n] = get_string(r, &at, &bad);
    }
    return bad ? damaged(r, tags[which], "names a string that is not there") : 0;
}

static int read_modules(struct reader *r)
{
    struct sw_profile *p = r->profile;
    struct list list;
    int bad = 0, error = open_list(r, MODULES, SW_RECORD_MODULE, &list);
    if (error)
        return error;
    p->modules = new_array(list.n, sizeof *p->modules);
    if (!p->modules)
        return no_memory(r);
    for (; p->n_modules < list.n; p->n_modules++, list.at += list.record) {
        struct sw_module *m = &p->modules[p->n_modules];
        const unsigned char *at = list.at;
        m->path = get_string(r, &at, &bad);
        m->build_id_size = get32(&at);
        m->start = get64(&at);
        m->end = get64(&at);
        m->bias = get64(&at);
        memcpy(m->build_id, at, sizeof m->build_id);
        bad |= m->build_id_size > sizeof m->build_id;
    }
    return bad ? damaged(r, SW_TAG_MODULES, "does not make sense") : 0;
}

static int read_sites(struct reader *r)
{
    struct sw_profile *p = r->profile;
    struct list list;
    int error = open_list(r, SITES, SW_RECORD_SITE, &list);
    if (error)
        return error;
    p->sites = new_array(list.n, sizeof *p->sites);
    if (!p->sites)
        return no_memory(r);
    for (; p->n_sites < list.n; p->n_sites++, list.at += list.record) {
        struct sw_site *s = &p->sites[p->n_sites];
        const unsigned char *at = list.at;
        s->address = get64(&at);
        s->callee = get64(&at);
        s->kind = get32(&at);
        get32(&at);
        s->on_work = get_side(&at);
        s->on_span = get_side(&at);
    }
    return 0;
}

static int read_regions(struct reader *r)
{
    struct sw_profile *p = r->profile;
    struct list list;
    int bad = 0, error = open_list(r, REGIONS, SW_RECORD_REGION, &list);
    if (error)
        return error;
    p->regions = new_array(list.n, sizeof *p->regions);
    if (!p->regions)
        return no_memory(r);
    for (; p->n_regions < list.n; p->n_regions++, list.at += list.record) {
        const unsigned char *at = list.at;
        p->regions[p->n_regions].label = get_string(r, &at, &bad);
        get32(&at);
        p->regions[p->n_regions].figures = get_figures(&at);
    }
    return bad ? damaged(r, SW_TAG_REGIONS, "names a string that is not there") : 0;
}

static int read_unpatched(struct reader *r)
{
    struct sw_profile *p = r->profile;
    struct list list;
    int error = open_list(r, UNPATCHED, SW_RECORD_UNPATCHED, &list);
    if (error)
        return error;
    p->unpatched = new_array(list.n, sizeof *p->unpatched);
    if (!p->unpatched)
        return no_memory(r);
    for (; p->n_unpatched < list.n; p->n_unpatched++, list.at += list.record) {
        const unsigned char *at = list.at;
        p->unpatched[p->n_unpatched].address = get64(&at);
        p->unpatched[p->n_unpatched].calls = get64(&at);
    }
    return 0;
}

static int read_simulations(struct reader *r)
{
    struct sw_profile *p = r->profile;
    struct list list;
    int error = open_list(r, SIMULATED, SW_RECORD_SIMULATED, &list);
    if (error)
        return error;
    p->simulations = new_array(list.n, sizeof *p->simulations);
    if (!p->simulations)
        return no_memory(r);
    for (; p->n_simulations < list.n; p->n_simulations++, list.at += list.record) {
        struct sw_simulation *s = &p->simulations[p->n_simulations];
        const unsigned char *at = list.at;
        s->processors = get64(&at);
        s->threads = get64(&at);
        s->time = get64(&at);
        s->work = get64(&at);
        s->span = get64(&at);
        s->burdened_span = get64(&at);
        s->serial = get64(&at);
        s->busy = get64(&at);
        s->longest = get64(&at);
        s->wait = get64(&at);
        s->lock_wait = get64(&at);
        s->overhead = get64(&at);
        s->regions = get64(&at);
        s->first = get32(&at);
        s->n = get32(&at);
        for (int k = 0; k < SW_SIMULATION_COSTS; k++)
            s->costs[k] = get64(&at);
    }
    return 0;
}

static int read_constructs(struct reader *r)
{
    struct sw_profile *p = r->profile;
    struct list list;
    int error = open_list(r, CONSTRUCTS, SW_RECORD_CONSTRUCT, &list);
    if (error)
        return error;
    p->constructs = new_array(list.n, sizeof *p->constructs);
    if (!p->constructs)
        return no_memory(r);
    for (; p->n_constructs < list.n; p->n_constructs++, list.at += list.record) {
        struct sw_construct *c = &p->constructs[p->n_constructs];
        const unsigned char *at = list.at;
        c->run = get32(&at);
        c->parent = get32(&at);
        c->site = get32(&at);
        c->kind = get32(&at);
        c->count = get64(&at);
        c->work = get64(&at);
        c->total_work = get64(&at);
        c->span = get64(&at);
        c->burdened_span = get64(&at);
        c->on_span = get64(&at);
        c->count_on_span = get64(&at);
        c->elapsed = get64(&at);
        c->busy = get64(&at);
        c->longest = get64(&at);
        c->wait = get64(&at);
        c->lock_wait = get64(&at);
        c->overhead = get64(&at);
        c->largest = get64(&at);
        c->threads = get64(&at);
        c->chunks = get64(&at);
        c->iterations = get64(&at);
        c->schedule = get64(&at);
        c->chunk = get64(&at);
    }
    return 0;
}

/* Numbers in them must be of what is there: who reads them later does not look. */
static int check_simulations(struct reader *r)
{
    const struct sw_profile *p = r->profile;
    for (size_t i = 0; i < p->n_simulations; i++) {
        const struct sw_simulation *s = &p->simulations[i];
        if (s->first > p->n_constructs || s->n > p->n_constructs - s->first || !s->n)
            return damaged(r, SW_TAG_SIMULATED, "names constructs that are not there");
        for (uint32_t k = 0; k < s->n; k++) {
            const struct sw_construct *c = &p->constructs[s->first + k];
            if (c->run != i || c->parent > k ||
                (c->site >= p->n_sites && c->site != SW_CONSTRUCT_NO_SITE) || (k && c->parent == k))
                return damaged(r, SW_TAG_CONSTRUCT, "does not make sense");
        }
    }
    return 0;
}

/* Optional: only what a launcher started has one. */
static int read_rank(struct reader *r)
{
    struct slice s = r->chunks[RANK];
    struct sw_rank *rank = &r->profile->rank;
    int bad = 0;
    if (!s.at)
        return 0;
    if (s.size < SW_RECORD_RANK)
        return damaged(r, SW_TAG_RANK, "is too short");
    const unsigned char *at = s.at;
    rank->launcher = get_string(r, &at, &bad);
    rank->host = get_string(r, &at, &bad);
    rank->rank = get32(&at);
    rank->size = get32(&at);
    rank->merged = get32(&at);
    get32(&at);
    rank->time_ns = get64(&at);
    rank->apart = get64(&at);
    if (!*rank->launcher && !rank->apart)
        *rank = (struct sw_rank){.launcher = rank->launcher, .host = rank->launcher};
    return bad ? damaged(r, SW_TAG_RANK, "names a string that is not there") : 0;
}

/* Takes the next place and what it was inlined into off the list. */
static int read_place(struct reader *r, enum chunk which, struct list *list, struct sw_place *place)
{
    for (int depth = 1;; depth++) {
        int bad = 0;
        if (list->n == 0)
            return damaged(r, tags[which], "has too few places");
        const unsigned char *at = list->at;
        place->function = get_string(r, &at, &bad);
        place->file = get_string(r, &at, &bad);
        place->line = get32(&at);
        place->column = get32(&at);
        uint32_t more = get32(&at);
        list->at += list->record;
        list->n--;
        if (bad || more > 1 || (more && depth == SW_FORMAT_MAX_INLINED))
            return damaged(r, tags[which], "does not make sense");
        if (!more)
            return 0;
        place->inlined_into = calloc(1, sizeof *place);
        if (!place->inlined_into)
            return no_memory(r);
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

static int read_places(struct reader *r)
{
    struct sw_profile *p = r->profile;
    struct list list;
    int error = open_list(r, PLACES, SW_RECORD_PLACE, &list);
    empty_places(p);
    if (!r->chunks[PLACES].at) /* a profile that nobody resolved yet */
        return 0;
    for (size_t i = 0; !error && i < p->n_sites; i++) {
        error = read_place(r, PLACES, &list, &p->sites[i].caller_place);
        if (!error)
            error = read_place(r, PLACES, &list, &p->sites[i].callee_place);
    }
    for (size_t i = 0; !error && i < p->n_unpatched; i++)
        error = read_place(r, PLACES, &list, &p->unpatched[i].place);
    if (!error && list.n)
        return damaged(r, SW_TAG_PLACES, "has too many places");
    return error;
}

/* Callers come first, so paths end. */
static int read_paths(struct reader *r)
{
    struct sw_sampled *s = &r->profile->sampled;
    struct list list;
    int bad = 0, error = open_list(r, PATHS, SW_RECORD_PATH, &list);
    if (error)
        return error;
    s->paths = new_array(list.n, sizeof *s->paths);
    if (!s->paths)
        return no_memory(r);
    for (; s->n_paths < list.n; s->n_paths++, list.at += list.record) {
        struct sw_sampled_path *path = &s->paths[s->n_paths];
        const unsigned char *at = list.at;
        path->caller = get32(&at);
        path->frame = get32(&at);
        path->on_work = get64(&at);
        path->on_span = get64(&at);
        path->serial = get64(&at);
        bad |= path->caller > s->n_paths || path->frame >= s->n_frames;
    }
    return bad ? damaged(r, SW_TAG_PATHS, "does not make sense") : 0;
}

static int read_frames(struct reader *r)
{
    struct sw_sampled *s = &r->profile->sampled;
    struct list list, places;
    int error = open_list(r, FRAMES, SW_RECORD_FRAME, &list);
    if (!error)
        error = open_list(r, SPLACES, SW_RECORD_PLACE, &places);
    if (error)
        return error;
    s->frames = new_array(list.n, sizeof *s->frames);
    if (!s->frames)
        return no_memory(r);
    for (; s->n_frames < list.n; s->n_frames++, list.at += list.record) {
        const unsigned char *at = list.at;
        s->frames[s->n_frames].address = get64(&at);
        sw_place_release(r->profile, &s->frames[s->n_frames].place);
    }
    for (size_t i = 0; !error && i < s->n_frames && r->chunks[SPLACES].at; i++)
        error = read_place(r, SPLACES, &places, &s->frames[i].place);
    if (!error && places.n)
        return damaged(r, SW_TAG_SPLACES, "has too many places");
    return error;
}

static int read_sampled(struct reader *r)
{
    struct slice chunk = r->chunks[SAMPLED];
    struct sw_sampled *s = &r->profile->sampled;
    const unsigned char *at = chunk.at;
    if (!at)
        return 0;
    if (chunk.size < SW_RECORD_SAMPLED)
        return damaged(r, SW_TAG_SAMPLED, "is too short");
    s->rate = get64(&at);
    s->source = get64(&at);
    s->taken = get64(&at);
    s->lost = get64(&at);
    s->profiler = get64(&at);
    s->waiting = get64(&at);
    s->cut = get64(&at);
    s->refused = get64(&at);
    s->threads = get64(&at);
    if (!s->rate)
        return damaged(r, SW_TAG_SAMPLED, "does not make sense");
    int error = read_frames(r);
    return error ? error : read_paths(r);
}

static int read_chunks(struct reader *r)
{
    size_t n_args;
    int error = read_string_table(r);
    if (!error)
        error = read_head(r);
    if (!error)
        error = read_strings(r, ARGS, &r->profile->args, &n_args);
    if (!error)
        error = read_modules(r);
    if (!error)
        error = read_sites(r);
    if (!error)
        error = read_regions(r);
    if (!error)
        error = read_unpatched(r);
    if (!error)
        error = read_simulations(r);
    if (!error)
        error = read_constructs(r);
    if (!error)
        error = check_simulations(r);
    if (!error)
        error = read_places(r);
    if (!error)
        error = read_rank(r);
    if (!error)
        error = read_sampled(r);
    if (!error)
        error = read_strings(r, WARNINGS, &r->profile->warnings, &r->profile->n_warnings);
    return error;
}

int sw_profile_parse(struct sw_profile *profile, const void *data, size_t size, const char *name,
                     char *why, size_t why_size)
{
    struct reader r = {.profile = profile, .name = name, .why = why, .why_size = why_size};
    struct slice file = {data, size};
    int error = check_file_header(&r, file);
    if (!error)
        error = find_chunks(&r, file);
    if (!error)
        error = read_chunks(&r);
    if (error)
        sw_profile_release(profile);
    return error;
}

/* Grows by what was really read: the size that stat tells is 0 for a pipe. */
static int slurp(int fd, unsigned char **data, size_t *size)
{
    struct stat status;
    size_t room = 65536;
    *data = NULL;
    *size = 0;
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode))
        room = (size_t)status.st_size + 1;
    for (;;) {
        unsigned char *grown = realloc(*data, room);
        if (!grown)
            return -ENOMEM;
        *data = grown;
        while (*size < room) {
            ssize_t n = read(fd, *data + *size, room - *size);
            if (n < 0 && errno == EINTR)
                continue;
            if (n < 0)
                return -errno;
            if (n == 0)
                return 0;
            *size += (size_t)n;
        }
        room *= 2;
    }
}

int sw_profile_read(struct sw_profile *profile, const char *path, char *why, size_t why_size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC), error;
    unsigned char *data;
    size_t size;
    if (fd < 0) {
        error = -errno;
        snprintf(why, why_size, "cannot open '%s': %s%s", path, strerror(-error),
                 error == -ENOENT ? "; 'spanwise run PROG' makes one" : "");
        return error;
    }
    error = slurp(fd, &data, &size);
    if (error)
        snprintf(why, why_size, "cannot read '%s': %s", path, strerror(-error));
    else
        error = sw_profile_parse(profile, data, size, path, why, why_size);
    free(data);
    close(fd);
    return error;
}
