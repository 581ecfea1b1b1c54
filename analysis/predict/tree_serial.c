#include "analysis/predict/tree_sites.h"
#include "analysis/workspan/serial_functions.h"
#include "base/grow.h"
#include "base/pool.h"

#define MOST  4    /* functions, ... */
#define SMALL 0.05 /* ... which hold so much of it */

struct naming {
    struct sw_program_tree *tree;
    struct {
        uint32_t site;
        double share;
    } of[MOST];
    unsigned n;
    bool *outside; /* by node: it stands outside all sections, there or elsewhere */
    uint32_t
        *first; /* by node: what stands for it there, which of work is n + 1 nodes; 0: itself */
    size_t nodes_room, items_room;
};

static int add_node(struct naming *m, struct sw_node node)
{
    struct sw_program_tree *t = m->tree;
    if (!SW_GROW(t->nodes, t->n_nodes, m->nodes_room))
        return -ENOMEM;
    t->nodes[t->n_nodes++] = node;
    return 0;
}

static int add_item(struct naming *m, uint32_t node, uint32_t count)
{
    struct sw_program_tree *t = m->tree;
    if (!SW_GROW(t->items, t->n_items, m->items_room))
        return -ENOMEM;
    t->items[t->n_items++] = (struct sw_item){node, count};
    return 0;
}

/* The work of each function, their calls, and the rest: 2 n + 1 nodes, of which the last n + 1 count. */
static int divide(struct naming *m, uint32_t i)
{
    struct sw_program_tree *t = m->tree;
    struct sw_node rest = t->nodes[i];
    uint32_t parts = (uint32_t)t->n_nodes;
    int error = 0;
    for (unsigned k = 0; !error && k < m->n; k++) {
        struct sw_node part = t->nodes[i];
        part.sum = (uint64_t)((double)part.sum * m->of[k].share);
        rest.sum -= part.sum < rest.sum ? part.sum : rest.sum;
        error = add_node(m, part);
    }
    m->first[i] = (uint32_t)t->n_nodes;
    for (unsigned k = 0; !error && k < m->n; k++) {
        struct sw_node call = {.kind = SW_NODE_CALL, .site = m->of[k].site, .n_items = 1};
        call.first = t->n_items;
        call.sum = (uint64_t)(sw_node_length(&t->nodes[parts + k]) + 0.5);
        error = add_item(m, parts + k, 1) ?: add_node(m, call);
    }
    return error ?: add_node(m, rest);
}

/* A node of several, with what stands for its items. */
static int copy(struct naming *m, uint32_t i, struct sw_node node)
{
    struct sw_program_tree *t = m->tree;
    uint64_t from = node.first, n = node.n_items;
    int error = 0;
    node.first = t->n_items;
    for (uint64_t k = 0; !error && k < n; k++) {
        struct sw_item item = t->items[from + k];
        uint32_t first = m->first[item.node];
        unsigned parts = first && t->nodes[item.node].kind == SW_NODE_WORK ? m->n + 1 : 1;
        for (unsigned part = 0; !error && part < parts; part++)
            error = add_item(m, first ? first + part : item.node, item.count);
    }
    node.n_items = (uint32_t)(t->n_items - node.first);
    m->first[i] = (uint32_t)t->n_nodes;
    return error ?: add_node(m, node);
}

static bool is_list(const struct sw_node *node)
{
    return node->kind == SW_NODE_CALL || node->kind == SW_NODE_GROUP;
}

/* The root is the last node, and comes last again. */
static int rebuild(struct naming *m)
{
    struct sw_program_tree *t = m->tree;
    uint32_t root = sw_program_tree_root(t);
    struct sw_node last = t->nodes[root];
    int error = 0;
    m->outside[root] = true;
    for (uint32_t i = root; i > 0; i--)
        if (m->outside[i] && is_list(&t->nodes[i]))
            SW_EACH (item, t->items + t->nodes[i].first, t->nodes[i].n_items)
                m->outside[item->node] = true;
    t->n_nodes--;
    for (uint32_t i = 1; !error && i < root; i++)
        if (m->outside[i] && t->nodes[i].kind == SW_NODE_WORK)
            error = divide(m, i);
        else if (m->outside[i] && is_list(&t->nodes[i]))
            error = copy(m, i, t->nodes[i]);
    return error ?: copy(m, root, last);
}

static int add_site(struct naming *m, const struct sw_serial_function *f, double share)
{
    struct sw_program_tree *t = m->tree;
    struct sw_tree_site *sites = realloc(t->sites, (t->n_sites + 1) * sizeof *sites);
    if (!sites)
        return -ENOMEM;
    t->sites = sites;
    sites[t->n_sites] = (struct sw_tree_site){.kind = SW_NODE_CALL,
                                              .line = f->line,
                                              .label = strdup(""),
                                              .file = strdup(f->function->file),
                                              .function = strdup(f->function->function),
                                              .caller = strdup("")};
    const struct sw_tree_site *site = &sites[t->n_sites];
    m->of[m->n].site = (uint32_t)t->n_sites++;
    m->of[m->n++].share = share;
    return site->label && site->file && site->function && site->caller ? 0 : -ENOMEM;
}

/* main is all of the program: what it does itself needs no other name than the tree's. */
static int choose_functions(struct naming *m, const struct sw_profile *p)
{
    struct sw_serial_functions serial;
    int error = sw_serial_functions_of(&serial, p, SW_SERIAL_CODE, NULL);
    if (error)
        return error;
    for (size_t i = 0; !error && i < serial.n && m->n < MOST; i++) {
        const struct sw_serial_function *f = &serial.items[i];
        double share = (double)f->samples / (double)serial.samples;
        if (serial.samples >= SW_SAMPLES_ENOUGH && share >= SMALL && f->line &&
            strcmp(f->function->function, "main") != 0)
            error = add_site(m, f, share);
    }
    sw_serial_functions_release(&serial);
    return error;
}

int sw_tree_name_serial(struct sw_profile *p)
{
    SW_POOL(pool);
    struct naming m = {
        .tree = &p->tree, .nodes_room = p->tree.n_nodes, .items_room = p->tree.n_items};
    if (!p->tree.n_nodes || !p->sampled.n_paths)
        return 0;
    SW_POOLED(&pool, m.outside, p->tree.n_nodes);
    SW_POOLED(&pool, m.first, p->tree.n_nodes);
    int error = pool.error ?: choose_functions(&m, p);
    return error || !m.n ? error : rebuild(&m);
}
