#include "collect/symbols/shared.h"
#include "collect/symbols/module.h"
#include "profile/whose.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_in(const struct sw_module *module, uint64_t address)
{
    return address >= module->start && address < module->end;
}

/* A function that stands for an atomic instruction which not all processors have. */
static bool is_helper(const struct sw_shared_use *u)
{
    return u->caller && !strncmp(u->place.function, "__aarch64_", 10);
}

/* The first byte that an end uses. */
static uint64_t byte_of(const struct sw_shared *s, int end)
{
    uint64_t touched = s->uses[end].touched;
    return touched ? s->address + (uint64_t)__builtin_ctzll(touched) : s->address;
}

/* Global, or of a block of the heap. */
static int find_name(const struct sw_shared *s, struct sw_symbols_module *module, uint64_t bias,
                     uint64_t byte, char **name)
{
    if (s->block && byte - s->block >= s->block_bytes)
        return -ENOENT; /* the line goes on behind it */
    if (s->block)
        return sw_symbols_made(module, s->allocated - bias, sw_place_of_reader(&s->made)->line,
                               byte - s->block, name);
    int error = sw_symbols_variable(module, byte - bias, name);
    if (!error)
        (*name)[strcspn(*name, "+")] = 0;
    return error;
}

/* "a"; "a.x and a.y" of two, as they are in memory; elements of an array are that. */
static int name(struct sw_shared *s, struct sw_symbols_module *module, uint64_t bias)
{
    char *names[2] = {NULL, NULL};
    int error = 0, first = byte_of(s, 0) > byte_of(s, 1);
    for (int k = 0; k < 2 && !error; k++)
        error = find_name(s, module, bias, byte_of(s, k ^ first), &names[k]);
    if (!error && strcmp(names[0], names[1]) != 0) {
        char *both = NULL;
        error = asprintf(&both, "%s and %s", names[0], names[1]) < 0 ? -ENOMEM : 0;
        free(names[0]);
        names[0] = both;
    }
    if (!error)
        s->name = names[0];
    else
        free(names[0]);
    free(names[1]);
    return error;
}

/* On a stack: variables of that function. */
static int name_local(struct sw_shared *s, struct sw_symbols_module *module, uint64_t bias)
{
    char *found;
    int64_t offsets[2];
    int first = byte_of(s, 0) > byte_of(s, 1);
    for (int k = 0; k < 2; k++)
        offsets[k] = s->frame_offset + (int64_t)(byte_of(s, k ^ first) - s->address);
    int error = sw_symbols_local(module, s->frame - bias, s->frame_stack, offsets, 2, &found);
    if (!error)
        s->name = found;
    return error;
}

/* What a library allocates for the reader's code: its place is there. */
static int find_made(struct sw_profile *p, struct sw_shared *s, const struct sw_module *of,
                     struct sw_symbols_module *module)
{
    int error = 0;
    for (int k = 0; k < SW_SHARED_CALLERS && s->block && error != -ENOMEM; k++) {
        struct sw_place place = {.function = sw_profile_empty, .file = sw_profile_empty};
        if (sw_file_is_readers(sw_place_of_reader(&s->made)->file))
            return 0;
        if (!is_in(of, s->callers[k]) || !sw_module_is_readers(p, of))
            continue;
        error = sw_symbols_at(module, s->callers[k] - of->bias, &place);
        if (!error && sw_file_is_readers(sw_place_of_reader(&place)->file)) {
            sw_place_release(p, &s->made);
            s->made = place;
            s->allocated = s->callers[k];
        } else {
            sw_place_release(p, &place);
        }
    }
    return error;
}

static int look(struct sw_profile *p, struct sw_shared *s, const struct sw_module *of,
                struct sw_symbols_module *module)
{
    int error = 0;
    for (int k = 0; k < 2; k++) {
        struct sw_shared_use *u = &s->uses[k];
        if (!is_helper(u) || !is_in(of, u->caller - 1))
            continue;
        u->address = u->caller - 1;
        u->caller = 0;
        sw_place_release(p, &u->place);
        error = sw_symbols_at(module, u->address - of->bias, &u->place);
    }
    if (error != -ENOMEM)
        error = find_made(p, s, of, module);
    if (is_in(of, s->frame ? s->frame : s->address) && !s->block)
        s->is_readers = sw_module_is_readers(p, of);
    if (error != -ENOMEM && is_in(of, s->block ? s->allocated : s->address) && !*s->name)
        error = name(s, module, of->bias);
    if (error != -ENOMEM && is_in(of, s->frame) && !*s->name)
        error = name_local(s, module, of->bias);
    return error;
}

static bool calls_from(const struct sw_shared *s, const struct sw_module *of)
{
    for (int k = 0; k < SW_SHARED_CALLERS; k++)
        if (is_in(of, s->callers[k]))
            return true;
    return false;
}

static bool has_part_in(const struct sw_shared *s, const struct sw_module *of)
{
    return is_in(of, s->block ? s->allocated : s->address) || is_in(of, s->frame) ||
           calls_from(s, of) || (is_helper(&s->uses[0]) && is_in(of, s->uses[0].caller - 1)) ||
           (is_helper(&s->uses[1]) && is_in(of, s->uses[1].caller - 1));
}

int sw_symbols_name_shared(struct sw_profile *p)
{
    int error = 0;
    for (size_t i = 0; i < p->n_modules && error != -ENOMEM; i++) {
        const struct sw_module *of = &p->modules[i];
        struct sw_symbols_module *module = NULL;
        for (size_t k = 0; k < p->memory.n_shared && error != -ENOMEM; k++) {
            struct sw_shared *s = &p->memory.shared[k];
            if (!has_part_in(s, of))
                continue;
            if (!module && (error = sw_symbols_open(&module, of)))
                break;
            error = look(p, s, of, module);
        }
        if (module)
            sw_symbols_close(module);
    }
    return error == -ENOMEM ? error : 0;
}
