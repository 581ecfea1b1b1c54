/*
 * Writes a profile: what goes into which chunk. Every chunk is built in one growing buffer, its length and checksum filled in when it
 * ends. Strings are interned as they are met, so the string table comes last; the reader does not mind the order.
 */
#include "profile/chunks.h"
#include "profile/file.h"
#include "profile/output.h"

#include <pthread.h>

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

unsigned char *sw_writer_room(struct sw_writer *w, size_t size)
{
    return reserve(&w->out, size);
}

static void put_number(struct sw_writer *w, uint64_t value, int bytes)
{
    unsigned char *to = reserve(&w->out, (size_t)bytes);
    if (to)
        store(to, value, bytes);
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

uint32_t sw_writer_string(struct sw_writer *w, const char *string)
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

void sw_writer_begin(struct sw_writer *w, uint32_t tag)
{
    w->chunk = w->out.size;
    put_number(w, tag, 4);
    put_number(w, 0, 4);
    put_number(w, 0, 8);
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

void sw_writer_list(struct sw_writer *w, enum sw_chunk which, size_t record, size_t n)
{
    sw_writer_begin(w, sw_chunk_tags[which]);
    if (n > UINT32_MAX && !w->out.error)
        w->out.error = -EOVERFLOW;
    put_number(w, record, 4);
    put_number(w, (uint32_t)n, 4);
}

void sw_writer_count(struct sw_writer *w, size_t n)
{
    if (n > UINT32_MAX && !w->out.error)
        w->out.error = -EOVERFLOW;
    if (!w->out.error)
        store(w->out.data + w->chunk + SW_FORMAT_CHUNK_HEADER + 4, n, 4);
}

static void put_file_header(struct sw_writer *w)
{
    put_bytes(&w->out, SW_FORMAT_MAGIC, SW_FORMAT_MAGIC_SIZE);
    put_number(w, SW_FORMAT_MAJOR | SW_FORMAT_MINOR << 16, 4);
    put_number(w, w->out.error ? 0 : sw_crc32(0, w->out.data, SW_FORMAT_FILE_HEADER - 4), 4);
}

static void put_string_table(struct sw_writer *w)
{
    sw_writer_begin(w, SW_TAG_STRINGS);
    put_bytes(&w->out, w->strings.data, w->strings.size);
    sw_writer_end(w);
}

int sw_profile_serialize(const struct sw_profile *p, void **data, size_t *size)
{
    struct sw_writer w = {0};
    put_file_header(&w);
    sw_writer_basis(&w, p);
    sw_writer_simulations(&w, p);
    sw_writer_site_places(&w, p);
    sw_writer_held(&w, p);
    sw_writer_calls(&w, p);
    sw_writer_steadiness(&w, p);
    sw_writer_sampled(&w, &p->sampled, &sw_sampled_chunks);
    sw_writer_effort(&w, p);
    sw_writer_lanes(&w, p);
    sw_writer_memory(&w, p);
    sw_writer_rest(&w, p);
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
