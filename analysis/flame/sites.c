/*
 * Call paths from call sites: the graph of functions is unfolded from its roots, the largest first. A node has a
 * fraction of what each site of its function did, and hands fractions of it on, so that all fractions of a site are 1
 * together. A graph may have more paths than there is room for: what is not unfolded is a node of its own.
 *
 * A component is unfolded once for each path that enters it: below that, a node for each call within it, and below
 * these what their functions call outside it. What the function that was entered calls is below the entry itself.
 */
#include "analysis/flame/graph.h"
#include "analysis/flame/parts.h"

enum { ROOM_FOR_PATHS = 250000 }; /* nodes, beside some for each site */

/* A node whose function is still to be unfolded below it. */
struct task {
    uint32_t node, function;
    double fraction[SW_FLAME_SIDES];
    double size;
};

struct unfolder {
    struct sw_flame_builder *b;
    const struct sw_profile *p;
    struct sw_flame_graph graph;
    struct task *heap; /* the largest first */
    size_t n, room;
    size_t most_nodes;
    uint32_t *frames;  /* by site: one more than its frame; 0: none yet */
    uint32_t *outside; /* by function: the same of one that no site called */
    uint32_t *nodes; /* by edge: its node in the component that is being unfolded; 0: it is small */
    uint32_t smaller; /* frame */
    const double *totals;
};

static void push(struct unfolder *u, struct task task)
{
    if (!SW_FLAME_GROW(u->b, u->heap, u->n, u->room))
        return;
    size_t i = u->n++;
    for (; i && u->heap[(i - 1) / 2].size < task.size; i = (i - 1) / 2)
        u->heap[i] = u->heap[(i - 1) / 2];
    u->heap[i] = task;
}

static struct task pop(struct unfolder *u)
{
    struct task first = u->heap[0], last = u->heap[--u->n];
    size_t i = 0;
    for (size_t k; (k = 2 * i + 1) < u->n; i = k) {
        k += k + 1 < u->n && u->heap[k + 1].size > u->heap[k].size;
        if (u->heap[k].size <= last.size)
            break;
        u->heap[i] = u->heap[k];
    }
    u->heap[i] = last;
    return first;
}

static uint32_t frame_of(struct unfolder *u, const struct sw_flame_edge *e)
{
    uint32_t *frame = e->site == SW_FLAME_NO_SITE ? &u->outside[e->callee] : &u->frames[e->site];
    if (!*frame && e->site != SW_FLAME_NO_SITE)
        *frame = sw_flame_site_frame(u->b, u->p, e->site) + 1;
    else if (!*frame) {
        const char *name = u->graph.functions[e->callee].name;
        *frame = sw_flame_add_frame(u->b, *name ? name : "?", NULL, SW_FLAME_NO_SITE) + 1;
    }
    return *frame - 1;
}

/* Adds what is not unfolded below a node. */
static void put_rest(struct unfolder *u, uint32_t node, const double *rest)
{
    if (!(rest[0] > 0 || rest[1] > 0))
        return;
    uint32_t at = sw_flame_add_node(u->b, node, u->smaller);
    for (int side = 0; side < SW_FLAME_SIDES; side++)
        u->b->flame->nodes[at].self[side] += rest[side];
}

static const double *below(const struct unfolder *u, const struct sw_flame_edge *e)
{
    static const double nothing[SW_FLAME_SIDES];
    const struct sw_flame_graph *g = &u->graph;
    return e->callee == SW_FLAME_LEAF ? nothing
                                      : g->components[g->functions[e->callee].component].below;
}

/* A node for an edge, with a fraction of it; or, where all of that is small, more rest. 0: it was. `beyond` is what
 * is below the edge. */
static uint32_t put_edge(struct unfolder *u, const struct sw_flame_edge *e, uint32_t parent,
                         const double *fraction, const double *beyond, double *rest)
{
    double value[SW_FLAME_MEASURES_MOST] = {0};
    for (int side = 0; side < SW_FLAME_SIDES; side++)
        value[side] = fraction[side] * (e->local[side] + e->share[side] * beyond[side]);
    if (u->b->flame->n_nodes >= u->most_nodes || !sw_flame_is_large(u->b, value, u->totals)) {
        for (int side = 0; side < SW_FLAME_SIDES; side++)
            rest[side] += value[side];
        return 0;
    }
    uint32_t node = sw_flame_add_node(u->b, parent, frame_of(u, e));
    for (int side = 0; side < SW_FLAME_SIDES; side++)
        u->b->flame->nodes[node].self[side] += fraction[side] * e->local[side];
    return node;
}

static void put_exit(struct unfolder *u, const struct sw_flame_edge *e, uint32_t parent,
                     const double *fraction, double *rest)
{
    const double *beyond = below(u, e);
    uint32_t node = put_edge(u, e, parent, fraction, beyond, rest);
    struct task task = {.node = node, .function = e->callee};
    for (int side = 0; side < SW_FLAME_SIDES; side++) {
        task.fraction[side] = fraction[side] * e->share[side];
        double size =
            u->totals[side] > 0 ? task.fraction[side] * beyond[side] / u->totals[side] : 0;
        task.size = size > task.size ? size : task.size;
    }
    if (node && task.size > 0)
        push(u, task);
}

static void put_exits(struct unfolder *u, const struct sw_flame_function *f, uint32_t parent,
                      const double *fraction)
{
    double rest[SW_FLAME_SIDES] = {0};
    for (uint32_t i = 0; i < f->n && !u->b->error; i++) {
        const struct sw_flame_edge *e = &u->graph.edges[f->first + i];
        if (!sw_flame_is_within(&u->graph, e))
            put_exit(u, e, parent, fraction, rest);
    }
    put_rest(u, parent, rest);
}

/* What a function other than the one that was entered calls outside, below each that calls it. */
static void put_exits_within(struct unfolder *u, const struct sw_flame_function *f,
                             const double *fraction)
{
    for (uint32_t i = 0; i < f->n_within; i++) {
        uint32_t number = u->graph.within[f->first_within + i];
        const struct sw_flame_edge *e = &u->graph.edges[number];
        double part[SW_FLAME_SIDES];
        for (int side = 0; side < SW_FLAME_SIDES; side++)
            part[side] = fraction[side] * e->share[side];
        if (u->nodes[number])
            put_exits(u, f, u->nodes[number], part);
    }
}

/* The calls within the component that a function makes. */
static void put_within(struct unfolder *u, const struct sw_flame_function *f,
                       const struct task *task, double *rest)
{
    static const double nothing[SW_FLAME_SIDES];
    for (uint32_t i = 0; i < f->n && !u->b->error; i++) {
        const struct sw_flame_edge *e = &u->graph.edges[f->first + i];
        if (!sw_flame_is_within(&u->graph, e))
            continue;
        const double *exits =
            e->callee == task->function ? nothing : u->graph.functions[e->callee].exits;
        u->nodes[f->first + i] = put_edge(u, e, task->node, task->fraction, exits, rest);
    }
}

static void unfold(struct unfolder *u, const struct task *task)
{
    const struct sw_flame_graph *g = &u->graph;
    const struct sw_flame_function *entered = &g->functions[task->function];
    const struct sw_flame_component *c = &g->components[entered->component];
    double rest[SW_FLAME_SIDES] = {0};
    for (uint32_t i = 0; i < c->n; i++)
        put_within(u, &g->functions[g->members[c->first + i]], task, rest);
    put_rest(u, task->node, rest);
    put_exits(u, entered, task->node, task->fraction);
    for (uint32_t i = 0; i < c->n; i++) {
        const struct sw_flame_function *f = &g->functions[g->members[c->first + i]];
        if (f != entered)
            put_exits_within(u, f, task->fraction);
    }
}

static void unfold_all(struct unfolder *u)
{
    push(u, (struct task){.function = 0, .fraction = {1, 1}, .size = 1});
    while (u->n && !u->b->error) {
        struct task task = pop(u);
        double rest[SW_FLAME_SIDES];
        if (u->b->flame->n_nodes < u->most_nodes) {
            unfold(u, &task);
            continue;
        }
        const struct sw_flame_graph *g = &u->graph;
        for (int side = 0; side < SW_FLAME_SIDES; side++)
            rest[side] = task.fraction[side] *
                         g->components[g->functions[task.function].component].below[side];
        put_rest(u, task.node, rest);
    }
}

void sw_flame_sites(struct sw_flame_builder *b, const struct sw_profile *p)
{
    SW_POOL(pool);
    struct unfolder u = {.b = b, .p = p, .most_nodes = 2 * p->n_sites + ROOM_FOR_PATHS};
    b->flame->shared_out = 1;
    b->error = sw_flame_graph_make(&u.graph, p);
    if (b->error)
        return;
    u.totals = u.graph.components[u.graph.n_components - 1].below;
    SW_POOLED(&pool, u.frames, p->n_sites);
    SW_POOLED(&pool, u.outside, u.graph.n_functions);
    SW_POOLED(&pool, u.nodes, u.graph.n_edges);
    u.smaller = sw_flame_add_frame(b, SW_FLAME_SMALLER, NULL, SW_FLAME_NO_SITE);
    if (pool.error)
        b->error = pool.error;
    else
        unfold_all(&u);
    sw_flame_graph_release(&u.graph);
    free(u.heap);
}
