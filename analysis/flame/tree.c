/*
 * A program tree, unfolded by site as far as sites differ: instances of its nodes flow from the root down, as in
 * tree_site_figures.c, but apart for each path of sites that they come by. A node's number is less than those of all that
 * it stands in, so that all that comes to it is there when it has its turn. A site that is inside itself is
 * where it was first.
 */
#include "analysis/flame/parts.h"
#include "analysis/predict/tree_figures.h"
#include "analysis/predict/tree_sites.h"
#include "analysis/workspan/sites.h"
#include "base/order.h"

enum { MOST_ARRIVALS = 2000000 }; /* at a time */

/* Instances of a node, by a path. */
struct arrival {
    uint32_t at; /* node of the flame */
    uint32_t
        next; /* one more than the index of another one of the node, or of a free one; 0: none */
    struct sw_tree_flow flow;
};

struct maker {
    struct sw_flame_builder *b;
    const struct sw_profile *p;
    const struct sw_program_tree *tree;
    struct sw_node_path *paths;
    struct arrival *arrivals;
    size_t n, room;
    uint32_t free;       /* one more than the first that is */
    uint32_t *first;     /* by node: one more than the first that came; 0: none */
    struct arrival *now; /* those of the node whose turn it is */
    size_t now_room;
    uint32_t *frames; /* by site: one more than its frame; 0: none yet */
    uint32_t *sites;  /* by site: one more than the index of the profile's; 0: it has none */
    uint32_t serial, smaller;
    double totals[2];
};

/* The profile's sites were made from the tree's, in their order. */
static void match_sites(struct maker *m)
{
    const struct sw_program_tree *t = m->tree;
    size_t k = 0;
    for (uint32_t i = 1; i < t->n_sites && k < m->p->n_sites; i++) {
        const struct sw_tree_site *from = &t->sites[i];
        const struct sw_site *to = &m->p->sites[k];
        const char *kind = sw_node_kind_name(from->kind);
        if (to->kind == SW_SITE_ROOT || from->line != to->caller_place.line ||
            strcmp(from->file, sw_string(to->caller_place.file)) ||
            strcmp(from->function, sw_string(to->caller_place.function)) ||
            strncmp(kind, sw_string(to->callee_place.function), strlen(kind)))
            continue;
        m->sites[i] = (uint32_t)++k;
    }
}

static uint32_t make_frame(struct maker *m, uint32_t site)
{
    const struct sw_tree_site *s = &m->tree->sites[site];
    struct sw_place *place = &m->b->flame->places[site];
    char label[SW_TREE_NAME], name[2 * SW_TREE_NAME];
    if (m->sites[site])
        return sw_flame_site_frame(m->b, m->p, m->sites[site] - 1);
    sw_tree_site_name(m->tree, site, label);
    if (s->kind == SW_NODE_CALL)
        snprintf(name, sizeof name, "%s", label);
    else
        snprintf(name, sizeof name, "%s %s", sw_node_kind_name(s->kind),
                 *s->label ? label : "without a name");
    *place = (struct sw_place){
        .function = *s->caller ? s->caller : s->function, .file = s->file, .line = s->line};
    return sw_flame_add_frame(m->b, name, place, SW_FLAME_NO_SITE);
}

/* Where a site is that is called for at a node of the flame. */
static uint32_t descend(struct maker *m, uint32_t at, uint32_t site)
{
    const struct sw_flame *f = m->b->flame;
    if (!m->frames[site])
        m->frames[site] = make_frame(m, site) + 1;
    uint32_t frame = m->frames[site] - 1;
    for (uint32_t above = at; above; above = f->nodes[above].parent)
        if (f->nodes[above].frame == frame)
            return above;
    return sw_flame_child(m->b, at, frame);
}

static void count(struct maker *m, uint32_t at, double work, double span)
{
    if (!at)
        at = sw_flame_child(m->b, 0, m->serial);
    m->b->flame->nodes[at].self[0] += work;
    m->b->flame->nodes[at].self[1] += span;
}

/* Small ones, and those that there is no room for, stay where they are. */
static void arrive(struct maker *m, uint32_t number, uint32_t at, const struct sw_tree_flow *flow)
{
    const struct sw_node_path *path = &m->paths[number];
    double value[SW_FLAME_MEASURES_MOST] = {
        flow->all * path->work,
        flow->strand * path->span.strand + flow->end * path->span.end,
    };
    if (!(value[0] > 0 || value[1] > 0))
        return;
    if (!sw_flame_is_large(m->b, value, m->totals) || (!m->free && m->n >= MOST_ARRIVALS)) {
        count(m, sw_flame_child(m->b, at, m->smaller), value[0], value[1]);
        return;
    }
    uint32_t index = m->free;
    if (index)
        m->free = m->arrivals[index - 1].next;
    else if (!SW_FLAME_GROW(m->b, m->arrivals, m->n, m->room))
        return;
    else
        index = (uint32_t)++m->n;
    m->arrivals[index - 1] = (struct arrival){at, m->first[number], *flow};
    m->first[number] = index;
}

static int compare(const void *a, const void *b)
{
    const struct arrival *x = a, *y = b;
    return SW_RISING(x->at, y->at);
}

/* All that came to a node, one for each path. */
static size_t collect(struct maker *m, uint32_t number)
{
    size_t n = 0, to = 0;
    for (uint32_t i = m->first[number], next; i; i = next) {
        next = m->arrivals[i - 1].next;
        if (!SW_FLAME_GROW(m->b, m->now, n, m->now_room))
            return 0;
        m->now[n++] = m->arrivals[i - 1];
        m->arrivals[i - 1].next = m->free;
        m->free = i;
    }
    if (n > 1)
        qsort(m->now, n, sizeof *m->now, compare);
    for (size_t i = 0; i < n; i++) {
        if (!to || m->now[to - 1].at != m->now[i].at) {
            m->now[to++] = m->now[i];
            continue;
        }
        m->now[to - 1].flow.all += m->now[i].flow.all;
        m->now[to - 1].flow.strand += m->now[i].flow.strand;
        m->now[to - 1].flow.end += m->now[i].flow.end;
    }
    return to;
}

static void pass(struct maker *m, uint32_t number)
{
    const struct sw_node *node = &m->tree->nodes[number];
    size_t n = collect(m, number);
    for (size_t k = 0; k < n && !m->b->error; k++) {
        struct arrival a = m->now[k];
        if (node->kind == SW_NODE_WORK) {
            double length = sw_node_length(node);
            count(m, a.at, a.flow.all * length, a.flow.strand * length);
            continue;
        }
        if (node->site && node->site < m->tree->n_sites)
            a.at = descend(m, a.at, node->site);
        for (uint32_t i = 0; i < node->n_items && !m->b->error; i++) {
            struct sw_tree_flow flow = sw_tree_flow_down(m->tree, m->paths, number, &a.flow, i);
            arrive(m, m->tree->items[node->first + i].node, a.at, &flow);
        }
    }
}

static uint32_t serial_frame(struct maker *m)
{
    for (size_t i = 0; i < m->p->n_sites; i++)
        if (m->p->sites[i].kind == SW_SITE_ROOT)
            return sw_flame_site_frame(m->b, m->p, i);
    return sw_flame_add_frame(m->b, "serial code", NULL, SW_FLAME_NO_SITE);
}

static void unfold(struct maker *m)
{
    uint32_t root = sw_program_tree_root(m->tree);
    m->serial = serial_frame(m);
    m->smaller = sw_flame_add_frame(m->b, SW_FLAME_SMALLER, NULL, SW_FLAME_NO_SITE);
    m->totals[0] = m->paths[root].work;
    m->totals[1] = m->paths[root].span.strand;
    match_sites(m);
    arrive(m, root, 0, &(struct sw_tree_flow){1, 1, 0});
    for (uint32_t i = root; i >= 1 && !m->b->error; i--)
        pass(m, i);
}

void sw_flame_program_tree(struct sw_flame_builder *b, const struct sw_profile *p)
{
    SW_POOL(pool);
    const struct sw_program_tree *t = &p->tree;
    SW_FREED struct sw_node_path *paths = sw_tree_paths(t, 0);
    struct maker m = {.b = b, .p = p, .tree = t, .paths = paths};
    SW_POOLED(&pool, m.first, t->n_nodes);
    SW_POOLED(&pool, m.frames, t->n_sites);
    SW_POOLED(&pool, m.sites, t->n_sites);
    b->flame->places = calloc(t->n_sites + 1, sizeof *b->flame->places);
    if (paths && !pool.error && b->flame->places)
        unfold(&m);
    else
        b->error = -ENOMEM;
    free(m.arrivals);
    free(m.now);
}
