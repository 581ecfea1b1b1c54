/*
 * Who calls whom: the function that a call is in, as the linker knows it, is that of another site's callee by its
 * name and file, or by its name alone. Where there are no names, the callee with the nearest address below
 * is the function that a call is in: all that are called are known by where they begin.
 */
#include "analysis/flame/graph.h"
#include "analysis/flame/parts.h"
#include "analysis/workspan/intern.h"
#include "analysis/workspan/sites.h"
#include "base/libc.h"
#include "profile/whose.h"

struct key {
    uint32_t name, file;
    uint64_t address; /* of those without a name */
    const char *text;
};

struct maker {
    struct sw_flame_graph *g;
    const struct sw_profile *p;
    struct sw_intern strings;
    struct key *keys; /* of callees; that of function i is i - 1 */
    size_t n_keys, n_nameless;
    uint32_t
        *others; /* by a name's number: the function of a caller that is nobody's callee; 0: none */
};

static int compare_keys(const void *a, const void *b)
{
    const struct key *x = a, *y = b;
    if (x->name != y->name)
        return x->name < y->name ? -1 : 1;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    return (x->address > y->address) - (x->address < y->address);
}

static int is_call(const struct sw_site *site)
{
    return site->kind == SW_SITE_CALL || site->kind == SW_SITE_SPAWN || site->kind == SW_SITE_ROOT;
}

/* False: nothing that could call anything. */
static int callee_key(struct maker *m, const struct sw_site *site, struct key *key)
{
    const char *name = sw_string(site->callee_place.function);
    if (!is_call(site) || (!*name && !site->callee))
        return 0;
    *key = (struct key){sw_intern(&m->strings, name), 0, *name ? 0 : site->callee, name};
    if (*name)
        key->file = sw_intern(&m->strings, sw_string(site->callee_place.file));
    return 1;
}

static void list_keys(struct maker *m)
{
    size_t n = 0;
    sw_intern(&m->strings, ""); /* 0: those come first */
    for (size_t i = 0; i < m->p->n_sites; i++)
        m->n_keys += (size_t)callee_key(m, &m->p->sites[i], &m->keys[m->n_keys]);
    qsort(m->keys, m->n_keys, sizeof *m->keys, compare_keys);
    for (size_t i = 0; i < m->n_keys; i++)
        if (!i || compare_keys(&m->keys[n - 1], &m->keys[i]))
            m->keys[n++] = m->keys[i];
    m->n_keys = n;
    while (m->n_nameless < n && !m->keys[m->n_nameless].name)
        m->n_nameless++;
}

/* The first that is not less. */
static size_t lower_bound(const struct maker *m, const struct key *key)
{
    size_t low = 0, high = m->n_keys;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_keys(&m->keys[middle], key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint32_t find_nameless(const struct maker *m, uint64_t address)
{
    struct key key = {.address = address};
    size_t at = lower_bound(m, &key);
    if (at < m->n_nameless && m->keys[at].address == address)
        at++;
    if (!at || at > m->n_nameless ||
        sw_module_of(m->p, m->keys[at - 1].address) != sw_module_of(m->p, address))
        return 0;
    return (uint32_t)at;
}

/* Of a function that nobody was seen to call: it begins paths. */
static uint32_t other(struct maker *m, uint32_t number, const char *name)
{
    struct sw_flame_graph *g = m->g;
    if (!m->others[number]) {
        m->others[number] = (uint32_t)g->n_functions;
        g->functions[g->n_functions].name = name;
        g->edges[g->n_edges++] = (struct sw_flame_edge){
            .callee = (uint32_t)g->n_functions++, .site = SW_FLAME_NO_SITE, .count = {1, 1}};
    }
    return m->others[number];
}

static uint32_t caller_of(struct maker *m, const struct sw_site *site)
{
    const struct sw_place *place = &site->caller_place;
    while (place->inlined_into)
        place = place->inlined_into;
    const char *name = sw_string(place->function);
    if (site->kind == SW_SITE_ROOT)
        return 0;
    if (!*name)
        return site->address ? find_nameless(m, site->address) : 0;
    struct key key = {.name = sw_intern(&m->strings, name),
                      .file = sw_intern(&m->strings, sw_string(place->file))};
    size_t at = lower_bound(m, &key);
    if (at < m->n_keys && !compare_keys(&m->keys[at], &key))
        return (uint32_t)at + 1;
    key.file = 0;
    at = lower_bound(m, &key);
    if (at < m->n_keys && m->keys[at].name == key.name)
        return (uint32_t)at + 1;
    return sw_flame_is_outer(name) ? 0 : other(m, key.name, name);
}

static double beyond(uint64_t all, uint64_t local)
{
    return all > local ? (double)(all - local) : 0;
}

static void add_edge(struct maker *m, size_t number)
{
    const struct sw_site *s = &m->p->sites[number];
    const struct sw_measure *work = &s->on_work.local, *span = &s->on_span.local;
    uint32_t caller = caller_of(m, s), callee = SW_FLAME_LEAF;
    struct key key;
    if (callee_key(m, s, &key))
        callee = (uint32_t)lower_bound(m, &key) + 1;
    m->g->edges[m->g->n_edges++] = (struct sw_flame_edge){
        .caller = caller,
        .callee = callee,
        .site = number,
        .local = {(double)work->work, (double)span->span},
        .weight = {beyond(s->on_work.top_site.work, work->work),
                   beyond(s->on_span.top_site.span, span->span)},
        .count = {(double)work->count, (double)span->count},
    };
}

static int make(struct maker *m)
{
    struct sw_flame_graph *g = m->g;
    size_t n = m->p->n_sites;
    if (n >= UINT32_MAX / 8 || sw_intern_init(&m->strings, 4 * n + 16))
        return -ENOMEM;
    m->keys = calloc(n + 1, sizeof *m->keys);
    m->others = calloc(4 * n + 16, sizeof *m->others);
    g->functions = calloc(3 * n + 2, sizeof *g->functions); /* a callee, a caller, a loop of each */
    /* A site each, its caller where that is not known, and one into a cycle that nothing leads to. */
    g->edges = calloc(3 * n + 2, sizeof *g->edges);
    if (!m->keys || !m->others || !g->functions || !g->edges)
        return -ENOMEM;
    list_keys(m);
    g->functions[g->n_functions++].name = "";
    for (size_t i = 0; i < m->n_keys; i++)
        g->functions[g->n_functions++].name = m->keys[i].text;
    for (size_t i = 0; i < n; i++)
        add_edge(m, i);
    return 0;
}

int sw_flame_functions_make(struct sw_flame_graph *graph, const struct sw_profile *profile)
{
    struct maker m = {.g = graph, .p = profile};
    int error = make(&m);
    sw_intern_release(&m.strings);
    free(m.keys);
    free(m.others);
    return error;
}
