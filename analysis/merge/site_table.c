#include "analysis/merge/parts.h"
#include "analysis/workspan/sites.h"
#include "base/libc.h"

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t mix_string(uint64_t hash, const char *string)
{
    for (; *string; string++)
        hash = (hash ^ (unsigned char)*string) * 1099511628211u;
    return mix(hash, 1);
}

static uint64_t hash_address(const struct sw_site *s)
{
    return mix(mix(mix(1, s->address), s->callee), s->kind);
}

static int same_address(const struct sw_site *a, const struct sw_site *b)
{
    return a->address == b->address && a->callee == b->callee && a->kind == b->kind;
}

static uint64_t hash_name(const struct sw_site *s)
{
    const struct sw_place *caller = &s->caller_place;
    uint64_t hash = mix_string(mix(2, s->kind), sw_string(caller->function));
    hash = mix_string(hash, sw_base_name(sw_string(caller->file)));
    hash = mix_string(hash, sw_string(s->callee_place.function));
    return mix(mix(hash, caller->line), caller->column);
}

static int same_name(const struct sw_site *a, const struct sw_site *b)
{
    const struct sw_place *x = &a->caller_place, *y = &b->caller_place;
    return a->kind == b->kind && x->line == y->line && x->column == y->column &&
           !strcmp(sw_string(x->function), sw_string(y->function)) &&
           !strcmp(sw_base_name(sw_string(x->file)), sw_base_name(sw_string(y->file))) &&
           !strcmp(sw_string(a->callee_place.function), sw_string(b->callee_place.function));
}

int sw_site_has_name(const struct sw_site *s)
{
    return *sw_string(s->callee_place.function) || *sw_string(s->caller_place.function) ||
           *sw_string(s->caller_place.file);
}

static uint64_t hash(const struct sw_site_table *t, const struct sw_site *site)
{
    return t->by_name ? hash_name(site) : hash_address(site);
}

static int same(const struct sw_site_table *t, const struct sw_site *a, const struct sw_site *b)
{
    return t->by_name ? same_name(a, b) : same_address(a, b);
}

/* The slot of a site, or the free one where it belongs. */
static size_t *find_slot(const struct sw_site_table *t, const struct sw_profile *p,
                         const struct sw_site *site)
{
    size_t i = hash(t, site) & (t->n_slots - 1);
    while (t->slots[i] && !same(t, &p->sites[t->slots[i] - 1], site))
        i = (i + 1) & (t->n_slots - 1);
    return &t->slots[i];
}

size_t sw_site_table_find(const struct sw_site_table *t, const struct sw_profile *p,
                          const struct sw_site *site)
{
    if (!t->n_slots)
        return SW_NO_SITE;
    size_t slot = *find_slot(t, p, site);
    return slot ? slot - 1 : SW_NO_SITE;
}

void sw_site_table_add(struct sw_site_table *t, const struct sw_profile *p, size_t number)
{
    size_t *slot = find_slot(t, p, &p->sites[number]);
    if (!*slot)
        *slot = number + 1;
}

int sw_site_table_fill(struct sw_site_table *t, const struct sw_profile *p, size_t room)
{
    free(t->slots);
    for (t->n_slots = 64; t->n_slots < 2 * room;)
        t->n_slots *= 2;
    t->slots = calloc(t->n_slots, sizeof *t->slots);
    if (!t->slots) {
        t->n_slots = 0;
        return -ENOMEM;
    }
    for (size_t i = 0; i < p->n_sites; i++)
        sw_site_table_add(t, p, i);
    return 0;
}
