/*
 * Components are found as Tarjan does, with a stack of our own: call paths may be long. They come out callees
 * first, so that what is below one is known before who calls it has its turn.
 */
#include "analysis/flame/graph.h"
#include "analysis/effort/effort.h"
#include "analysis/flame/flame.h"
#include "analysis/workspan/sites.h"
#include "base/order.h"
#include "base/search.h"
#include "profile/intern.h"
#include "profile/whose.h"

/*
 * Who calls whom: the function that a call is in, as the linker knows it, is that of another site's callee by its
 * name and file, or by its name alone. Where there are no names, the callee with the nearest address below
 * is the function that a call is in: all that are called are known by where they begin.
 */

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
    return SW_BY(SW_RISING(x->name, y->name), SW_RISING(x->file, y->file),
                 SW_RISING(x->address, y->address));
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
    return SW_BEFORE(m->n_keys, i, compare_keys(&m->keys[i], key) < 0);
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
    return sw_effort_is_outer(name) ? 0 : other(m, key.name, name);
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

/* Names functions: fills edges and functions, without anything that is by component. 0 or -ENOMEM. */
static int make_functions(struct sw_flame_graph *g, const struct sw_profile *profile)
{
    SW_POOL(pool);
    struct maker m = {.g = g, .p = profile};
    size_t n = profile->n_sites;
    if (n >= UINT32_MAX / 8 || sw_intern_init(&m.strings, 4 * n + 16))
        return -ENOMEM;
    SW_POOLED(&pool, m.keys, n + 1);
    SW_POOLED(&pool, m.others, 4 * n + 16);
    SW_POOLED(&g->pool, g->functions, 3 * n + 2); /* a callee, a caller, a loop of each */
    /* A site each, its caller where that is not known, and one into a cycle that nothing leads to. */
    SW_POOLED(&g->pool, g->edges, 3 * n + 2);
    if (!pool.error && !g->pool.error) {
        list_keys(&m);
        g->functions[g->n_functions++].name = "";
        SW_EACH (key, m.keys, m.n_keys)
            g->functions[g->n_functions++].name = key->text;
        for (size_t i = 0; i < n; i++)
            add_edge(&m, i);
    }
    sw_intern_release(&m.strings);
    return pool.error ?: g->pool.error;
}

static int compare_edges(const void *a, const void *b)
{
    const struct sw_flame_edge *x = a, *y = b;
    return SW_BY(SW_RISING(x->caller, y->caller), SW_RISING(x->site, y->site));
}

static void sort_edges(struct sw_flame_graph *g)
{
    qsort(g->edges, g->n_edges, sizeof *g->edges, compare_edges);
    for (size_t i = 0; i < g->n_functions; i++)
        g->functions[i].n = 0;
    for (size_t i = g->n_edges; i-- > 0;) {
        g->functions[g->edges[i].caller].first = (uint32_t)i;
        g->functions[g->edges[i].caller].n++;
    }
}

/*
 * Calls in the body of a cilk_for or cilk_scope. A site tells the function that a call is in, not the loop. But what was spent in
 * a loop beyond its own code is known, and its calls are those that follow it in the source: if some in a row, from the first
 * on, come to just that, they are its calls. Where it is not so, in recursive functions above all, they stay beside it.
 */

enum { MOST_CALLS = 4096 }; /* that are looked at, of a loop */

struct loops_maker {
    struct sw_flame_graph *g;
    const struct sw_profile *p;
    uint32_t *list; /* edges from one function, by line; ... */
    uint32_t *in;   /* ... by place in the list: one more than that of the loop it is in; 0: none */
};

static const struct sw_site *site_of(const struct loops_maker *m, uint32_t edge)
{
    return &m->p->sites[m->g->edges[edge].site];
}

static int compare(const void *a, const void *b, void *data)
{
    const struct loops_maker *m = data;
    return sw_site_compare_lines(site_of(m, *(const uint32_t *)a),
                                 site_of(m, *(const uint32_t *)b));
}

static int is_loop(const struct sw_site *site)
{
    return (site->kind == SW_SITE_LOOP || site->kind == SW_SITE_SCOPE) &&
           !sw_site_is_construct(site);
}

static double whole(const struct sw_flame_edge *e)
{
    return e->local[SW_FLAME_WORK] + e->weight[SW_FLAME_WORK];
}

/* How many that follow the loop are in it; what is in a loop inside counts there. */
static uint32_t count_calls(const struct loops_maker *m, uint32_t loop, uint32_t n)
{
    const struct sw_flame_edge *edges = m->g->edges;
    const char *file = sw_string(site_of(m, m->list[loop])->caller_place.file);
    double wanted = edges[m->list[loop]].weight[SW_FLAME_WORK], sum = 0;
    double least = wanted - wanted / 1000 - 16, most = wanted + wanted / 1000 + 16;
    uint32_t found = 0;
    if (!(wanted > 0))
        return 0;
    if (n > loop + 1 + MOST_CALLS)
        n = loop + 1 + MOST_CALLS;
    for (uint32_t i = loop + 1; i < n && sum <= most; i++) {
        if (strcmp(sw_string(site_of(m, m->list[i])->caller_place.file), file))
            break;
        if (!m->in[i])
            sum += whole(&edges[m->list[i]]);
        if (sum > 0 && sum >= least && sum <= most)
            found = i - loop;
    }
    return found;
}

/* The loop becomes a function, which its calls are in. */
static void enter(struct loops_maker *m, uint32_t loop, uint32_t calls)
{
    struct sw_flame_graph *g = m->g;
    uint32_t function = (uint32_t)g->n_functions++;
    g->functions[function].name = "";
    g->edges[m->list[loop]].callee = function;
    for (uint32_t i = loop + 1; i <= loop + calls; i++)
        if (!m->in[i]) {
            m->in[i] = loop + 1;
            g->edges[m->list[i]].caller = function;
        }
}

static void look_at(struct loops_maker *m, uint32_t first, uint32_t n)
{
    uint32_t listed = 0, loops = 0;
    for (uint32_t i = first; i < first + n; i++)
        if (m->g->edges[i].site != SW_FLAME_NO_SITE) {
            loops += is_loop(site_of(m, i));
            m->list[listed++] = i;
        }
    if (!loops)
        return;
    qsort_r(m->list, listed, sizeof *m->list, compare, m);
    memset(m->in, 0, listed * sizeof *m->in);
    for (uint32_t i = listed; i-- > 0;) { /* the inner ones first */
        uint32_t calls = is_loop(site_of(m, m->list[i])) ? count_calls(m, i, listed) : 0;
        if (calls)
            enter(m, i, calls);
    }
}

/* Puts calls into the loops that they are in; sorts the edges by caller. 0 or -ENOMEM. */
static int find_loops(struct sw_flame_graph *g, const struct sw_profile *p)
{
    SW_POOL(pool);
    struct loops_maker m = {.g = g, .p = p};
    size_t n = g->n_functions;
    sort_edges(g);
    SW_POOLED(&pool, m.list, g->n_edges);
    SW_POOLED(&pool, m.in, g->n_edges);
    for (size_t i = 1; !pool.error && i < n; i++)
        look_at(&m, g->functions[i].first, g->functions[i].n);
    sort_edges(g);
    return pool.error;
}

struct visit {
    uint32_t index, low; /* index 0: not seen yet */
    uint32_t next;       /* edge to look at */
    uint32_t above;      /* function that led here */
    int open;            /* its component is not complete */
};

struct search {
    struct sw_flame_graph *g;
    struct visit *visits;
    uint32_t *open; /* functions whose component is not complete, in the order they were seen */
    uint32_t n_open, n_seen, n_members;
};

static void graph_enter(struct search *s, uint32_t function, uint32_t above)
{
    uint32_t index = ++s->n_seen;
    s->visits[function] = (struct visit){index, index, 0, above, 1};
    s->open[s->n_open++] = function;
}

static void close_component(struct search *s, uint32_t function)
{
    struct sw_flame_graph *g = s->g;
    struct sw_flame_component *c = &g->components[g->n_components];
    uint32_t member;
    c->first = s->n_members;
    do {
        member = s->open[--s->n_open];
        s->visits[member].open = 0;
        g->functions[member].component = (uint32_t)g->n_components;
        g->members[s->n_members++] = member;
    } while (member != function);
    c->n = s->n_members - c->first;
    g->n_components++;
}

/* One step from a function; returns the one to go on with. */
static uint32_t step(struct search *s, uint32_t at)
{
    struct visit *v = &s->visits[at];
    const struct sw_flame_function *f = &s->g->functions[at];
    if (v->next < f->n) {
        uint32_t callee = s->g->edges[f->first + v->next++].callee;
        if (callee == SW_FLAME_LEAF)
            return at;
        if (!s->visits[callee].index) {
            graph_enter(s, callee, at);
            return callee;
        }
        if (s->visits[callee].open && s->visits[callee].index < v->low)
            v->low = s->visits[callee].index;
        return at;
    }
    if (v->low == v->index)
        close_component(s, at);
    else if (v->low < s->visits[v->above].low)
        s->visits[v->above].low = v->low;
    return v->above;
}

static void search_from(struct search *s, uint32_t function)
{
    graph_enter(s, function, SW_FLAME_LEAF);
    for (uint32_t at = function; at != SW_FLAME_LEAF;)
        at = step(s, at);
}

static int find_components(struct sw_flame_graph *g)
{
    struct search s = {.g = g};
    SW_POOLED(&g->pool, g->components, g->n_functions);
    SW_POOLED(&g->pool, g->members, g->n_functions);
    SW_POOLED(&g->pool, s.visits, g->n_functions);
    SW_POOLED(&g->pool, s.open, g->n_functions);
    for (uint32_t i = (uint32_t)g->n_functions; !g->pool.error && i-- > 0;)
        if (!s.visits[i].index)
            search_from(&s, i);
    return g->pool.error;
}

/* A cycle that nothing leads to begins a path: at the function that is called most. */
static int add_entries(struct sw_flame_graph *g)
{
    SW_FREED size_t *entries = calloc(g->n_components, sizeof *entries);
    SW_FREED double *calls = calloc(g->n_functions, sizeof *calls);
    if (!entries || !calls)
        return -ENOMEM;
    SW_EACH (e, g->edges, g->n_edges) {
        if (e->callee == SW_FLAME_LEAF)
            continue;
        calls[e->callee] += e->count[SW_FLAME_WORK];
        entries[g->functions[e->callee].component] += !sw_flame_is_within(g, e);
    }
    for (size_t c = 0; c + 1 < g->n_components; c++) {
        const uint32_t *members = g->members + g->components[c].first;
        uint32_t most = members[0];
        for (uint32_t i = 1; i < g->components[c].n; i++)
            if (calls[members[i]] > calls[most])
                most = members[i];
        if (!entries[c])
            g->edges[g->n_edges++] =
                (struct sw_flame_edge){.callee = most, .site = SW_FLAME_NO_SITE, .count = {1, 1}};
    }
    sort_edges(g);
    return 0;
}

/* Those that call a function from within its component. */
static int list_within(struct sw_flame_graph *g)
{
    uint32_t n = 0;
    for (size_t i = 0; i < g->n_edges; i++)
        if (sw_flame_is_within(g, &g->edges[i]))
            g->functions[g->edges[i].callee].n_within++;
    for (size_t i = 0; i < g->n_functions; i++) {
        g->functions[i].first_within = n;
        n += g->functions[i].n_within;
        g->functions[i].n_within = 0;
    }
    if (!SW_POOLED(&g->pool, g->within, n))
        return -ENOMEM;
    for (size_t i = 0; i < g->n_edges; i++)
        if (sw_flame_is_within(g, &g->edges[i])) {
            struct sw_flame_function *f = &g->functions[g->edges[i].callee];
            g->within[f->first_within + f->n_within++] = (uint32_t)i;
        }
    return 0;
}

/* What shares are in proportion to: the first of these that there is any of. */
static double claim(const struct sw_flame_edge *e, int side, int kind)
{
    switch (kind) {
    case 0:
        return e->weight[side];
    case 1:
        return e->count[side];
    case 2:
        return e->count[SW_FLAME_WORK];
    }
    return 1;
}

enum { CLAIMS = 4 };

struct claims {
    double sums[SW_FLAME_SIDES][CLAIMS];
};

/* Whom an edge shares with: who enters the component, or who calls the function within. What a recursive call
 * spent has others inside: how often it called is better then. */
static struct claims *claims_of(const struct sw_flame_graph *g, const struct sw_flame_edge *e,
                                struct claims *entering, struct claims *within)
{
    return sw_flame_is_within(g, e) ? &within[e->callee]
                                    : &entering[g->functions[e->callee].component];
}

static void share_out(const struct sw_flame_graph *g, struct claims *entering,
                      struct claims *within)
{
    SW_EACH (e, g->edges, g->n_edges) {
        if (e->callee == SW_FLAME_LEAF)
            continue;
        struct claims *c = claims_of(g, e, entering, within);
        for (int side = 0; side < SW_FLAME_SIDES; side++)
            for (int kind = sw_flame_is_within(g, e); kind < CLAIMS; kind++)
                c->sums[side][kind] += claim(e, side, kind);
    }
    SW_EACH (e, g->edges, g->n_edges) {
        if (e->callee == SW_FLAME_LEAF)
            continue;
        const struct claims *c = claims_of(g, e, entering, within);
        for (int side = 0; side < SW_FLAME_SIDES; side++) {
            int kind = 0;
            while (!(c->sums[side][kind] > 0))
                kind++;
            e->share[side] = claim(e, side, kind) / c->sums[side][kind];
        }
    }
}

static int find_shares(struct sw_flame_graph *g)
{
    SW_FREED struct claims *entering = calloc(g->n_components, sizeof *entering);
    SW_FREED struct claims *within = calloc(g->n_functions, sizeof *within);
    if (!entering || !within)
        return -ENOMEM;
    share_out(g, entering, within);
    return 0;
}

static void add_up_function(struct sw_flame_graph *g, struct sw_flame_function *f,
                            struct sw_flame_component *c)
{
    for (uint32_t i = 0; i < f->n; i++) {
        const struct sw_flame_edge *e = &g->edges[f->first + i];
        for (int side = 0; side < SW_FLAME_SIDES; side++) {
            double value = e->local[side];
            if (e->callee != SW_FLAME_LEAF && !sw_flame_is_within(g, e))
                value +=
                    e->share[side] * g->components[g->functions[e->callee].component].below[side];
            c->below[side] += value;
            if (!sw_flame_is_within(g, e))
                f->exits[side] += value;
        }
    }
}

static void add_up(struct sw_flame_graph *g)
{
    SW_EACH (c, g->components, g->n_components)
        for (uint32_t k = 0; k < c->n; k++)
            add_up_function(g, &g->functions[g->members[c->first + k]], c);
}

int sw_flame_graph_make(struct sw_flame_graph *g, const struct sw_profile *profile)
{
    *g = (struct sw_flame_graph){.n_edges = 0};
    int error = make_functions(g, profile) ?: find_loops(g, profile);
    error = error ?: find_components(g) ?: add_entries(g) ?: list_within(g) ?: find_shares(g);
    if (error)
        sw_flame_graph_release(g);
    else
        add_up(g);
    return error;
}

void sw_flame_graph_release(struct sw_flame_graph *g)
{
    sw_pool_release(&g->pool);
    *g = (struct sw_flame_graph){.n_edges = 0};
}
