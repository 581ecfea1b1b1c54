#include "analysis/workspan/sites.h"
#include "analysis/merge/parts.h"
#include "analysis/workspan/bounds.h"
#include "base/libc.h"

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
