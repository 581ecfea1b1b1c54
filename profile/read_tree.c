/*
 * The program tree. Who reads it later walks it without looking: so nodes are checked to stand where
 * they may, after their items, not too deep, and sums over the unfolded tree to have no overflow.
 */
#include "profile/reader.h"

#include <stdbool.h>
#include <stdlib.h>

#define MOST  0x1p62 /* nodes, and length, of the unfolded tree */
#define SLACK 1e6    /* of a length: rounding, of many nodes */

/* What is known of the nodes so far, by number. */
struct seen {
    double nodes, length; /* unfolded */
    uint32_t depth;
    bool tasks; /* a group with tasks in it: stands where those may */
};

static int read_sites(struct sw_reader *r)
{
    struct sw_program_tree *tree = &r->profile->tree;
    struct sw_reader_list list;
    int bad = 0, error = sw_reader_open(r, SW_CHUNK_TREESITES, SW_RECORD_TREE_SITE, &list);
    if (error)
        return error;
    tree->sites = sw_reader_array(list.n + 1, sizeof *tree->sites);
    if (!tree->sites)
        return sw_reader_no_memory(r);
    for (tree->n_sites = 1; tree->n_sites <= list.n; tree->n_sites++, list.at += list.record) {
        struct sw_tree_site *site = &tree->sites[tree->n_sites];
        const unsigned char *at = list.at;
        site->kind = sw_reader_get32(&at);
        site->line = sw_reader_get32(&at);
        site->address = sw_reader_get64(&at);
        site->callee = sw_reader_get64(&at);
        site->label = sw_reader_string(r, &at, &bad);
        site->file = sw_reader_string(r, &at, &bad);
        site->function = sw_reader_string(r, &at, &bad);
        site->caller = sw_reader_string(r, &at, &bad);
        bad |= site->kind >= SW_NODE_KINDS;
    }
    return bad ? sw_reader_damaged(r, SW_TAG_TREESITES, "does not make sense") : 0;
}

static int read_locks(struct sw_reader *r)
{
    struct sw_program_tree *tree = &r->profile->tree;
    struct sw_reader_list list;
    int bad = 0, error = sw_reader_open(r, SW_CHUNK_TREELOCKS, SW_RECORD_TREE_LOCK, &list);
    if (error)
        return error;
    tree->locks = sw_reader_array(list.n + 1, sizeof *tree->locks);
    if (!tree->locks)
        return sw_reader_no_memory(r);
    for (tree->n_locks = 1; tree->n_locks <= list.n; tree->n_locks++, list.at += list.record) {
        const unsigned char *at = list.at;
        tree->locks[tree->n_locks].id = sw_reader_get64(&at);
        tree->locks[tree->n_locks].label = sw_reader_string(r, &at, &bad);
    }
    return bad ? sw_reader_damaged(r, SW_TAG_TREELOCKS, "names a string that is not there") : 0;
}

static int read_items(struct sw_reader *r)
{
    struct sw_program_tree *tree = &r->profile->tree;
    struct sw_reader_list list;
    int error = sw_reader_open(r, SW_CHUNK_ITEMS, SW_RECORD_ITEM, &list);
    if (error)
        return error;
    tree->items = sw_reader_array(list.n, sizeof *tree->items);
    if (!tree->items)
        return sw_reader_no_memory(r);
    for (; tree->n_items < list.n; tree->n_items++, list.at += list.record) {
        const unsigned char *at = list.at;
        tree->items[tree->n_items].node = sw_reader_get32(&at);
        tree->items[tree->n_items].count = sw_reader_get32(&at);
    }
    return 0;
}

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

static int read_nodes(struct sw_reader *r)
{
    struct sw_program_tree *tree = &r->profile->tree;
    struct sw_reader_list list;
    uint64_t first = 0;
    bool sound = true;
    double longest = 0;
    int error = sw_reader_open(r, SW_CHUNK_NODES, SW_RECORD_NODE, &list);
    if (error)
        return error;
    tree->nodes = sw_reader_array(list.n + 1, sizeof *tree->nodes);
    struct seen *seen = sw_reader_array(list.n + 1, sizeof *seen);
    if (!tree->nodes || !seen) {
        free(seen);
        return sw_reader_no_memory(r);
    }
    for (size_t i = 1; sound && i <= list.n; i++, list.at += list.record) {
        struct sw_node *node = &tree->nodes[i];
        const unsigned char *at = list.at;
        uint32_t what = sw_reader_get32(&at);
        node->kind = (uint8_t)what;
        node->schedule = (uint8_t)(what >> 8);
        node->flags = (uint8_t)(what >> 16);
        node->site = sw_reader_get32(&at);
        node->detail = sw_reader_get32(&at);
        node->n_items = sw_reader_get32(&at);
        node->first = first;
        node->count = sw_reader_get64(&at);
        node->sum = sw_reader_get64(&at);
        sound = is_sound(tree, node) && is_sound_list(tree, i, seen);
        first += node->n_items;
        longest = seen[i].length > longest ? seen[i].length : longest;
    }
    free(seen);
    tree->n_nodes = list.n + 1;
    if (!sound || !list.n || first != tree->n_items || tree->nodes[list.n].kind != SW_NODE_CALL)
        return sw_reader_damaged(r, SW_TAG_NODES, "does not make sense");
    cover(&tree->nodes[list.n], longest);
    return 0;
}

int sw_reader_tree(struct sw_reader *r)
{
    struct sw_slice chunk = r->chunks[SW_CHUNK_TREE];
    struct sw_tree_measure *m = &r->profile->tree.measure;
    const unsigned char *at = chunk.at;
    if (!at)
        return 0;
    if (chunk.size < SW_RECORD_TREE)
        return sw_reader_damaged(r, SW_TAG_TREE, "is too short");
    m->recorded = sw_reader_get64(&at);
    m->bytes = sw_reader_get64(&at);
    m->window = sw_reader_get64(&at);
    m->merged = sw_reader_get64(&at);
    m->moved = sw_reader_get64(&at);
    m->lost = sw_reader_get64(&at);
    m->unclosed = sw_reader_get64(&at);
    int error = read_sites(r);
    if (!error)
        error = read_locks(r);
    if (!error)
        error = read_items(r);
    return error ? error : read_nodes(r);
}
