/*
 * Every chunk is built in one growing buffer, its length and checksum filled in when it ends. Strings
 * are interned as they are met, so the string table comes last; the reader does not mind the order.
 */
#include "profile/writer.h"
#include "profile/crc32.h"
#include "profile/format.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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

void sw_writer_bytes(struct sw_writer *w, const void *data, size_t size)
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
