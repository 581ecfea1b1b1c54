/*
 * pprof's profile.proto: samples of call stacks, with a value for each measure. A place in a stack is a function and the
 * line in it where the next one is called.
 */
#include "analysis/workspan/sites.h"
#include "report/export/export_functions.h"
#include "report/write/gzip.h"
#include "report/write/protobuf.h"
#include "report/write/words.h"

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
    struct sw_protobuf profile, message, inner;
};

static int compare(const void *a, const void *b)
{
    const struct location *x = a, *y = b;
    if (x->function != y->function)
        return x->function < y->function ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

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
        sw_protobuf_integer(&w->message, TYPE_NAME,
                            sw_intern(&w->functions.strings, f->measures[m]));
        sw_protobuf_integer(&w->message, TYPE_UNIT, sw_intern(&w->functions.strings, unit));
        sw_protobuf_put(&w->profile, PROFILE_TYPE, &w->message);
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
        sw_protobuf_varint(&w->inner, w->own[node]);
    for (uint32_t at = node; at && f->nodes[at].parent; at = f->nodes[at].parent)
        sw_protobuf_varint(&w->inner, w->caller[at]);
    sw_protobuf_put(&w->message, SAMPLE_LOCATIONS, &w->inner);
    for (unsigned m = 0; m < f->n_measures; m++) /* they have a sign there */
        sw_protobuf_varint(&w->inner,
                           w->x->self[m][node] < INT64_MAX ? w->x->self[m][node] : INT64_MAX);
    sw_protobuf_put(&w->message, SAMPLE_VALUES, &w->inner);
    sw_protobuf_put(&w->profile, PROFILE_SAMPLE, &w->message);
}

static void put_mapping(struct writer *w)
{
    sw_protobuf_integer(&w->message, MAPPING_ID, 1);
    sw_protobuf_integer(&w->message, MAPPING_FILE,
                        sw_intern(&w->functions.strings, sw_string(w->x->profile->program)));
    sw_protobuf_integer(&w->message, MAPPING_FUNCTIONS, 1);
    sw_protobuf_integer(&w->message, MAPPING_FILES, 1);
    sw_protobuf_integer(&w->message, MAPPING_LINES, 1);
    sw_protobuf_put(&w->profile, PROFILE_MAPPING, &w->message);
}

static void put_location(struct writer *w, size_t number)
{
    sw_protobuf_integer(&w->message, LOCATION_ID, number + 1);
    sw_protobuf_integer(&w->message, LOCATION_MAPPING, 1);
    sw_protobuf_integer(&w->inner, LINE_FUNCTION, w->locations[number].function + 1);
    sw_protobuf_integer(&w->inner, LINE_NUMBER, w->locations[number].line);
    sw_protobuf_put(&w->message, LOCATION_LINE, &w->inner);
    sw_protobuf_put(&w->profile, PROFILE_LOCATION, &w->message);
}

static void put_function(struct writer *w, uint32_t number)
{
    const struct sw_export_entry *f = &w->functions.items[number];
    sw_protobuf_integer(&w->message, FUNCTION_ID, number + 1);
    sw_protobuf_integer(&w->message, FUNCTION_NAME, f->name);
    sw_protobuf_integer(&w->message, FUNCTION_SYSTEM_NAME, f->name);
    sw_protobuf_integer(&w->message, FUNCTION_FILE, f->file);
    sw_protobuf_integer(&w->message, FUNCTION_LINE, f->is.first);
    sw_protobuf_put(&w->profile, PROFILE_FUNCTION, &w->message);
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
    sw_protobuf_bytes(&w->profile, PROFILE_STRING, valid, n);
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
    sw_protobuf_integer(&w->profile, PROFILE_TIME, w->x->profile->started_unix * 1000000000);
    sw_protobuf_integer(&w->profile, PROFILE_COMMENT, sw_intern(strings, "spanwise " SW_VERSION));
    if (w->x->flame.n_measures)
        sw_protobuf_integer(&w->profile, PROFILE_DEFAULT,
                            sw_intern(strings, w->x->flame.measures[0]));
    for (uint32_t i = 0; i < strings->n; i++)
        put_string(w, strings->items[i]);
    if (strings->error)
        w->profile.error = strings->error;
}

int sw_export_pprof(const struct sw_export *x)
{
    enum { MORE_STRINGS = SW_FLAME_MEASURES_MOST + 8 };
    struct writer w = {.x = x};
    size_t n = x->flame.n_nodes;
    int error = sw_export_functions_make(&w.functions, x, MORE_STRINGS);
    w.locations = calloc(2 * n + 1, sizeof *w.locations);
    w.own = calloc(n + 1, sizeof *w.own);
    w.caller = calloc(n + 1, sizeof *w.caller);
    if (!w.locations || !w.own || !w.caller)
        error = -ENOMEM;
    if (!error) {
        put(&w);
        error = w.profile.error;
    }
    if (!error)
        sw_gzip_store(w.profile.bytes, w.profile.size, x->out);
    sw_export_functions_release(&w.functions);
    sw_protobuf_release(&w.profile);
    sw_protobuf_release(&w.message);
    sw_protobuf_release(&w.inner);
    free(w.locations);
    free(w.own);
    free(w.caller);
    return error;
}
