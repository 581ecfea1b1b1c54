#include "analysis/workspan/sites.h"
#include "analysis/merge/parts.h"
#include "analysis/workspan/bounds.h"
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

static int sw_site_has_name(const struct sw_site *s)
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

/* The number of the site with the same key among those of the profile; SW_NO_SITE: none. */
static size_t sw_site_table_find(const struct sw_site_table *t, const struct sw_profile *p,
                                 const struct sw_site *site)
{
    if (!t->n_slots)
        return SW_NO_SITE;
    size_t slot = *find_slot(t, p, site);
    return slot ? slot - 1 : SW_NO_SITE;
}

/* Of two with one key, the first stays in the table. There must be room. */
static void sw_site_table_add(struct sw_site_table *t, const struct sw_profile *p, size_t number)
{
    size_t *slot = find_slot(t, p, &p->sites[number]);
    if (!*slot)
        *slot = number + 1;
}

/* Makes room for so many, and adds all of the profile's again. */
static int sw_site_table_fill(struct sw_site_table *t, const struct sw_profile *p, size_t room)
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

struct adding {
    struct sw_merge *merge;
    const struct sw_profile *profile;
    size_t *modules; /* of the profile's: which of the whole's it is */
};

/* Room for one more site. */
static int grow(struct sw_merge *m)
{
    struct sw_profile *w = &m->whole;
    size_t room = m->room ? 2 * m->room : 256;
    if (w->n_sites < m->room)
        return 0;
    struct sw_site *sites = realloc(w->sites, room * sizeof *sites);
    if (sites)
        w->sites = sites;
    struct sw_by_rank *by_rank = realloc(m->by_rank, room * sizeof *by_rank);
    if (by_rank)
        m->by_rank = by_rank;
    struct sw_site_now *now = realloc(m->now, room * sizeof *now);
    if (now)
        m->now = now;
    if (!sites || !by_rank || !now || sw_site_table_fill(&m->by_address, w, room) ||
        sw_site_table_fill(&m->by_name, w, room))
        return -ENOMEM;
    m->room = room;
    return 0;
}

/* The number of a new site; SW_NO_SITE: no memory. */
static size_t add_site(struct sw_merge *m, const struct sw_site *moved)
{
    if (grow(m))
        return SW_NO_SITE;
    size_t i = m->whole.n_sites++;
    struct sw_site *to = &m->whole.sites[i];
    *to = (struct sw_site){.address = moved->address,
                           .callee = moved->callee,
                           .kind = moved->kind,
                           .flags = moved->flags};
    m->by_rank[i] = (struct sw_by_rank){0};
    m->now[i] = (struct sw_site_now){0};
    if (sw_place_copy(&to->caller_place, &moved->caller_place) ||
        sw_place_copy(&to->callee_place, &moved->callee_place))
        return SW_NO_SITE;
    sw_site_table_add(&m->by_address, &m->whole, i);
    sw_site_table_add(&m->by_name, &m->whole, i);
    return i;
}

/* Where a site of the profile goes; SW_NO_SITE: no memory. */
static size_t place_site(struct adding *a, const struct sw_site *site)
{
    struct sw_merge *m = a->merge;
    struct sw_site moved = *site;
    int foreign = 0;
    moved.address = sw_merge_move(m, a->profile, a->modules, site->address, &foreign);
    moved.callee = sw_merge_move(m, a->profile, a->modules, site->callee, &foreign);
    int by_name = foreign && sw_site_has_name(site);
    size_t at = sw_site_table_find(by_name ? &m->by_name : &m->by_address, &m->whole, &moved);
    return at == SW_NO_SITE ? add_site(m, &moved) : at;
}

static void add_measure(struct sw_measure *to, const struct sw_measure *from)
{
    to->count += from->count;
    to->work += from->work;
    to->span += from->span;
}

static void add_side(struct sw_side *to, const struct sw_side *from)
{
    sw_figures_add(&to->top_site, &from->top_site);
    add_measure(&to->top_caller, &from->top_caller);
    add_measure(&to->local, &from->local);
}

/* Several of the profile may go to one. */
static int add_sites(struct adding *a, int is_slowest)
{
    struct sw_merge *m = a->merge;
    for (size_t i = 0; i < a->profile->n_sites; i++) {
        const struct sw_site *site = &a->profile->sites[i];
        size_t to = place_site(a, site);
        if (to == SW_NO_SITE)
            return -ENOMEM;
        add_side(&m->whole.sites[to].on_work, &site->on_work);
        if (is_slowest)
            add_side(&m->whole.sites[to].on_span, &site->on_span);
        m->now[to].count++;
        m->now[to].work += site->on_work.top_site.work;
        m->now[to].local_work += site->on_work.local.work;
    }
    return 0;
}

/* What the sites have on this rank. */
static void add_ranks(struct sw_merge *m, uint64_t rank)
{
    for (size_t i = 0; i < m->whole.n_sites; i++) {
        if (!m->now[i].count)
            continue;
        sw_spread_add(&m->by_rank[i].work, rank, m->now[i].work);
        sw_spread_add(&m->by_rank[i].local_work, rank, m->now[i].local_work);
        m->now[i] = (struct sw_site_now){0};
    }
}

int sw_merge_sites(struct sw_merge *m, const struct sw_profile *profile, uint64_t rank,
                   int is_slowest)
{
    struct adding a = {.merge = m, .profile = profile};
    a.modules = calloc(profile->n_modules + 1, sizeof *a.modules);
    int error = a.modules ? sw_merge_modules(m, profile, a.modules) : -ENOMEM;
    for (size_t i = 0; is_slowest && i < m->whole.n_sites; i++)
        m->whole.sites[i].on_span = (struct sw_side){0};
    if (!error)
        error = add_sites(&a, is_slowest);
    if (!error)
        error = sw_merge_unpatched(m, profile, a.modules);
    if (!error)
        add_ranks(m, rank);
    free(a.modules);
    return error;
}
