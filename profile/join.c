#include "profile/join.h"
#include "profile/locks.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const struct sw_module *module_at(const struct sw_profile *p, uint64_t address)
{
    for (size_t i = 0; i < p->n_modules; i++)
        if (address >= p->modules[i].start && address < p->modules[i].end)
            return &p->modules[i];
    return NULL;
}

static const struct sw_module *same_module(const struct sw_profile *p, const struct sw_module *m)
{
    for (size_t i = 0; i < p->n_modules; i++)
        if (!strcmp(p->modules[i].path, m->path))
            return &p->modules[i];
    return NULL;
}

uint64_t sw_profile_address(const struct sw_profile *into, const struct sw_profile *from,
                            uint64_t address)
{
    const struct sw_module *there = module_at(from, address);
    const struct sw_module *here = there ? same_module(into, there) : NULL;
    return here ? address - there->bias + here->bias : address;
}

static char *copy(const char *text)
{
    return text && *text ? strdup(text) : sw_profile_empty;
}

void sw_place_copy_first(struct sw_place *to, const struct sw_place *from)
{
    *to = (struct sw_place){.function = copy(from->function),
                            .file = copy(from->file),
                            .line = from->line,
                            .column = from->column};
    if (!to->function)
        to->function = sw_profile_empty;
    if (!to->file)
        to->file = sw_profile_empty;
}

/* One that this run alone came to: without figures, which are those of the last run. */
static uint32_t add_site(struct sw_profile *into, const struct sw_site *site, uint64_t address)
{
    struct sw_site *more = reallocarray(into->sites, into->n_sites + 1, sizeof *more);
    if (!more)
        return SW_CONSTRUCT_NO_SITE;
    into->sites = more;
    more += into->n_sites;
    *more = (struct sw_site){.address = address, .callee = site->callee, .kind = site->kind};
    sw_place_copy_first(&more->caller_place, &site->caller_place);
    sw_place_copy_first(&more->callee_place, &site->callee_place);
    return (uint32_t)into->n_sites++;
}

static const char *text(const char *string)
{
    return string ? string : "";
}

static bool is_same_text(const char *a, const char *b)
{
    return !strcmp(text(a), text(b));
}

/* The name of a lock is not always found: "lock" is "lock Cache::m", too. */
static bool is_same_label(const char *a, const char *b)
{
    size_t n = strlen(SW_LOCK_LABEL);
    return is_same_text(a, b) || (!strncmp(a, SW_LOCK_LABEL, n) && !strncmp(b, SW_LOCK_LABEL, n) &&
                                  (!a[n] || !b[n]) && (a[n] == ' ' || b[n] == ' '));
}

bool sw_site_is_same_place(const struct sw_site *a, const struct sw_site *b)
{
    const struct sw_place *x = &a->caller_place, *y = &b->caller_place;
    return x->line && x->line == y->line && x->column == y->column && a->kind == b->kind &&
           is_same_text(x->file, y->file) && is_same_text(x->function, y->function) &&
           is_same_label(text(a->callee_place.function), text(b->callee_place.function));
}

static void adopt_label(const struct sw_profile *p, struct sw_site *site, const struct sw_site *of)
{
    char *label = site->callee_place.function;
    if (strlen(text(of->callee_place.function)) <= strlen(text(label)))
        return;
    char *longer = strdup(of->callee_place.function);
    if (!longer)
        return; /* it stays without the name */
    sw_profile_release_string(p, label);
    site->callee_place.function = longer;
}

static uint32_t site_in(struct sw_profile *into, const struct sw_profile *from, uint32_t number)
{
    if (number == SW_CONSTRUCT_NO_SITE)
        return number;
    const struct sw_site *site = &from->sites[number];
    uint64_t address = sw_profile_address(into, from, site->address);
    for (size_t i = 0; i < into->n_sites; i++)
        if (sw_site_is_same_place(&into->sites[i], site) ||
            (into->sites[i].address == address && into->sites[i].kind == site->kind &&
             is_same_label(text(into->sites[i].callee_place.function),
                           text(site->callee_place.function)))) {
            adopt_label(into, &into->sites[i], site);
            return (uint32_t)i;
        }
    return add_site(into, site, address);
}

/* Those of both by ascending processors. */
static bool is_next(const struct sw_profile *a, size_t i, const struct sw_profile *b, size_t k)
{
    return i < a->n_simulations &&
           (k == b->n_simulations || a->simulations[i].processors <= b->simulations[k].processors);
}

int sw_profile_join_simulations(struct sw_profile *into, const struct sw_profile *from)
{
    size_t n = into->n_simulations + from->n_simulations;
    size_t n_constructs = into->n_constructs + from->n_constructs;
    struct sw_simulation *simulations = calloc(n ? n : 1, sizeof *simulations);
    struct sw_construct *constructs = calloc(n_constructs ? n_constructs : 1, sizeof *constructs);
    size_t theirs = 0, ours = 0, to = 0;
    if (!simulations || !constructs) {
        free(simulations);
        free(constructs);
        return -ENOMEM;
    }
    for (size_t i = 0; i < n; i++) {
        bool is_theirs = is_next(from, theirs, into, ours);
        const struct sw_profile *p = is_theirs ? from : into;
        struct sw_simulation *s = &simulations[i];
        *s = p->simulations[is_theirs ? theirs++ : ours++];
        for (size_t k = 0; k < s->n; k++) {
            struct sw_construct *c = &constructs[to + k];
            *c = p->constructs[s->first + k];
            c->run = (uint32_t)i;
            if (is_theirs)
                c->site = site_in(into, from, c->site);
        }
        s->first = (uint32_t)to;
        to += s->n;
    }
    free(into->simulations);
    free(into->constructs);
    into->simulations = simulations;
    into->constructs = constructs;
    into->n_simulations = n;
    into->n_constructs = to;
    return 0;
}
