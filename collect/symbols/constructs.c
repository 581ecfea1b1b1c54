/*
 * gcc calls the body of a region f._omp_fn.0, and symbols_module.c leaves 'f' of that; clang calls it
 * .omp_outlined and the like, which says nothing: a construct in there is in the function of the region.
 * A loop's bounds may come from the system's headers (v.size()), and the compiler gives the runtime's call their line: the
 * construct is where they are inlined into the reader's own code.
 */
#include "collect/symbols/constructs.h"
#include "profile/whose.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool is_made(const struct sw_site *site)
{
    const char *name = site->caller_place.function;
    return name && !strncmp(name, ".omp", strlen(".omp"));
}

static struct sw_site *site_of(const struct sw_profile *p, const struct sw_construct *c)
{
    return c->site < p->n_sites ? &p->sites[c->site] : NULL;
}

static int name_construct(struct sw_profile *p, const struct sw_construct *all, uint32_t i)
{
    struct sw_site *site = site_of(p, &all[i]), *from = NULL;
    if (!site || !is_made(site))
        return 0;
    for (uint32_t up = all[i].parent; up && !from; up = all[up].parent)
        from = site_of(p, &all[up]);
    /* Those around it have been named before. */
    if (!from || is_made(from) || !from->caller_place.function || !*from->caller_place.function)
        return 0;
    char *name = strdup(from->caller_place.function);
    if (!name)
        return -ENOMEM;
    struct sw_place named = site->caller_place;
    site->caller_place.function = name;
    named.file = sw_profile_empty;
    named.inlined_into = NULL;
    sw_place_release(p, &named);
    return 0;
}

/* Where there is no line, by its name. */
static bool is_own(const struct sw_place *place)
{
    if (*place->file)
        return sw_file_is_readers(place->file);
    return *place->function && !sw_name_is_librarys(place->function);
}

static bool has_own(const struct sw_place *place)
{
    while (place && !is_own(place))
        place = place->inlined_into;
    return place;
}

/* In a library's header, of which a function of its own was made: it is where that was called, as if it were inlined there. */
static int add_caller(struct sw_profile *p, struct sw_place *place, struct sw_place *caller)
{
    struct sw_place *to = place;
    if (has_own(place) || !*caller->function) {
        sw_place_release(p, caller);
        return 0;
    }
    while (to->inlined_into)
        to = to->inlined_into;
    to->inlined_into = malloc(sizeof *to);
    if (!to->inlined_into)
        return -ENOMEM;
    *to->inlined_into = *caller;
    return 0;
}

int sw_symbols_add_callers(struct sw_profile *p, struct sw_place *callers)
{
    int error = 0;
    for (size_t i = 0; i < p->n_sites * SW_SITE_CALLERS && !error; i++)
        error = add_caller(p, &p->sites[i / SW_SITE_CALLERS].caller_place, &callers[i]);
    for (size_t i = 0; i < p->n_sites; i++)
        memset(p->sites[i].callers, 0, sizeof p->sites[i].callers);
    return error;
}

/* The innermost place of the reader's own becomes the site's; what was inlined into it goes. */
static void place_construct(struct sw_profile *p, struct sw_site *site)
{
    struct sw_place *place = &site->caller_place, *own = place;
    while (own && !is_own(own))
        own = own->inlined_into;
    while (own && own != place) {
        struct sw_place *next = place->inlined_into, gone = *place;
        gone.inlined_into = NULL;
        *place = *next;
        own = own == next ? place : own;
        free(next);
        sw_place_release(p, &gone);
    }
}

int sw_symbols_name_constructs(struct sw_profile *p)
{
    int error = 0;
    for (size_t i = 0; i < p->n_constructs; i++)
        if (site_of(p, &p->constructs[i]))
            place_construct(p, site_of(p, &p->constructs[i]));
    for (size_t i = 0; i < p->n_simulations; i++)
        for (uint32_t k = 1; !error && k < p->simulations[i].n; k++)
            error = name_construct(p, p->constructs + p->simulations[i].first, k);
    return error;
}
