#include "analysis/workspan/serial_functions.h"
#include "analysis/workspan/sites.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST  4    /* functions that are told of, ... */
#define SMALL 0.05 /* ... if they hold so much */
#define CHIEF 0.5  /* ... and that one is where to begin */
#define OWN   0.9  /* of all that a function does: then it is there for this part */

static int compare_lines(const void *a, const void *b)
{
    const struct sw_serial_function *x = a, *y = b;
    if (x->function != y->function)
        return x->function < y->function ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

static int compare_samples(const void *a, const void *b)
{
    const struct sw_serial_function *x = a, *y = b;
    if (x->samples != y->samples)
        return x->samples > y->samples ? -1 : 1;
    int order = strcmp(x->function->function, y->function->function);
    return order ? order : strcmp(x->function->file, y->function->file);
}

/* The C library's lines are known where its debug information is installed. Nobody makes those parallel. */
static bool is_c_library(const struct sw_function *function)
{
    return !strncmp(function->module, "libc.so", strlen("libc.so")) ||
           !strncmp(function->module, "libm.so", strlen("libm.so"));
}

/* Whether a function with known lines may be the answer: the reader's own and of this part alone, the reader's own, or any that is
 * not the C library's. */
typedef bool accepts(const struct sw_function *function, const struct sw_place *place,
                     enum sw_serial_part part);

static bool is_changeable(const struct sw_function *function, const struct sw_place *place,
                          enum sw_serial_part part)
{
    (void)place;
    (void)part;
    return !is_c_library(function);
}

static bool is_readers(const struct sw_function *function, const struct sw_place *place,
                       enum sw_serial_part part)
{
    return is_changeable(function, place, part) && sw_file_is_readers(sw_string(place->file));
}

static bool is_of_part(const struct sw_function *function, const struct sw_place *place,
                       enum sw_serial_part part)
{
    uint64_t in_it = part == SW_SERIAL_SPAN ? function->on_span.total : function->serial;
    return is_readers(function, place, part) &&
           (double)in_it >= OWN * (double)function->on_work.total;
}

/* The innermost function of a path that is accepted, and the line in it; NULL: none. */
static const struct sw_function *innermost(const struct sw_functions *f, const struct sw_sampled *s,
                                           size_t path, enum sw_serial_part part, accepts *is_it,
                                           uint32_t *line)
{
    for (const struct sw_sampled_path *at = &s->paths[path];; at = &s->paths[at->caller - 1]) {
        const struct sw_place *place = &s->frames[at->frame].place;
        for (size_t i = f->first[at->frame]; place; place = place->inlined_into, i++) {
            const struct sw_function *function = &f->items[f->numbers[i]];
            *line = place->line;
            if (place->line && *sw_string(place->file) && is_it(function, place, part))
                return function;
        }
        if (!at->caller)
            return NULL;
    }
}

/* Where a path's samples count: what the system's headers have inlined is their caller's, as what its libraries do is. */
static struct sw_serial_function find(const struct sw_functions *f, const struct sw_sampled *s,
                                      size_t path, enum sw_serial_part part, uint64_t samples)
{
    static accepts *const best_first[] = {is_of_part, is_readers, is_changeable};
    const struct sw_function *function = NULL;
    uint32_t line;
    for (size_t i = 0; !function && i < sizeof best_first / sizeof *best_first; i++)
        function = innermost(f, s, path, part, best_first[i], &line);
    if (function)
        return (struct sw_serial_function){function, line, samples};
    function = &f->items[f->numbers[f->first[s->paths[path].frame]]];
    return (struct sw_serial_function){function, 0, samples};
}

/* Those alike, which are side by side, become one. */
static size_t unite(struct sw_serial_function *items, size_t n, int by_line)
{
    size_t to = 0;
    uint64_t most = 0;
    for (size_t i = 0; i < n; i++) {
        struct sw_serial_function *last = to ? &items[to - 1] : NULL;
        if (!last || last->function != items[i].function ||
            (by_line && last->line != items[i].line)) {
            most = items[i].samples;
            items[to++] = items[i];
            continue;
        }
        if (items[i].samples > most) {
            most = items[i].samples;
            last->line = items[i].line;
        }
        last->samples += items[i].samples;
    }
    return to;
}

static bool is_inside(const struct sw_functions *f, const struct sw_sampled *s, size_t path,
                      const char *name)
{
    for (const struct sw_sampled_path *at = &s->paths[path];; at = &s->paths[at->caller - 1]) {
        const struct sw_place *place = &s->frames[at->frame].place;
        for (size_t i = f->first[at->frame]; place; place = place->inlined_into, i++)
            if (!strcmp(f->items[f->numbers[i]].function, name))
                return true;
        if (!at->caller)
            return false;
    }
}

int sw_serial_functions_make(struct sw_serial_functions *serial,
                             const struct sw_functions *functions, const struct sw_profile *profile,
                             enum sw_serial_part part, const char *inside)
{
    const struct sw_sampled *s = &profile->sampled;
    *serial = (struct sw_serial_functions){.items = calloc(s->n_paths + 1, sizeof *serial->items)};
    if (!serial->items)
        return -ENOMEM;
    for (size_t i = 0; i < s->n_paths; i++) {
        uint64_t samples = part == SW_SERIAL_SPAN ? s->paths[i].on_span : s->paths[i].serial;
        if (!samples || (inside && !is_inside(functions, s, i, inside)))
            continue;
        serial->items[serial->n++] = find(functions, s, i, part, samples);
        serial->samples += samples;
    }
    qsort(serial->items, serial->n, sizeof *serial->items, compare_lines);
    serial->n = unite(serial->items, serial->n, 1);
    serial->n = unite(serial->items, serial->n, 0);
    qsort(serial->items, serial->n, sizeof *serial->items, compare_samples);
    return 0;
}

void sw_serial_functions_release(struct sw_serial_functions *serial)
{
    free(serial->items);
    *serial = (struct sw_serial_functions){0};
}

static const char *describe_place(const struct sw_serial_function *f, char buffer[80])
{
    *buffer = 0;
    if (f->line)
        snprintf(buffer, 80, " (%.60s:%u)", sw_base_name(f->function->file), f->line);
    else if (*f->function->module && *f->function->function != '[')
        snprintf(buffer, 80, " (%.60s)", f->function->module);
    return buffer;
}

/* "; by samples, ", or by how many where these are too few for shares. */
static void tell_samples(const struct sw_serial_functions *serial, char *buffer, size_t size)
{
    if (serial->samples < SW_SAMPLES_ENOUGH)
        snprintf(buffer, size, "; by no more than %" PRIu64 " sample%s, ", serial->samples,
                 serial->samples == 1 ? "" : "s");
    else
        snprintf(buffer, size, "; by samples, ");
}

static void tell(const struct sw_serial_functions *serial, const char *of, char *text)
{
    size_t used = 0;
    char before[60];
    tell_samples(serial, before, sizeof before);
    for (size_t i = 0; i < serial->n && i < MOST && used < SW_SERIAL_TEXT; i++) {
        const struct sw_serial_function *f = &serial->items[i];
        double part = (double)f->samples / (double)serial->samples;
        char where[80];
        if (part < SMALL)
            break;
        used += (size_t)snprintf(text + used, SW_SERIAL_TEXT - used, "%s%.0f%% %sin '%.60s'%s",
                                 i ? ", " : before, 100 * part, i ? "" : of, f->function->function,
                                 describe_place(f, where));
    }
}

/* Its strings are the profile's, as those of all functions are that have lines. */
static struct sw_serial_place chief_of(const struct sw_serial_functions *serial)
{
    const struct sw_serial_function *first = serial->items;
    if (!serial->n || !first->line || (double)first->samples < CHIEF * (double)serial->samples)
        return (struct sw_serial_place){"", "", 0};
    return (struct sw_serial_place){first->function->file, first->function->function, first->line};
}

static int tell_part(const struct sw_profile *profile, enum sw_serial_part part, const char *of,
                     uint64_t least, char text[SW_SERIAL_TEXT], struct sw_serial_place *chief)
{
    struct sw_functions functions;
    struct sw_serial_functions serial;
    *text = 0;
    *chief = (struct sw_serial_place){"", "", 0};
    if (!profile->sampled.n_paths)
        return 0;
    int error = sw_functions_make(&functions, profile);
    if (error)
        return error;
    error = sw_serial_functions_make(&serial, &functions, profile, part, NULL);
    if (!error && serial.samples >= least) {
        tell(&serial, of, text);
        *chief = chief_of(&serial);
    }
    sw_serial_functions_release(&serial);
    sw_functions_release(&functions);
    return error;
}

int sw_serial_functions_tell(const struct sw_profile *profile, char text[SW_SERIAL_TEXT],
                             struct sw_serial_place *chief)
{
    return tell_part(profile, SW_SERIAL_CODE, "of it is ", 1, text, chief);
}

int sw_span_functions_tell(const struct sw_profile *profile, char text[SW_SERIAL_TEXT],
                           struct sw_serial_place *chief)
{
    return tell_part(profile, SW_SERIAL_SPAN, "of the run's critical path is ", SW_SAMPLES_ENOUGH,
                     text, chief);
}
