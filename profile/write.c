/*
 * Writes a profile: what goes into which chunk. Every chunk is built in one growing buffer, its length and checksum filled in when it
 * ends. Strings are interned as they are met, so the string table comes last; the reader does not mind the order.
 */
#include "base/grow.h"
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

static void store(unsigned char *to, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        to[i] = (unsigned char)(value >> (8 * i));
}

unsigned char *sw_writer_room(struct sw_writer *w, size_t size)
{
    struct sw_writer_buffer *buffer = &w->out;
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

static void put_bytes(struct sw_writer *w, const void *data, size_t size)
{
    unsigned char *to = sw_writer_room(w, size);
    if (to)
        memcpy(to, data, size);
}

static void put_number(struct sw_writer *w, uint64_t value, int bytes)
{
    unsigned char *to = sw_writer_room(w, (size_t)bytes);
    if (to)
        store(to, value, bytes);
}

/* They are the profile's until it is written. */
uint32_t sw_writer_string(struct sw_writer *w, const char *string)
{
    string = string ? string : "";
    uint32_t n = w->strings.n, number = sw_intern(&w->strings, string);
    bool is_new = number == n;
    if (!w->out.error && (w->strings.error || (is_new && !SW_GROW_ALONE(w->offsets, n))))
        w->out.error = -ENOMEM;
    if (w->out.error)
        return 0;
    if (is_new) {
        w->offsets[n] = (uint32_t)w->strings_end;
        w->strings_end += strlen(string) + 1;
    }
    if (w->strings_end > UINT32_MAX)
        w->out.error = -EOVERFLOW;
    return w->offsets[number];
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
    put_bytes(w, SW_FORMAT_MAGIC, SW_FORMAT_MAGIC_SIZE);
    put_number(w, SW_FORMAT_MAJOR | SW_FORMAT_MINOR << 16, 4);
    put_number(w, w->out.error ? 0 : sw_crc32(0, w->out.data, SW_FORMAT_FILE_HEADER - 4), 4);
}

static void put_string_table(struct sw_writer *w)
{
    sw_writer_begin(w, SW_TAG_STRINGS);
    for (uint32_t i = 0; i < w->strings.n; i++)
        put_bytes(w, w->strings.items[i], strlen(w->strings.items[i]) + 1);
    sw_writer_end(w);
}

#define WRITE(part) sw_writer_##part(&w, p);

int sw_profile_serialize(const struct sw_profile *p, void **data, size_t *size)
{
    struct sw_writer w = {0};
    put_file_header(&w);
    SW_PARTS(WRITE)
    put_string_table(&w);
    sw_writer_begin(&w, SW_TAG_END);
    sw_writer_end(&w);
    sw_intern_release(&w.strings);
    free(w.offsets);
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
    return sw_output_check(path, SW_OUTPUT_PROFILE, why, why_size)
               ?: sw_output_open(&output, path, why, why_size)
               ?: put_file(profile, &output, why, why_size);
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
