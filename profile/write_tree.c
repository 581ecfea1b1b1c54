/* The program tree. Items are written in the order of the nodes that have them, whatever it is in memory. */
#include "profile/format.h"
#include "profile/writer.h"

static void put_measure(struct sw_writer *w, const struct sw_tree_measure *m)
{
    sw_writer_begin(w, SW_TAG_TREE);
    sw_writer_put64(w, m->recorded);
    sw_writer_put64(w, m->bytes);
    sw_writer_put64(w, m->window);
    sw_writer_put64(w, m->merged);
    sw_writer_put64(w, m->moved);
    sw_writer_put64(w, m->lost);
    sw_writer_put64(w, m->unclosed);
    sw_writer_end(w);
}

/* Number 0 is no node, no site and no lock: lists begin with number 1. */
static size_t without_0(size_t n)
{
    return n ? n - 1 : 0;
}

static void put_nodes(struct sw_writer *w, const struct sw_program_tree *tree)
{
    sw_writer_list(w, SW_TAG_NODES, SW_RECORD_NODE, without_0(tree->n_nodes));
    for (size_t i = 1; i < tree->n_nodes; i++) {
        const struct sw_node *node = &tree->nodes[i];
        sw_writer_put32(w, (uint32_t)node->kind | (uint32_t)node->schedule << 8 |
                               (uint32_t)node->flags << 16);
        sw_writer_put32(w, node->site);
        sw_writer_put32(w, node->detail);
        sw_writer_put32(w, node->n_items);
        sw_writer_put64(w, node->count);
        sw_writer_put64(w, node->sum);
    }
    sw_writer_end(w);
}

static void put_items(struct sw_writer *w, const struct sw_program_tree *tree)
{
    size_t n = 0;
    sw_writer_list(w, SW_TAG_ITEMS, SW_RECORD_ITEM, 0);
    for (size_t i = 1; i < tree->n_nodes; i++) {
        const struct sw_node *node = &tree->nodes[i];
        for (uint32_t k = 0; k < node->n_items; k++) {
            sw_writer_put32(w, tree->items[node->first + k].node);
            sw_writer_put32(w, tree->items[node->first + k].count);
        }
        n += node->n_items;
    }
    sw_writer_count(w, n);
    sw_writer_end(w);
}

static void put_sites(struct sw_writer *w, const struct sw_program_tree *tree)
{
    sw_writer_list(w, SW_TAG_TREESITES, SW_RECORD_TREE_SITE, without_0(tree->n_sites));
    for (size_t i = 1; i < tree->n_sites; i++) {
        const struct sw_tree_site *site = &tree->sites[i];
        sw_writer_put32(w, site->kind);
        sw_writer_put32(w, site->line);
        sw_writer_put64(w, site->address);
        sw_writer_put64(w, site->callee);
        sw_writer_string(w, site->label);
        sw_writer_string(w, site->file);
        sw_writer_string(w, site->function);
        sw_writer_string(w, site->caller);
    }
    sw_writer_end(w);
}

static void put_locks(struct sw_writer *w, const struct sw_program_tree *tree)
{
    sw_writer_list(w, SW_TAG_TREELOCKS, SW_RECORD_TREE_LOCK, without_0(tree->n_locks));
    for (size_t i = 1; i < tree->n_locks; i++) {
        sw_writer_put64(w, tree->locks[i].id);
        sw_writer_string(w, tree->locks[i].label);
        sw_writer_put32(w, 0);
    }
    sw_writer_end(w);
}

void sw_writer_tree(struct sw_writer *w, const struct sw_program_tree *tree)
{
    if (!tree->n_nodes)
        return;
    put_measure(w, &tree->measure);
    put_nodes(w, tree);
    put_items(w, tree);
    put_sites(w, tree);
    put_locks(w, tree);
}
