/* A profile in memory: what is empty, what is released, and questions that its fields answer. */
#include "profile/profile.h"
#include "profile/chunks.h"

#define NAME(kind, id, name) [SW_FRONT_END_##kind] = name,

static const char *const names[SW_FRONT_ENDS] = {SW_FRONT_END_EACH(NAME)};

const char *sw_front_end_name(enum sw_front_end_kind kind)
{
    return names[kind];
}

enum sw_front_end_kind sw_front_end_named(const char *name)
{
    for (unsigned i = 0; i < SW_FRONT_ENDS; i++)
        if (*names[i] && !strcmp(names[i], name))
            return (enum sw_front_end_kind)i;
    return SW_FRONT_END_UNKNOWN;
}

char sw_profile_empty[1] = "";

void sw_profile_init(struct sw_profile *profile)
{
    *profile = (struct sw_profile){
        .program = sw_profile_empty,
        .meter = sw_profile_empty,
        .unit = sw_profile_empty,
        .front_end_text = sw_profile_empty,
        .level = sw_profile_empty,
        .host = sw_profile_empty,
        .tool = sw_profile_empty,
        .machine = sw_profile_empty,
        .machine_chosen = sw_profile_empty,
        .rank = {.launcher = sw_profile_empty, .host = sw_profile_empty},
    };
}

char *sw_string_copy(const char *string)
{
    return string && *string ? strdup(string) : sw_profile_empty;
}

int sw_string_set(char **string, const char *value)
{
    char *copy = **string ? *string : sw_string_copy(value);
    *string = copy ? copy : *string;
    return copy ? 0 : -ENOMEM;
}

void sw_profile_release_string(const struct sw_profile *profile, char *string)
{
    uintptr_t at = (uintptr_t)string, pool = (uintptr_t)profile->pool;
    if (string == sw_profile_empty || (profile->pool && at - pool < profile->pool_size))
        return;
    free(string);
}

void sw_place_release(const struct sw_profile *profile, struct sw_place *place)
{
    struct sw_place *outer = place->inlined_into;
    sw_profile_release_string(profile, place->function);
    sw_profile_release_string(profile, place->file);
    while (outer) {
        struct sw_place *next = outer->inlined_into;
        sw_profile_release_string(profile, outer->function);
        sw_profile_release_string(profile, outer->file);
        free(outer);
        outer = next;
    }
    *place = SW_NOWHERE;
}

int sw_place_copy(struct sw_place *to, const struct sw_place *from)
{
    int error = 0;
    for (; from && !error; from = from->inlined_into, to = to->inlined_into) {
        *to = (struct sw_place){sw_profile_empty, sw_profile_empty, from->line, from->column, NULL};
        error = sw_string_set(&to->function, from->function);
        error = error ? error : sw_string_set(&to->file, from->file);
        if (!error && from->inlined_into && !(to->inlined_into = calloc(1, sizeof *to)))
            error = -ENOMEM;
    }
    return error;
}

void sw_profile_release(struct sw_profile *profile)
{
    sw_basis_release(profile);
    sw_held_release(profile);
    sw_profile_drop_calls(profile);
    sw_sampled_release(profile, &profile->sampled);
    sw_profile_drop_memory(profile);
    sw_effort_release(profile);
    free(profile->simulations);
    free(profile->constructs);
    free(profile->pieces);
    free(profile->real);
    sw_tree_release(profile, &profile->tree);
    free(profile->pool);
    sw_profile_init(profile);
}

int sw_profile_is_parallel(const struct sw_profile *profile)
{
    return profile->circumstances.workers > 1;
}

const struct sw_simulation *sw_profile_chief(const struct sw_profile *p)
{
    for (size_t i = 0; i + 1 < p->n_simulations; i++)
        if (p->simulations[i].processors == p->circumstances.answers_for)
            return &p->simulations[i];
    return p->n_simulations ? &p->simulations[p->n_simulations - 1] : NULL;
}

uint64_t sw_profile_work(const struct sw_profile *p)
{
    const struct sw_simulation *chief = sw_profile_chief(p);
    return chief ? chief->work : p->whole.work;
}

int sw_profile_is_effort(const struct sw_profile *profile)
{
    return profile->effort.processors != 0;
}

const char *sw_profile_front_end(const struct sw_profile *profile)
{
    const char *name = sw_front_end_name(profile->front_end);
    return *name || !profile->front_end_text ? name : profile->front_end_text;
}

int sw_profile_has_rank(const struct sw_profile *profile)
{
    return profile->rank.launcher && *profile->rank.launcher;
}

int sw_profile_warn(struct sw_profile *profile, const char *format, ...)
{
    char *text;
    va_list args;
    va_start(args, format);
    int length = vasprintf(&text, format, args);
    va_end(args);
    if (length < 0)
        return -ENOMEM;
    char **warnings = realloc(profile->warnings, (profile->n_warnings + 1) * sizeof *warnings);
    if (!warnings) {
        free(text);
        return -ENOMEM;
    }
    profile->warnings = warnings;
    profile->warnings[profile->n_warnings++] = text;
    return 0;
}
