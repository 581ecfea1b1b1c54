/*
 * Components are found as Tarjan does, with a stack of our own: call paths may be long. They come out callees
 * first, so that what is below one is known before who calls it has its turn.
 */
#include "analysis/flame/graph.h"
#include "analysis/flame/flame.h"
#include "base/libc.h"

static int compare_edges(const void *a, const void *b)
{
    const struct sw_flame_edge *x = a, *y = b;
    if (x->caller != y->caller)
        return x->caller < y->caller ? -1 : 1;
    return x->site < y->site ? -1 : x->site > y->site;
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

static void enter(struct search *s, uint32_t function, uint32_t above)
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
            enter(s, callee, at);
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
    enter(s, function, SW_FLAME_LEAF);
    for (uint32_t at = function; at != SW_FLAME_LEAF;)
        at = step(s, at);
}

static int find_components(struct sw_flame_graph *g)
{
    struct search s = {.g = g};
    g->components = calloc(g->n_functions, sizeof *g->components);
    g->members = calloc(g->n_functions, sizeof *g->members);
    s.visits = calloc(g->n_functions, sizeof *s.visits);
    s.open = calloc(g->n_functions, sizeof *s.open);
    int error = g->components && g->members && s.visits && s.open ? 0 : -ENOMEM;
    for (uint32_t i = (uint32_t)g->n_functions; !error && i-- > 0;)
        if (!s.visits[i].index)
            search_from(&s, i);
    free(s.visits);
    free(s.open);
    return error;
}

/* A cycle that nothing leads to begins a path: at the function that is called most. */
static int add_entries(struct sw_flame_graph *g)
{
    SW_FREED size_t *entries = calloc(g->n_components, sizeof *entries);
    SW_FREED double *calls = calloc(g->n_functions, sizeof *calls);
    if (!entries || !calls)
        return -ENOMEM;
    for (size_t i = 0; i < g->n_edges; i++) {
        const struct sw_flame_edge *e = &g->edges[i];
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
    g->within = calloc(n + 1, sizeof *g->within);
    if (!g->within)
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
    for (size_t i = 0; i < g->n_edges; i++) {
        struct sw_flame_edge *e = &g->edges[i];
        if (e->callee == SW_FLAME_LEAF)
            continue;
        struct claims *c = claims_of(g, e, entering, within);
        for (int side = 0; side < SW_FLAME_SIDES; side++)
            for (int kind = sw_flame_is_within(g, e); kind < CLAIMS; kind++)
                c->sums[side][kind] += claim(e, side, kind);
    }
    for (size_t i = 0; i < g->n_edges; i++) {
        struct sw_flame_edge *e = &g->edges[i];
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
    struct claims *entering = calloc(g->n_components, sizeof *entering);
    SW_FREED struct claims *within = calloc(g->n_functions, sizeof *within);
    int error = entering && within ? 0 : -ENOMEM;
    if (!error)
        share_out(g, entering, within);
    free(entering);
    return error;
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
    for (size_t i = 0; i < g->n_components; i++) {
        struct sw_flame_component *c = &g->components[i];
        for (uint32_t k = 0; k < c->n; k++)
            add_up_function(g, &g->functions[g->members[c->first + k]], c);
    }
}

int sw_flame_graph_make(struct sw_flame_graph *g, const struct sw_profile *profile)
{
    *g = (struct sw_flame_graph){.n_edges = 0};
    int error = sw_flame_functions_make(g, profile);
    if (!error) {
        sort_edges(g);
        error = sw_flame_loops(g, profile);
    }
    if (!error) {
        sort_edges(g);
        error = find_components(g);
    }
    if (!error)
        error = add_entries(g);
    if (!error)
        error = list_within(g);
    if (!error)
        error = find_shares(g);
    if (error)
        sw_flame_graph_release(g);
    else
        add_up(g);
    return error;
}

void sw_flame_graph_release(struct sw_flame_graph *g)
{
    free(g->functions);
    free(g->edges);
    free(g->components);
    free(g->members);
    free(g->within);
    *g = (struct sw_flame_graph){.n_edges = 0};
}
