#include "analysis/workspan/serial_functions.h"
#include "analysis/workspan/sites.h"
#include "base/order.h"

#define MOST  4    /* functions that are told of, ... */
#define SMALL 0.05 /* ... if they hold so much */
#define CHIEF 0.5  /* ... and that one is where to begin */
#define OWN   0.9  /* of all that a function does: then it is there for this part */

/* By their place in the list that all functions are in. */
SW_ORDER(compare_lines, struct sw_serial_function, SW_RISING(x->function, y->function),
         SW_RISING(x->line, y->line))

SW_ORDER(compare_samples, struct sw_serial_function, SW_FALLING(x->samples, y->samples),
         strcmp(x->function->function, y->function->function),
         strcmp(x->function->file, y->function->file), compare_lines(a, b))

/* There for this part alone: a helper that others call as well is not what is serial. */
static bool is_of_part(const struct sw_function *function, enum sw_serial_part part)
{
    uint64_t in_it = part == SW_SERIAL_CODE ? function->serial : function->on_span.total;
    return (double)in_it >= OWN * (double)function->on_work.total;
}

/* The innermost function of the reader's on a path that is of this part, and the line in it; NULL: none. */
static const struct sw_function *innermost(const struct sw_functions *f, const struct sw_sampled *s,
                                           size_t path, enum sw_serial_part part, uint32_t *line)
{
    for (const struct sw_sampled_path *at = &s->paths[path];; at = &s->paths[at->caller - 1]) {
        const struct sw_place *place = &s->frames[at->frame].place;
        for (size_t i = f->first[at->frame]; place; place = place->inlined_into, i++) {
            const struct sw_function *function = &f->items[f->numbers[i]];
            *line = place->line;
            if (place->line && !function->library && is_of_part(function, part))
                return function;
        }
        if (!at->caller)
            return NULL;
    }
}

struct sw_serial_function sw_serial_function_of(const struct sw_functions *f,
                                                const struct sw_sampled *s, size_t path,
                                                enum sw_serial_part part, uint64_t samples)
{
    uint32_t line;
    const struct sw_function *function = innermost(f, s, path, part, &line);
    bool helps = !function;
    if (helps) {
        function = sw_functions_own(f, path);
        line = f->own[path].place->line;
    }
    return (struct sw_serial_function){function, line, samples, helps};
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

static uint64_t samples_of(const struct sw_sampled_path *path, enum sw_serial_part part)
{
    if (part == SW_SERIAL_CODE)
        return path->serial;
    return part == SW_SERIAL_SPAN || 2 * path->on_span > path->on_work ? path->on_span : 0;
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
        uint64_t samples = samples_of(&s->paths[i], part);
        if (!samples || (inside && !is_inside(functions, s, i, inside)))
            continue;
        serial->items[serial->n++] = sw_serial_function_of(functions, s, i, part, samples);
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
    sw_functions_release(&serial->own);
    *serial = (struct sw_serial_functions){0};
}

int sw_serial_functions_of(struct sw_serial_functions *serial, const struct sw_profile *profile,
                           enum sw_serial_part part, const char *inside)
{
    struct sw_functions functions;
    int error = sw_functions_make(&functions, profile);
    if (!error)
        error = sw_serial_functions_make(serial, &functions, profile, part, inside);
    if (error)
        sw_functions_release(&functions);
    else
        serial->own = functions;
    return error;
}

/* Its line; where that is not known, the module, unless that is all that is known. */
static struct sw_sentence *say_function(const struct sw_serial_function *f)
{
    const char *function = f->function->function, *module = f->function->module;
    if (f->line)
        return SW_SAY(SAMPLED_FUNCTION, function, sw_base_name(f->function->file), f->line);
    return SW_SAY(SAMPLED_IN_MODULE, function, *function != '[' ? module : "");
}

static struct sw_sentence *say(const struct sw_serial_functions *serial, enum sw_serial_part of)
{
    struct sw_sentence *said = NULL;
    for (size_t i = 0; i < serial->n && i < MOST; i++) {
        const struct sw_serial_function *f = &serial->items[i];
        double part = (double)f->samples / (double)serial->samples;
        if (part < SMALL)
            break;
        said = said ? SW_SAY(AND_FUNCTION, said, part, say_function(f))
                    : SW_SAY(FUNCTION_OF_SERIAL, part, of == SW_SERIAL_SPAN, say_function(f));
    }
    return said ? SW_SAY(BY_SAMPLES, serial->samples < SW_SAMPLES_ENOUGH, serial->samples, said)
                : NULL;
}

/* Its strings are the profile's, as those of all functions with lines and names are: a name that was made is gone with the list. */
static struct sw_serial_place chief_of(const struct sw_serial_functions *serial)
{
    const struct sw_serial_function *first = serial->items;
    if (!serial->n || !first->line || *first->function->function == '[' ||
        (double)first->samples < CHIEF * (double)serial->samples)
        return (struct sw_serial_place){"", "", 0, false};
    return (struct sw_serial_place){first->function->file, first->function->function, first->line,
                                    first->helps};
}

int sw_serial_functions_say(const struct sw_profile *profile, enum sw_serial_part part,
                            struct sw_sentence **said, struct sw_serial_place *chief)
{
    struct sw_serial_functions serial;
    *said = NULL;
    *chief = (struct sw_serial_place){"", "", 0, false};
    if (!profile->sampled.n_paths)
        return 0;
    int error = sw_serial_functions_of(&serial, profile, part, NULL);
    if (error)
        return error;
    if (serial.samples >= (part == SW_SERIAL_SPAN ? SW_SAMPLES_ENOUGH : SW_SAMPLES_LEAST)) {
        *said = say(&serial, part);
        *chief = chief_of(&serial);
    }
    sw_serial_functions_release(&serial);
    return 0;
}
