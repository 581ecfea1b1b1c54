/*
 * What a simulated program's constructs did, by their places: fills in the figures of the sites, and makes constructs of one place
 * of the source one.
 */
#include "base/order.h"
#include "collect/front_end.h"
#include "profile/join.h"

static void add_side(struct sw_side *side, uint64_t count, uint64_t work, uint64_t span,
                     uint64_t burdened, uint64_t own)
{
    side->top_site.count += count;
    side->top_site.work += work;
    side->top_site.span += span;
    side->top_site.burdened_span += burdened;
    side->top_caller.count += count;
    side->top_caller.work += work;
    side->top_caller.span += span;
    side->local.count += count;
    side->local.work += own;
    side->local.span += own;
}

/* What of a construct and those inside is on the path. */
static uint64_t *sum_paths(const struct sw_construct *all, uint32_t n)
{
    uint64_t *sums = calloc(n, sizeof *sums);
    for (uint32_t i = n; sums && i-- > 0;) {
        sums[i] += all[i].on_span;
        if (i)
            sums[all[i].parent] += sums[i];
    }
    return sums;
}

static void fill_root(struct sw_profile *p, const struct sw_construct *c)
{
    SW_EACH (s, p->sites, p->n_sites) {
        s->on_work = s->on_span = (struct sw_side){0};
        if (s->kind != SW_SITE_ROOT)
            continue;
        add_side(&s->on_work, 1, c->work, c->work, c->work, c->work);
        add_side(&s->on_span, 1, c->on_span, c->on_span, c->on_span, c->on_span);
    }
}

/* The work of the instances on the path: their part of all. */
static uint64_t work_on_path(const struct sw_construct *c, uint64_t on_path)
{
    double part = c->count ? (double)c->count_on_span / (double)c->count : 0;
    uint64_t work = (uint64_t)((double)c->total_work * (part < 1 ? part : 1));
    return work > on_path ? work : on_path;
}

int sw_construct_sites_fill(struct sw_profile *p)
{
    const struct sw_construct *all = p->constructs;
    SW_FREED uint64_t *on_path = sum_paths(all, p->simulations->n);
    if (!on_path)
        return -ENOMEM;
    fill_root(p, &all[0]);
    for (uint32_t i = 1; i < p->simulations->n; i++) {
        const struct sw_construct *c = &all[i];
        if (c->site == SW_CONSTRUCT_NO_SITE)
            continue;
        struct sw_site *s = &p->sites[c->site];
        uint64_t count = c->count ? c->count : c->chunks;
        add_side(&s->on_work, count, c->total_work, c->span ? c->span : c->work, c->burdened_span,
                 c->work);
        add_side(&s->on_span, c->count_on_span, work_on_path(c, on_path[i]), on_path[i], on_path[i],
                 c->on_span);
        s->on_work.top_site.spawns += c->chunks + c->threads;
    }
    return 0;
}

/* One of each place stays: the new numbers of all, or NULL where all do. */
static int unite_sites(struct sw_profile *p, uint32_t **numbers)
{
    uint32_t *to = calloc(p->n_sites + 1, sizeof *to), n = 0;
    if (!to)
        return -ENOMEM;
    for (uint32_t i = 0; i < p->n_sites; i++) {
        uint32_t k = 0;
        while (k < n && !sw_site_is_same_place(&p->sites[k], &p->sites[i]))
            k++;
        to[i] = k;
        if (k < n) {
            sw_place_release(p, &p->sites[i].caller_place);
            sw_place_release(p, &p->sites[i].callee_place);
        } else {
            p->sites[n++] = p->sites[i];
        }
    }
    *numbers = n < p->n_sites ? to : NULL;
    if (!*numbers)
        free(to);
    p->n_sites = n;
    return 0;
}

static void add(struct sw_construct *to, const struct sw_construct *c, bool inside)
{
    bool beside = c->kind == SW_CONSTRUCT_THREAD; /* all threads are */
    if (!to->late || c->wait + c->lock_wait > to->wait + to->lock_wait)
        to->late = c->late ? c->late : to->late;
    to->count += beside ? 0 : c->count;
    to->work += c->work;
    to->on_span += c->on_span;
    to->count_on_span += c->count_on_span;
    to->busy += c->busy;
    to->longest = beside ? sw_most(to->longest, c->longest) : to->longest + c->longest;
    to->workers += c->workers;
    to->wait += c->wait;
    to->lock_wait += c->lock_wait;
    to->overhead += c->overhead;
    to->threads += c->threads;
    to->chunks += c->chunks;
    to->iterations += c->iterations;
    to->largest = c->largest > to->largest ? c->largest : to->largest;
    to->lock = c->held > to->held ? c->lock : to->lock;
    to->held = c->held > to->held ? c->held : to->held;
    to->occupied += c->occupied;
    to->under_way += c->under_way;
    for (int k = 0; k < SW_AT_ONCE_REASONS; k++) {
        to->at_once[k].n += c->at_once[k].n;
        to->at_once[k].time += c->at_once[k].time;
        to->at_once[k].idle += c->at_once[k].idle;
    }
    to->inner += inside && sw_construct_is_team(c) ? c->count : c->inner;
    if (inside)
        return;
    to->span += c->span;
    to->burdened_span += c->burdened_span;
    to->elapsed += c->elapsed;
}

static bool is_one(const struct sw_construct *a, const struct sw_construct *b)
{
    return a->kind == b->kind && a->site == b->site && a->site != SW_CONSTRUCT_NO_SITE;
}

/* The one around it, or beside it, that it is a copy of: among the first n. 0: none. */
static uint32_t original(const struct sw_construct *all, uint32_t n, const struct sw_construct *c,
                         bool *inside)
{
    for (uint32_t up = c->parent; up; up = all[up].parent)
        if ((*inside = is_one(&all[up], c)))
            return up;
    for (uint32_t i = 1; i < n; i++)
        if (all[i].parent == c->parent && is_one(&all[i], c))
            return i;
    return 0;
}

/* What lanes wait at has a new number. */
static void renumber(struct sw_profile *p, const uint32_t *to)
{
    for (size_t i = 0; i < p->n_lanes; i++) {
        struct sw_effort_cell *cells = p->lanes[i].cells;
        for (size_t k = 0; k < p->lanes[i].n * p->lanes[i].n_stretches; k++)
            cells[k].lock = cells[k].lock ? (uint16_t)(to[cells[k].lock - 1] + 1) : 0;
    }
}

static int unite_constructs(struct sw_profile *p)
{
    struct sw_construct *all = p->constructs;
    SW_FREED uint32_t *to = calloc(p->n_constructs + 1, sizeof *to);
    uint32_t n = 1;
    if (!to)
        return -ENOMEM;
    for (uint32_t i = 1; i < p->n_constructs; i++) {
        struct sw_construct c = all[i];
        bool inside = false;
        c.parent = to[c.parent];
        to[i] = original(all, n, &c, &inside);
        if (to[i]) {
            add(&all[to[i]], &c, inside);
        } else {
            all[n] = c;
            to[i] = n++;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        all[i].total_work = all[i].work;
    for (uint32_t i = n; i-- > 1;)
        all[all[i].parent].total_work += all[i].total_work;
    p->n_constructs = p->simulations->n = n;
    renumber(p, to);
    return 0;
}

int sw_construct_sites_unite(struct sw_profile *p)
{
    SW_FREED uint32_t *numbers = NULL;
    int error = p->n_simulations == 1 ? unite_sites(p, &numbers) : 0;
    if (error || !numbers)
        return error;
    for (size_t i = 0; i < p->n_constructs; i++)
        if (p->constructs[i].site != SW_CONSTRUCT_NO_SITE)
            p->constructs[i].site = numbers[p->constructs[i].site];
    sw_memory_renumber(p, numbers);
    error = unite_constructs(p);
    return error ? error : sw_construct_sites_fill(p);
}
