/*
 * Writes a profile: what goes into which chunk. Every chunk is built in one growing buffer, its length and checksum filled in when it
 * ends. Strings are interned as they are met, so the string table comes last; the reader does not mind the order.
 */
#include "profile/chunks.h"
#include "profile/file.h"
#include "profile/output.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * CRC-32, polynomial 0xedb88320 (reflected), four bytes a step: table k holds the checksum of a
 * byte that is followed by k zero bytes, so the four lookups of a step do not wait for each other.
 */

static uint32_t crc_table[4][256];
static pthread_once_t crc_once = PTHREAD_ONCE_INIT;

static void make_table(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t crc = i;
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
        crc_table[0][i] = crc;
    }
    for (int k = 1; k < 4; k++)
        for (int i = 0; i < 256; i++)
            crc_table[k][i] = crc_table[k - 1][i] >> 8 ^ crc_table[0][crc_table[k - 1][i] & 255];
}

uint32_t sw_crc32(uint32_t crc, const void *data, size_t size)
{
    const unsigned char *at = data;
    pthread_once(&crc_once, make_table);
    crc = ~crc;
    for (; size >= 4; size -= 4, at += 4) {
        crc ^= at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
        crc = crc_table[3][crc & 255] ^ crc_table[2][crc >> 8 & 255] ^
              crc_table[1][crc >> 16 & 255] ^ crc_table[0][crc >> 24];
    }
    for (; size; size--, at++)
        crc = crc >> 8 ^ crc_table[0][(crc ^ *at) & 255];
    return ~crc;
}

static unsigned char *reserve(struct sw_writer_buffer *buffer, size_t size)
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

static void put_bytes(struct sw_writer_buffer *buffer, const void *data, size_t size)
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

static void write_bytes(struct sw_writer *w, const void *data, size_t size)
{
    put_bytes(&w->out, data, size);
}

void sw_writer_put16(struct sw_writer *w, uint16_t value)
{
    unsigned char *to = reserve(&w->out, 2);
    if (to)
        store(to, value, 2);
}

void sw_writer_put32(struct sw_writer *w, uint32_t value)
{
    unsigned char *to = reserve(&w->out, 4);
    if (to)
        store(to, value, 4);
}

void sw_writer_put64(struct sw_writer *w, uint64_t value)
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

static uint32_t *find_slot(struct sw_writer *w, const char *string)
{
    size_t i = hash(string) & (w->n_slots - 1);
    while (w->slots[i] && strcmp((char *)w->strings.data + w->slots[i] - 1, string))
        i = (i + 1) & (w->n_slots - 1);
    return &w->slots[i];
}

static int grow_slots(struct sw_writer *w)
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
static uint32_t intern(struct sw_writer *w, const char *string)
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

void sw_writer_string(struct sw_writer *w, const char *string)
{
    sw_writer_put32(w, intern(w, string));
}

void sw_writer_begin(struct sw_writer *w, uint32_t tag)
{
    w->chunk = w->out.size;
    sw_writer_put32(w, tag);
    sw_writer_put32(w, 0);
    sw_writer_put64(w, 0);
}

void sw_writer_end(struct sw_writer *w)
{
    if (w->out.error)
        return;
    unsigned char *chunk = w->out.data + w->chunk;
    size_t length = w->out.size - w->chunk - SW_FORMAT_CHUNK_HEADER;
    store(chunk + 8, length, 8);
    uint32_t crc = sw_crc32(sw_crc32(0, chunk, 4), chunk + 8, 8 + length);
    store(chunk + 4, crc, 4);
}

void sw_writer_list(struct sw_writer *w, uint32_t tag, uint32_t record, size_t n)
{
    sw_writer_begin(w, tag);
    if (n > UINT32_MAX && !w->out.error)
        w->out.error = -EOVERFLOW;
    sw_writer_put32(w, record);
    sw_writer_put32(w, (uint32_t)n);
}

void sw_writer_count(struct sw_writer *w, size_t n)
{
    if (n > UINT32_MAX && !w->out.error)
        w->out.error = -EOVERFLOW;
    if (!w->out.error)
        store(w->out.data + w->chunk + SW_FORMAT_CHUNK_HEADER + 4, n, 4);
}

static void put_figures(struct sw_writer *w, const struct sw_figures *f)
{
    sw_writer_put64(w, f->count);
    sw_writer_put64(w, f->work);
    sw_writer_put64(w, f->span);
    sw_writer_put64(w, f->burdened_span);
    sw_writer_put64(w, f->spawns);
    sw_writer_put64(w, f->syncs);
}

static void put_measure(struct sw_writer *w, const struct sw_measure *m)
{
    sw_writer_put64(w, m->count);
    sw_writer_put64(w, m->work);
    sw_writer_put64(w, m->span);
}

static void put_side(struct sw_writer *w, const struct sw_side *side)
{
    put_figures(w, &side->top_site);
    put_measure(w, &side->top_caller);
    put_measure(w, &side->local);
}

static void put_circumstances(struct sw_writer *w, const struct sw_circumstances *c)
{
    sw_writer_put64(w, c->events);
    sw_writer_put64(w, c->events_dropped);
    sw_writer_put64(w, c->events_elsewhere);
    sw_writer_put64(w, c->overhead);
    sw_writer_put64(w, c->preempted);
    sw_writer_put64(w, c->call_cost_ps);
    sw_writer_put64(w, c->threads);
    sw_writer_put64(w, c->forks);
    sw_writer_put64(w, c->unprofiled_work);
    sw_writer_put64(w, c->max_depth);
    sw_writer_put64(w, c->memory);
    sw_writer_put64(w, c->workers);
    sw_writer_put64(w, c->steals);
    sw_writer_put64(w, c->spawn_cost_ps);
    sw_writer_put64(w, c->piece_cost_ps);
    sw_writer_put64(w, c->loop_cost_ps);
    sw_writer_put64(w, c->spawns_beside);
    sw_writer_put64(w, c->pieces_together);
    sw_writer_put64(w, c->one_worker);
    sw_writer_put64(w, c->spawn_least_ps);
    sw_writer_put64(w, c->steal_cost_ps);
    sw_writer_put64(w, c->answers_for);
    sw_writer_put64(w, c->slowed);
}

static void put_head(struct sw_writer *w, const struct sw_profile *p)
{
    sw_writer_begin(w, SW_TAG_HEAD);
    sw_writer_string(w, p->program);
    sw_writer_string(w, p->meter);
    sw_writer_string(w, p->unit);
    sw_writer_string(w, sw_profile_front_end(p));
    sw_writer_string(w, p->level);
    sw_writer_string(w, p->host);
    sw_writer_string(w, p->tool);
    sw_writer_put32(w, p->flags);
    sw_writer_put32(w, (uint32_t)p->status);
    sw_writer_put32(w, 0);
    sw_writer_put64(w, p->started_unix);
    sw_writer_put64(w, p->burden);
    put_figures(w, &p->whole);
    put_circumstances(w, &p->circumstances);
    sw_writer_end(w);
}

static void put_strings(struct sw_writer *w, uint32_t tag, char *const *strings, size_t n)
{
    sw_writer_list(w, tag, SW_RECORD_STRING, n);
    for (size_t i = 0; i < n; i++)
        sw_writer_string(w, strings[i]);
    sw_writer_end(w);
}

static size_t count_args(char *const *args)
{
    size_t n = 0;
    while (args && args[n])
        n++;
    return n;
}

static void put_modules(struct sw_writer *w, const struct sw_profile *p)
{
    sw_writer_list(w, SW_TAG_MODULES, SW_RECORD_MODULE, p->n_modules);
    for (size_t i = 0; i < p->n_modules; i++) {
        const struct sw_module *m = &p->modules[i];
        sw_writer_string(w, m->path);
        sw_writer_put32(w, m->build_id_size);
        sw_writer_put64(w, m->start);
        sw_writer_put64(w, m->end);
        sw_writer_put64(w, m->bias);
        write_bytes(w, m->build_id, sizeof m->build_id);
    }
    sw_writer_end(w);
}

static void put_sites(struct sw_writer *w, const struct sw_profile *p)
{
    sw_writer_list(w, SW_TAG_SITES, SW_RECORD_SITE, p->n_sites);
    for (size_t i = 0; i < p->n_sites; i++) {
        const struct sw_site *s = &p->sites[i];
        sw_writer_put64(w, s->address);
        sw_writer_put64(w, s->callee);
        sw_writer_put32(w, s->kind);
        sw_writer_put32(w, s->flags);
        put_side(w, &s->on_work);
        put_side(w, &s->on_span);
        sw_writer_put64(w, s->hidden);
    }
    sw_writer_end(w);
}

/* Before they were resolved only. */
static void put_callers(struct sw_writer *w, const struct sw_profile *p)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n_sites; i++)
        n += p->sites[i].callers[0] != 0;
    if (!n)
        return;
    sw_writer_list(w, SW_TAG_CALLERS, SW_RECORD_CALLERS, n);
    for (size_t i = 0; i < p->n_sites; i++) {
        if (!p->sites[i].callers[0])
            continue;
        sw_writer_put32(w, (uint32_t)i);
        sw_writer_put32(w, 0);
        for (int k = 0; k < SW_SITE_CALLERS; k++)
            sw_writer_put64(w, p->sites[i].callers[k]);
    }
    sw_writer_end(w);
}

void sw_writer_place(struct sw_writer *w, const struct sw_place *place, size_t *n)
{
    for (int depth = 1; place; place = place->inlined_into, depth++) {
        int more = place->inlined_into && depth < SW_FORMAT_MAX_INLINED;
        sw_writer_string(w, place->function);
        sw_writer_string(w, place->file);
        sw_writer_put32(w, place->line);
        sw_writer_put32(w, place->column);
        sw_writer_put32(w, (uint32_t)more);
        ++*n;
        if (!more)
            break;
    }
}

static void put_places(struct sw_writer *w, const struct sw_profile *p)
{
    size_t n = 0;
    sw_writer_list(w, SW_TAG_PLACES, SW_RECORD_PLACE, 0);
    for (size_t i = 0; i < p->n_sites; i++) {
        sw_writer_place(w, &p->sites[i].caller_place, &n);
        sw_writer_place(w, &p->sites[i].callee_place, &n);
    }
    for (size_t i = 0; i < p->n_unpatched; i++)
        sw_writer_place(w, &p->unpatched[i].place, &n);
    sw_writer_count(w, n);
    sw_writer_end(w);
}

static void put_regions(struct sw_writer *w, const struct sw_profile *p)
{
    sw_writer_list(w, SW_TAG_REGIONS, SW_RECORD_REGION, p->n_regions);
    for (size_t i = 0; i < p->n_regions; i++) {
        sw_writer_string(w, p->regions[i].label);
        sw_writer_put32(w, 0);
        put_figures(w, &p->regions[i].figures);
    }
    sw_writer_end(w);
}

static void put_unpatched(struct sw_writer *w, const struct sw_profile *p)
{
    sw_writer_list(w, SW_TAG_UNPATCHED, SW_RECORD_UNPATCHED, p->n_unpatched);
    for (size_t i = 0; i < p->n_unpatched; i++) {
        sw_writer_put64(w, p->unpatched[i].address);
        sw_writer_put64(w, p->unpatched[i].calls);
    }
    sw_writer_end(w);
}

static void put_rank(struct sw_writer *w, const struct sw_rank *rank)
{
    sw_writer_begin(w, SW_TAG_RANK);
    sw_writer_string(w, rank->launcher);
    sw_writer_string(w, rank->host);
    sw_writer_put32(w, rank->rank);
    sw_writer_put32(w, rank->size);
    sw_writer_put32(w, rank->merged);
    sw_writer_put32(w, 0);
    sw_writer_put64(w, rank->time_ns);
    sw_writer_put64(w, rank->apart);
    sw_writer_end(w);
}

static void put_file_header(struct sw_writer *w)
{
    write_bytes(w, SW_FORMAT_MAGIC, SW_FORMAT_MAGIC_SIZE);
    sw_writer_put32(w, SW_FORMAT_MAJOR | SW_FORMAT_MINOR << 16);
    sw_writer_put32(w, w->out.error ? 0 : sw_crc32(0, w->out.data, SW_FORMAT_FILE_HEADER - 4));
}

static void put_string_table(struct sw_writer *w)
{
    sw_writer_begin(w, SW_TAG_STRINGS);
    write_bytes(w, w->strings.data, w->strings.size);
    sw_writer_end(w);
}

int sw_profile_serialize(const struct sw_profile *p, void **data, size_t *size)
{
    struct sw_writer w = {0};
    put_file_header(&w);
    put_head(&w, p);
    put_strings(&w, SW_TAG_ARGS, p->args, count_args(p->args));
    if (p->command && *p->command)
        put_strings(&w, SW_TAG_COMMAND, p->command, count_args(p->command));
    put_modules(&w, p);
    put_sites(&w, p);
    put_callers(&w, p);
    put_regions(&w, p);
    put_unpatched(&w, p);
    sw_writer_simulations(&w, p);
    put_places(&w, p);
    sw_writer_held(&w, p);
    sw_writer_calls(&w, p);
    sw_writer_steadiness(&w, p);
    sw_writer_sampled(
        &w, &p->sampled,
        &(struct sw_sampled_tags){SW_TAG_SAMPLED, SW_TAG_FRAMES, SW_TAG_PATHS, SW_TAG_SPLACES});
    sw_writer_effort(&w, p);
    sw_writer_lanes(&w, p);
    sw_writer_memory(&w, p);
    sw_writer_machine(&w, p);
    sw_writer_tree(&w, &p->tree);
    put_strings(&w, SW_TAG_WARNINGS, p->warnings, p->n_warnings);
    if (sw_profile_has_rank(p) || p->rank.apart)
        put_rank(&w, &p->rank);
    put_string_table(&w);
    sw_writer_begin(&w, SW_TAG_END);
    sw_writer_end(&w);
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

static int put_file(const struct sw_profile *profile, struct sw_output *output, char *why,
                    size_t why_size)
{
    void *data;
    size_t size;
    int error = sw_profile_serialize(profile, &data, &size);
    if (error) {
        snprintf(why, why_size, "cannot write '%s': %s", output->path, strerror(-error));
        sw_output_discard(output);
        return error;
    }
    errno = 0;
    if (fwrite(data, 1, size, output->file) != size)
        output->error = errno;
    free(data);
    return sw_output_close(output, why, why_size);
}

int sw_profile_write(const struct sw_profile *profile, const char *path, char *why, size_t why_size)
{
    struct sw_output output;
    int error = sw_output_check(path, SW_OUTPUT_PROFILE, why, why_size);
    if (!error)
        error = sw_output_open(&output, path, why, why_size);
    return error ? error : put_file(profile, &output, why, why_size);
}

int sw_profile_write_new(const struct sw_profile *profile, const char *directory, char *path,
                         size_t path_size, char *why, size_t why_size)
{
    struct sw_output output;
    int error = sw_output_open_new(&output, directory, why, why_size);
    if (error)
        return error;
    snprintf(path, path_size, "%s", output.path);
    return put_file(profile, &output, why, why_size);
}
