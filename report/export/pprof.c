/*
 * pprof's profile.proto: samples of call stacks, with a value for each measure. A place in a stack is a function and the
 * line in it where the next one is called.
 */
#include "base/grow.h"
#include "base/order.h"
#include "base/pool.h"
#include "profile/format.h"
#include "report/export/export.h"
#include "report/write/words.h"

/* Zero bytes are an empty one. What does not fit into memory is noted: nothing is written then. */
struct protobuf {
    unsigned char *bytes;
    size_t size, room;
    int error;
};

static void put_little(uint32_t value, int bytes, FILE *out)
{
    for (int i = 0; i < bytes; i++)
        fputc((int)(value >> 8 * i & 0xff), out);
}

/* Bytes as a file of gzip, stored as they are; ferror() says if it failed. */
static void gzip_store(const unsigned char *bytes, size_t size, FILE *out)
{
    enum { LARGEST = 65535 }; /* of a stored block */
    static const unsigned char head[] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff};
    size_t at = 0;
    fwrite(head, 1, sizeof head, out);
    do {
        size_t part = size - at < LARGEST ? size - at : LARGEST;
        fputc(at + part == size, out); /* the last one? */
        put_little((uint32_t)part, 2, out);
        put_little((uint32_t)~part, 2, out);
        fwrite(bytes + at, 1, part, out);
        at += part;
    } while (at < size);
    put_little(sw_crc32(0, bytes, size), 4, out);
    put_little((uint32_t)size, 4, out);
}

enum { VARINT = 0, LENGTH = 2 }; /* how a field is encoded */

static void protobuf_byte(struct protobuf *m, uint64_t byte)
{
    if (SW_GROW(m->bytes, m->size, m->room))
        m->bytes[m->size++] = (unsigned char)byte;
    else
        m->error = -ENOMEM;
}

/* Alone: of a packed field. */
static void protobuf_varint(struct protobuf *m, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        protobuf_byte(m, value | 0x80);
    protobuf_byte(m, value);
}

static void protobuf_integer(struct protobuf *m, unsigned field, uint64_t value)
{
    protobuf_varint(m, (uint64_t)field << 3 | VARINT);
    protobuf_varint(m, value);
}

static void protobuf_bytes(struct protobuf *m, unsigned field, const void *bytes, size_t size)
{
    protobuf_varint(m, (uint64_t)field << 3 | LENGTH);
    protobuf_varint(m, size);
    for (size_t i = 0; i < size; i++)
        protobuf_byte(m, ((const unsigned char *)bytes)[i]);
}

/* A message in a message, or a packed field; `inner` is empty afterwards, and keeps its memory. */
static void protobuf_put(struct protobuf *m, unsigned field, struct protobuf *inner)
{
    if (inner->error)
        m->error = inner->error;
    protobuf_bytes(m, field, inner->bytes, inner->size);
    inner->size = 0;
}

/* Fields, by message. */
enum { PROFILE_TYPE = 1, PROFILE_SAMPLE, PROFILE_MAPPING, PROFILE_LOCATION, PROFILE_FUNCTION };
enum { PROFILE_STRING = 6, PROFILE_TIME = 9, PROFILE_COMMENT = 13, PROFILE_DEFAULT = 14 };
enum { TYPE_NAME = 1, TYPE_UNIT };
enum { SAMPLE_LOCATIONS = 1, SAMPLE_VALUES };
enum { MAPPING_ID = 1, MAPPING_FILE = 5, MAPPING_FUNCTIONS = 7, MAPPING_FILES, MAPPING_LINES };
enum { LOCATION_ID = 1, LOCATION_MAPPING, LOCATION_LINE = 4 };
enum { LINE_FUNCTION = 1, LINE_NUMBER };
enum { FUNCTION_ID = 1, FUNCTION_NAME, FUNCTION_SYSTEM_NAME, FUNCTION_FILE, FUNCTION_LINE };

struct location {
    uint32_t function, line;
    uint32_t node, is_caller; /* whose it is */
};

struct writer {
    const struct sw_export *x;
    struct sw_export_functions functions;
    struct location *locations;
    size_t n_locations;
    uint32_t *own;    /* by node: the number, from 1, of the location in its function; ... */
    uint32_t *caller; /* ... and of where it is called, in its caller */
    struct protobuf profile, message, inner;
};

SW_ORDER(compare, struct location, SW_RISING(x->function, y->function), SW_RISING(x->line, y->line))

/* A location is in its function's file there. */
static uint32_t line_of(const struct writer *w, uint32_t node, uint32_t child)
{
    struct sw_export_line at = sw_export_line(w->x, node, child);
    return at.file ? at.outer : at.line;
}

static void list_locations(struct writer *w)
{
    const struct sw_flame *f = &w->x->flame;
    size_t n = 0, to = 0;
    for (uint32_t i = 1; i < f->n_nodes; i++) {
        uint32_t above = f->nodes[i].parent;
        w->locations[n++] =
            (struct location){w->functions.of_frame[f->nodes[i].frame], line_of(w, i, 0), i, 0};
        if (above)
            w->locations[n++] = (struct location){w->functions.of_frame[f->nodes[above].frame],
                                                  line_of(w, above, i), i, 1};
    }
    qsort(w->locations, n, sizeof *w->locations, compare);
    for (size_t i = 0; i < n; i++) {
        struct location at = w->locations[i];
        if (!to || compare(&w->locations[to - 1], &at))
            w->locations[to++] = at;
        *(at.is_caller ? &w->caller[at.node] : &w->own[at.node]) = (uint32_t)to;
    }
    w->n_locations = to;
}

static void put_types(struct writer *w)
{
    const struct sw_flame *f = &w->x->flame;
    const char *unit = sw_export_is_time(w->x) ? "nanoseconds" : f->unit;
    for (unsigned m = 0; m < f->n_measures; m++) {
        protobuf_integer(&w->message, TYPE_NAME, sw_intern(&w->functions.strings, f->measures[m]));
        protobuf_integer(&w->message, TYPE_UNIT, sw_intern(&w->functions.strings, unit));
        protobuf_put(&w->profile, PROFILE_TYPE, &w->message);
    }
}

static void put_sample(struct writer *w, uint32_t node)
{
    const struct sw_flame *f = &w->x->flame;
    uint64_t any = 0;
    for (unsigned m = 0; m < f->n_measures; m++)
        any |= w->x->self[m][node];
    if (!any)
        return;
    if (node)
        protobuf_varint(&w->inner, w->own[node]);
    for (uint32_t at = node; at && f->nodes[at].parent; at = f->nodes[at].parent)
        protobuf_varint(&w->inner, w->caller[at]);
    protobuf_put(&w->message, SAMPLE_LOCATIONS, &w->inner);
    for (unsigned m = 0; m < f->n_measures; m++) /* they have a sign there */
        protobuf_varint(&w->inner,
                        w->x->self[m][node] < INT64_MAX ? w->x->self[m][node] : INT64_MAX);
    protobuf_put(&w->message, SAMPLE_VALUES, &w->inner);
    protobuf_put(&w->profile, PROFILE_SAMPLE, &w->message);
}

static void put_mapping(struct writer *w)
{
    protobuf_integer(&w->message, MAPPING_ID, 1);
    protobuf_integer(&w->message, MAPPING_FILE,
                     sw_intern(&w->functions.strings, sw_string(w->x->profile->program)));
    protobuf_integer(&w->message, MAPPING_FUNCTIONS, 1);
    protobuf_integer(&w->message, MAPPING_FILES, 1);
    protobuf_integer(&w->message, MAPPING_LINES, 1);
    protobuf_put(&w->profile, PROFILE_MAPPING, &w->message);
}

static void put_location(struct writer *w, size_t number)
{
    protobuf_integer(&w->message, LOCATION_ID, number + 1);
    protobuf_integer(&w->message, LOCATION_MAPPING, 1);
    protobuf_integer(&w->inner, LINE_FUNCTION, w->locations[number].function + 1);
    protobuf_integer(&w->inner, LINE_NUMBER, w->locations[number].line);
    protobuf_put(&w->message, LOCATION_LINE, &w->inner);
    protobuf_put(&w->profile, PROFILE_LOCATION, &w->message);
}

static void put_function(struct writer *w, uint32_t number)
{
    const struct sw_export_entry *f = &w->functions.items[number];
    protobuf_integer(&w->message, FUNCTION_ID, number + 1);
    protobuf_integer(&w->message, FUNCTION_NAME, f->name);
    protobuf_integer(&w->message, FUNCTION_SYSTEM_NAME, f->name);
    protobuf_integer(&w->message, FUNCTION_FILE, f->file);
    protobuf_integer(&w->message, FUNCTION_LINE, f->is.first);
    protobuf_put(&w->profile, PROFILE_FUNCTION, &w->message);
}

/* Strings are UTF-8 there. */
static void put_string(struct writer *w, const char *text)
{
    static const char instead[] = "\357\277\275";
    SW_FREED char *valid = malloc(3 * strlen(text) + 1);
    size_t n = 0;
    if (!valid) {
        w->profile.error = -ENOMEM;
        return;
    }
    while (*text) {
        size_t size = sw_words_character(text);
        memcpy(valid + n, size ? text : instead, size ? size : 3);
        n += size ? size : 3;
        text += size ? size : 1;
    }
    protobuf_bytes(&w->profile, PROFILE_STRING, valid, n);
}

static void put(struct writer *w)
{
    struct sw_intern *strings = &w->functions.strings;
    list_locations(w);
    put_types(w);
    for (size_t i = 0; i < w->x->flame.n_nodes; i++)
        put_sample(w, w->x->order[i]);
    put_mapping(w);
    for (size_t i = 0; i < w->n_locations; i++)
        put_location(w, i);
    for (uint32_t i = 0; i < w->functions.n; i++)
        put_function(w, i);
    protobuf_integer(&w->profile, PROFILE_TIME, w->x->profile->started_unix * 1000000000);
    protobuf_integer(&w->profile, PROFILE_COMMENT, sw_intern(strings, "spanwise " SW_VERSION));
    if (w->x->flame.n_measures)
        protobuf_integer(&w->profile, PROFILE_DEFAULT, sw_intern(strings, w->x->flame.measures[0]));
    for (uint32_t i = 0; i < strings->n; i++)
        put_string(w, strings->items[i]);
    if (strings->error)
        w->profile.error = strings->error;
}

int sw_export_pprof(const struct sw_export *x)
{
    enum { MORE_STRINGS = SW_FLAME_MEASURES_MOST + 8 };
    struct writer w = {.x = x};
    SW_POOL(pool);
    SW_POOLED(&pool, w.locations, 2 * x->flame.n_nodes + 1);
    SW_POOLED(&pool, w.own, x->flame.n_nodes);
    SW_POOLED(&pool, w.caller, x->flame.n_nodes);
    int error = sw_export_functions_make(&w.functions, x, MORE_STRINGS) ?: pool.error;
    if (!error) {
        put(&w);
        error = w.profile.error;
    }
    if (!error)
        gzip_store(w.profile.bytes, w.profile.size, x->out);
    sw_export_functions_release(&w.functions);
    free(w.profile.bytes);
    free(w.message.bytes);
    free(w.inner.bytes);
    return error;
}
