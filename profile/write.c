/*
 * Writes a profile: every chunk is built in one growing buffer, its length and checksum filled in
 * when it ends. Strings are interned as they are met, so the string table comes last; the reader
 * does not mind the order.
 */
#include "profile/crc32.h"
#include "profile/fields.h"
#include "profile/file.h"
#include "profile/format.h"
#include "profile/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
    unsigned char *data;
    size_t size, room;
    int error; /* 0 or -errno: sticky, so that only the end has to look */
};

struct writer {
    struct buffer out;
    struct buffer strings; /* NUL-terminated, one after the other */
    uint32_t *slots;       /* open addressing: offset in strings plus one */
    size_t n_slots, n_used;
    size_t chunk; /* where the chunk in progress begins */
};

static unsigned char *reserve(struct buffer *buffer, size_t size)
{
    if (buffer->error)
        return NULL;
    if (size > buffer->room - buffer->size) {
        size_t room = buffer->room * 2 + size + 4096;
        unsigned char *data = realloc(buffer->data, room);
        if (!data) {
            buffer->error = -ENOMEM;
            return NULL;
        }
        buffer->data = data;
        buffer->room = room;
    }
    buffer->size += size;
    return buffer->data + buffer->size - size;
}

static void put_bytes(struct buffer *buffer, const void *data, size_t size)
{
    unsigned char *to = reserve(buffer, size);
    if (to)
        memcpy(to, data, size);
}

static void store(unsigned char *to, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        to[i] = (unsigned char)(value >> (8 * i));
}

static void put32(struct writer *w, uint32_t value)
{
    unsigned char *to = reserve(&w->out, 4);
    if (to)
        store(to, value, 4);
}

static void put64(struct writer *w, uint64_t value)
{
    unsigned char *to = reserve(&w->out, 8);
    if (to)
        store(to, value, 8);
}

static uint64_t hash(const char *string)
{
    uint64_t h = 14695981039346656037u;
    for (; *string; string++)
        h = (h ^ (unsigned char)*string) * 1099511628211u;
    return h ^ h >> 32;
}

static uint32_t *find_slot(struct writer *w, const char *string)
{
    size_t i = hash(string) & (w->n_slots - 1);
    while (w->slots[i] && strcmp((char *)w->strings.data + w->slots[i] - 1, string))
        i = (i + 1) & (w->n_slots - 1);
    return &w->slots[i];
}

static int grow_slots(struct writer *w)
{
    uint32_t *old = w->slots;
    size_t n_old = w->n_slots, n = n_old ? n_old * 2 : 256;
    uint32_t *slots = calloc(n, sizeof *slots);
    if (!slots)
        return -ENOMEM;
    w->slots = slots;
    w->n_slots = n;
    for (size_t i = 0; i < n_old; i++)
        if (old[i])
            *find_slot(w, (char *)w->strings.data + old[i] - 1) = old[i];
    free(old);
    return 0;
}

/* The string's offset in the string table. */
static uint32_t intern(struct writer *w, const char *string)
{
    if (!string)
        string = "";
    if (w->n_used * 2 >= w->n_slots && !w->out.error)
        w->out.error = grow_slots(w);
    if (w->out.error)
        return 0;
    uint32_t *slot = find_slot(w, string);
    if (!*slot) {
        if (w->strings.size + strlen(string) >= UINT32_MAX)
            w->out.error = -EOVERFLOW;
        *slot = (uint32_t)w->strings.size + 1;
        w->n_used++;
        put_bytes(&w->strings, string, strlen(string) + 1);
        if (w->strings.error)
            w->out.error = w->strings.error;
    }
    return *slot - 1;
}

static void put_string(struct writer *w, const char *string)
{
    put32(w, intern(w, string));
}

static void begin_chunk(struct writer *w, uint32_t tag)
{
    w->chunk = w->out.size;
    put32(w, tag);
    put32(w, 0);
    put64(w, 0);
}

static void end_chunk(struct writer *w)
{
    if (w->out.error)
        return;
    unsigned char *chunk = w->out.data + w->chunk;
    size_t length = w->out.size - w->chunk - SW_FORMAT_CHUNK_HEADER;
    store(chunk + 8, length, 8);
    uint32_t crc = sw_crc32(sw_crc32(0, chunk, 4), chunk + 8, 8 + length);
    store(chunk + 4, crc, 4);
}

static void begin_list(struct writer *w, uint32_t tag, uint32_t record, size_t n)
{
    begin_chunk(w, tag);
    if (n > UINT32_MAX && !w->out.error)
        w->out.error = -EOVERFLOW;
    put32(w, record);
    put32(w, (uint32_t)n);
}

static void put_figures(struct writer *w, const struct sw_figures *f)
{
    put64(w, f->count);
    put64(w, f->work);
    put64(w, f->span);
    put64(w, f->burdened_span);
    put64(w, f->spawns);
    put64(w, f->syncs);
}

static void put_measure(struct writer *w, const struct sw_measure *m)
{
    put64(w, m->count);
    put64(w, m->work);
    put64(w, m->span);
}

static void put_side(struct writer *w, const struct sw_side *side)
{
    put_figures(w, &side->top_site);
    put_measure(w, &side->top_caller);
    put_measure(w, &side->local);
}

static void put_circumstances(struct writer *w, const struct sw_circumstances *c)
{
    put64(w, c->events);
    put64(w, c->events_dropped);
    put64(w, c->events_elsewhere);
    put64(w, c->overhead);
    put64(w, c->preempted);
    put64(w, c->call_cost_ps);
    put64(w, c->threads);
    put64(w, c->forks);
    put64(w, c->unprofiled_work);
    put64(w, c->max_depth);
    put64(w, c->memory);
    put64(w, c->workers);
    put64(w, c->steals);
}

static void put_head(struct writer *w, const struct sw_profile *p)
{
    begin_chunk(w, SW_TAG_HEAD);
    put_string(w, p->program);
    put_string(w, p->meter);
    put_string(w, p->unit);
    put_string(w, p->front_end);
    put_string(w, p->level);
    put_string(w, p->host);
    put_string(w, p->tool);
    put32(w, p->flags);
    put32(w, (uint32_t)p->status);
    put32(w, 0);
    put64(w, p->started_unix);
    put64(w, p->burden);
    put_figures(w, &p->whole);
    put_circumstances(w, &p->circumstances);
    end_chunk(w);
}

static void put_strings(struct writer *w, uint32_t tag, char *const *strings, size_t n)
{
    begin_list(w, tag, SW_RECORD_STRING, n);
    for (size_t i = 0; i < n; i++)
        put_string(w, strings[i]);
    end_chunk(w);
}

static size_t count_args(char *const *args)
{
    size_t n = 0;
    while (args && args[n])
        n++;
    return n;
}

static void put_modules(struct writer *w, const struct sw_profile *p)
{
    begin_list(w, SW_TAG_MODULES, SW_RECORD_MODULE, p->n_modules);
    for (size_t i = 0; i < p->n_modules; i++) {
        const struct sw_module *m = &p->modules[i];
        put_string(w, m->path);
        put32(w, m->build_id_size);
        put64(w, m->start);
        put64(w, m->end);
        put64(w, m->bias);
        put_bytes(&w->out, m->build_id, sizeof m->build_id);
    }
    end_chunk(w);
}

static void put_sites(struct writer *w, const struct sw_profile *p)
{
    begin_list(w, SW_TAG_SITES, SW_RECORD_SITE, p->n_sites);
    for (size_t i = 0; i < p->n_sites; i++) {
        const struct sw_site *s = &p->sites[i];
        put64(w, s->address);
        put64(w, s->callee);
        put32(w, s->kind);
        put32(w, 0);
        put_side(w, &s->on_work);
        put_side(w, &s->on_span);
    }
    end_chunk(w);
}

static void put_place(struct writer *w, const struct sw_place *place, size_t *n)
{
    for (int depth = 1; place; place = place->inlined_into, depth++) {
        int more = place->inlined_into && depth < SW_FORMAT_MAX_INLINED;
        put_string(w, place->function);
        put_string(w, place->file);
        put32(w, place->line);
        put32(w, place->column);
        put32(w, (uint32_t)more);
        ++*n;
        if (!more)
            break;
    }
}

/* A list of places whose number was not known when it began. */
static void end_places(struct writer *w, size_t n)
{
    if (n > UINT32_MAX && !w->out.error)
        w->out.error = -EOVERFLOW;
    if (!w->out.error)
        store(w->out.data + w->chunk + SW_FORMAT_CHUNK_HEADER + 4, n, 4);
    end_chunk(w);
}

static void put_places(struct writer *w, const struct sw_profile *p)
{
    size_t n = 0;
    begin_list(w, SW_TAG_PLACES, SW_RECORD_PLACE, 0);
    for (size_t i = 0; i < p->n_sites; i++) {
        put_place(w, &p->sites[i].caller_place, &n);
        put_place(w, &p->sites[i].callee_place, &n);
    }
    for (size_t i = 0; i < p->n_unpatched; i++)
        put_place(w, &p->unpatched[i].place, &n);
    end_places(w, n);
}

static void put_paths(struct writer *w, const struct sw_sampled *s)
{
    begin_list(w, SW_TAG_FRAMES, SW_RECORD_FRAME, s->n_frames);
    for (size_t i = 0; i < s->n_frames; i++)
        put64(w, s->frames[i].address);
    end_chunk(w);
    begin_list(w, SW_TAG_PATHS, SW_RECORD_PATH, s->n_paths);
    for (size_t i = 0; i < s->n_paths; i++) {
        put32(w, s->paths[i].caller);
        put32(w, s->paths[i].frame);
        put64(w, s->paths[i].on_work);
        put64(w, s->paths[i].on_span);
        put64(w, s->paths[i].serial);
    }
    end_chunk(w);
}

static void put_sampled(struct writer *w, const struct sw_sampled *s)
{
    size_t n = 0;
    if (!s->rate) /* as in versions that knew of none */
        return;
    begin_chunk(w, SW_TAG_SAMPLED);
    put64(w, s->rate);
    put64(w, s->source);
    put64(w, s->taken);
    put64(w, s->lost);
    put64(w, s->profiler);
    put64(w, s->waiting);
    put64(w, s->cut);
    put64(w, s->refused);
    put64(w, s->threads);
    end_chunk(w);
    put_paths(w, s);
    begin_list(w, SW_TAG_SPLACES, SW_RECORD_PLACE, 0);
    for (size_t i = 0; i < s->n_frames; i++)
        put_place(w, &s->frames[i].place, &n);
    end_places(w, n);
}

static void put_regions(struct writer *w, const struct sw_profile *p)
{
    begin_list(w, SW_TAG_REGIONS, SW_RECORD_REGION, p->n_regions);
    for (size_t i = 0; i < p->n_regions; i++) {
        put_string(w, p->regions[i].label);
        put32(w, 0);
        put_figures(w, &p->regions[i].figures);
    }
    end_chunk(w);
}

static void put_unpatched(struct writer *w, const struct sw_profile *p)
{
    begin_list(w, SW_TAG_UNPATCHED, SW_RECORD_UNPATCHED, p->n_unpatched);
    for (size_t i = 0; i < p->n_unpatched; i++) {
        put64(w, p->unpatched[i].address);
        put64(w, p->unpatched[i].calls);
    }
    end_chunk(w);
}

static void put_simulations(struct writer *w, const struct sw_profile *p)
{
    begin_list(w, SW_TAG_SIMULATED, SW_RECORD_SIMULATED, p->n_simulations);
    for (size_t i = 0; i < p->n_simulations; i++) {
        struct sw_simulation *s = &p->simulations[i];
        for (size_t k = 0; k < SW_SIMULATION_FIELDS; k++)
            put64(w, *sw_field(s, sw_simulation_fields[k]));
        put32(w, s->first);
        put32(w, s->n);
        for (int k = 0; k < SW_SIMULATION_COSTS; k++)
            put64(w, s->costs[k]);
    }
    end_chunk(w);
}

static void put_constructs(struct writer *w, const struct sw_profile *p)
{
    begin_list(w, SW_TAG_CONSTRUCT, SW_RECORD_CONSTRUCT, p->n_constructs);
    for (size_t i = 0; i < p->n_constructs; i++) {
        struct sw_construct *c = &p->constructs[i];
        put32(w, c->run);
        put32(w, c->parent);
        put32(w, c->site);
        put32(w, c->kind);
        for (size_t k = 0; k < SW_CONSTRUCT_FIELDS; k++)
            put64(w, *sw_field(c, sw_construct_fields[k]));
    }
    end_chunk(w);
}

static void put_rank(struct writer *w, const struct sw_rank *rank)
{
    begin_chunk(w, SW_TAG_RANK);
    put_string(w, rank->launcher);
    put_string(w, rank->host);
    put32(w, rank->rank);
    put32(w, rank->size);
    put32(w, rank->merged);
    put32(w, 0);
    put64(w, rank->time_ns);
    put64(w, rank->apart);
    end_chunk(w);
}

static void put_file_header(struct writer *w)
{
    put_bytes(&w->out, SW_FORMAT_MAGIC, SW_FORMAT_MAGIC_SIZE);
    put32(w, SW_FORMAT_MAJOR | SW_FORMAT_MINOR << 16);
    put32(w, w->out.error ? 0 : sw_crc32(0, w->out.data, SW_FORMAT_FILE_HEADER - 4));
}

static void put_string_table(struct writer *w)
{
    begin_chunk(w, SW_TAG_STRINGS);
    put_bytes(&w->out, w->strings.data, w->strings.size);
    end_chunk(w);
}

int sw_profile_serialize(const struct sw_profile *p, void **data, size_t *size)
{
    struct writer w = {0};
    put_file_header(&w);
    put_head(&w, p);
    put_strings(&w, SW_TAG_ARGS, p->args, count_args(p->args));
    put_modules(&w, p);
    put_sites(&w, p);
    put_regions(&w, p);
    put_unpatched(&w, p);
    if (p->n_simulations || p->n_constructs) {
        put_simulations(&w, p);
        put_constructs(&w, p);
    }
    put_places(&w, p);
    put_sampled(&w, &p->sampled);
    put_strings(&w, SW_TAG_WARNINGS, p->warnings, p->n_warnings);
    if (sw_profile_has_rank(p) || p->rank.apart)
        put_rank(&w, &p->rank);
    put_string_table(&w);
    begin_chunk(&w, SW_TAG_END);
    end_chunk(&w);
    free(w.strings.data);
    free(w.slots);
    if (w.out.error) {
        free(w.out.data);
        return w.out.error;
    }
    *data = w.out.data;
    *size = w.out.size;
    return 0;
}

int sw_profile_write(const struct sw_profile *profile, const char *path, char *why, size_t why_size)
{
    void *data;
    size_t size;
    int error = sw_profile_serialize(profile, &data, &size);
    if (error) {
        snprintf(why, why_size, "cannot write '%s': %s", path, strerror(-error));
        return error;
    }
    struct sw_output output;
    error = sw_output_open(&output, path, why, why_size);
    if (!error) {
        errno = 0;
        if (fwrite(data, 1, size, output.file) != size)
            output.error = errno;
        error = sw_output_close(&output, why, why_size);
    }
    free(data);
    return error;
}
