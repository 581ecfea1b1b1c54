/* The program tree of a profile: in memory, written, and read. Items are written in the order of the nodes that have them, whatever it is in
 * memory. */
#include "profile/program_tree.h"
#include "profile/chunks.h"

static const struct sw_layout measure_layout =
    SW_LAYOUT(struct sw_tree_measure, SW_64_TO(sw_tree_measure, recorded, unclosed));

/* Number 0 is no node, no site and no lock: lists begin with number 1. */
static const struct sw_layout node_layout =
    SW_LAYOUT_FROM(1, struct sw_node, SW_8(sw_node, kind), SW_8(sw_node, schedule),
                   SW_8(sw_node, flags), SW_ZEROS(1), SW_32(sw_node, site), SW_32(sw_node, detail),
                   SW_32(sw_node, n_items), SW_64(sw_node, count), SW_64(sw_node, sum));

static const struct sw_layout item_layout =
    SW_LAYOUT(struct sw_item, SW_32(sw_item, node), SW_32(sw_item, count));

static const struct sw_layout site_layout =
    SW_LAYOUT_FROM(1, struct sw_tree_site, SW_32_TO(sw_tree_site, kind, line),
                   SW_64_TO(sw_tree_site, address, callee), SW_STRING(sw_tree_site, label),
                   SW_STRING(sw_tree_site, file), SW_STRING(sw_tree_site, function),
                   SW_STRING(sw_tree_site, caller));

static const struct sw_layout lock_layout = SW_LAYOUT_FROM(
    1, struct sw_tree_lock, SW_64(sw_tree_lock, id), SW_STRING(sw_tree_lock, label), SW_ZEROS(4));

void sw_writer_tree(struct sw_writer *w, const struct sw_program_tree *tree)
{
    size_t n = 0;
    if (!tree->n_nodes)
        return;
    sw_writer_record(w, SW_CHUNK_TREE, &measure_layout, &tree->measure);
    sw_writer_records(w, SW_CHUNK_NODES, &node_layout, tree->nodes, tree->n_nodes);
    sw_writer_list(w, SW_CHUNK_ITEMS, sw_layout_size(&item_layout), 0);
    for (size_t i = 1; i < tree->n_nodes; n += tree->nodes[i++].n_items)
        sw_writer_fields(w, &item_layout, tree->items + tree->nodes[i].first,
                         tree->nodes[i].n_items);
    sw_writer_count(w, n);
    sw_writer_end(w);
    sw_writer_records(w, SW_CHUNK_TREESITES, &site_layout, tree->sites, tree->n_sites);
    sw_writer_records(w, SW_CHUNK_TREELOCKS, &lock_layout, tree->locks, tree->n_locks);
}

void sw_tree_release(const struct sw_profile *p, struct sw_program_tree *tree)
{
    if (!tree->shared) {
        sw_records_release(p, &site_layout, tree->sites, tree->n_sites);
        sw_records_release(p, &lock_layout, tree->locks, tree->n_locks);
    }
    free(tree->nodes);
    free(tree->items);
    *tree = (struct sw_program_tree){0};
}

void sw_program_tree_release(struct sw_program_tree *tree)
{
    static const struct sw_profile none;
    sw_tree_release(&none, tree);
}

int sw_program_tree_take(struct sw_program_tree *tree, struct sw_program_tree *from)
{
    *tree = *from;
    from->nodes = NULL;
    from->items = NULL;
    from->n_nodes = from->n_items = 0;
    tree->shared = 0;
    tree->sites = sw_records_copy(&site_layout, from->sites, from->n_sites);
    tree->locks = sw_records_copy(&lock_layout, from->locks, from->n_locks);
    if (tree->sites && tree->locks)
        return 0;
    tree->n_sites = tree->sites ? tree->n_sites : 0;
    tree->n_locks = tree->locks ? tree->n_locks : 0;
    sw_program_tree_release(tree);
    return -ENOMEM;
}

/*
 * The program tree. Who reads it later walks it without looking: so nodes are checked to stand where
 * they may, after their items, not too deep, and sums over the unfolded tree to have no overflow.
 */

#define MOST  0x1p62 /* nodes, and length, of the unfolded tree */
#define SLACK 1e6    /* of a length: rounding, of many nodes */

/* What is known of the nodes so far, by number. */
struct seen {
    double nodes, length; /* unfolded */
    uint32_t depth;
    bool tasks; /* a group with tasks in it: stands where those may */
};

/* What a node says of itself. */
static bool is_sound(const struct sw_program_tree *tree, const struct sw_node *node)
{
    unsigned flags = node->kind == SW_NODE_SECTION ? (SW_NODE_NOWAIT | SW_NODE_SAME_TEAM)
                     : node->kind == SW_NODE_GROUP ? SW_NODE_SHUFFLED
                                                   : 0;
    bool section = node->kind == SW_NODE_SECTION, lock = node->kind == SW_NODE_LOCK;
    return node->kind > SW_NODE_NONE && node->kind < SW_NODE_KINDS &&
           node->schedule < (section ? SW_SECTIONS : 1) && !(node->flags & ~flags) &&
           node->site < tree->n_sites && node->n_items <= tree->n_items - node->first &&
           !(node->kind == SW_NODE_WORK && node->n_items) &&
           !(lock && (!node->detail || node->detail >= tree->n_locks));
}

/* Whether its items may stand in it. */
static bool is_sound_list(const struct sw_program_tree *tree, size_t number, struct seen *seen)
{
    const struct sw_node *node = &tree->nodes[number];
    struct seen *own = &seen[number];
    bool may_have_tasks = node->kind == SW_NODE_SECTION || node->kind == SW_NODE_GROUP;
    *own = (struct seen){.nodes = 1, .depth = 1};
    if (node->kind == SW_NODE_WORK)
        own->length = sw_node_length(node);
    for (uint32_t k = 0; k < node->n_items; k++) {
        struct sw_item item = tree->items[node->first + k];
        if (!item.node || item.node >= number || !item.count)
            return false;
        const struct seen *inner = &seen[item.node];
        bool tasks = tree->nodes[item.node].kind == SW_NODE_TASK || inner->tasks;
        if (tasks && !may_have_tasks)
            return false;
        own->tasks |= tasks && node->kind == SW_NODE_GROUP;
        own->nodes += item.count * inner->nodes;
        own->length += item.count * inner->length;
        own->depth = inner->depth + 1 > own->depth ? inner->depth + 1 : own->depth;
    }
    return own->depth <= SW_FORMAT_MAX_NESTED && own->nodes < MOST && own->length < MOST &&
           (double)node->sum < MOST;
}

/* The root says how long the whole is, and nothing in it is longer: the emulator's grid is made by that. Lengths are means, so it need
 * not be exact; where strands are so short that most of what they took was subtracted, they may be far too long, and so it is made. */
static void cover(struct sw_node *root, double longest)
{
    if (longest > 2 * sw_node_length(root) + SLACK)
        root->sum = (uint64_t)longest;
}

static void read_nodes(struct sw_reader *r)
{
    struct sw_program_tree *tree = &r->profile->tree;
    tree->nodes = sw_reader_records(r, SW_CHUNK_NODES, &node_layout, &tree->n_nodes);
    SW_FREED struct seen *seen = calloc(tree->n_nodes + 1, sizeof *seen);
    uint64_t first = 0;
    bool sound = seen && tree->n_nodes > 1;
    double longest = 0;
    for (size_t i = 1; sound && i < tree->n_nodes; i++) {
        struct sw_node *node = &tree->nodes[i];
        node->first = first;
        sound = is_sound(tree, node) && is_sound_list(tree, i, seen);
        first += node->n_items;
        longest = seen[i].length > longest ? seen[i].length : longest;
    }
    if (!seen)
        sw_reader_no_memory(r);
    sw_reader_check(r, SW_CHUNK_NODES,
                    sound && first == tree->n_items &&
                        tree->nodes[tree->n_nodes - 1].kind == SW_NODE_CALL);
    if (!r->error)
        cover(&tree->nodes[tree->n_nodes - 1], longest);
}

void sw_reader_tree(struct sw_reader *r)
{
    struct sw_program_tree *tree = &r->profile->tree;
    if (!sw_reader_record(r, SW_CHUNK_TREE, &measure_layout, &tree->measure))
        return;
    tree->sites = sw_reader_records(r, SW_CHUNK_TREESITES, &site_layout, &tree->n_sites);
    for (size_t i = 1; i < tree->n_sites; i++)
        sw_reader_check(r, SW_CHUNK_TREESITES, tree->sites[i].kind < SW_NODE_KINDS);
    tree->locks = sw_reader_records(r, SW_CHUNK_TREELOCKS, &lock_layout, &tree->n_locks);
    tree->items = sw_reader_records(r, SW_CHUNK_ITEMS, &item_layout, &tree->n_items);
    read_nodes(r);
}
