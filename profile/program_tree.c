/* The program tree of a profile: in memory, written, and read. Items are written in the order of the nodes that have them, whatever it is in
 * memory. */
#include "profile/program_tree.h"
#include "profile/chunks.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void release_string(char *string)
{
    if (string != sw_profile_empty)
        free(string);
}

void sw_program_tree_release(struct sw_program_tree *tree)
{
    if (!tree->shared) {
        for (size_t i = 0; i < tree->n_sites; i++) {
            release_string(tree->sites[i].label);
            release_string(tree->sites[i].file);
            release_string(tree->sites[i].function);
            release_string(tree->sites[i].caller);
        }
        for (size_t i = 0; i < tree->n_locks; i++)
            release_string(tree->locks[i].label);
        free(tree->sites);
        free(tree->locks);
    }
    free(tree->nodes);
    free(tree->items);
    *tree = (struct sw_program_tree){0};
}

static char *copy(const char *string)
{
    return string && *string ? strdup(string) : sw_profile_empty;
}

static bool copy_sites(struct sw_program_tree *tree, const struct sw_program_tree *from)
{
    tree->sites = calloc(from->n_sites + 1, sizeof *tree->sites);
    bool fine = tree->sites;
    for (; fine && tree->n_sites < from->n_sites; tree->n_sites++) {
        const struct sw_tree_site *old = &from->sites[tree->n_sites];
        struct sw_tree_site *site = &tree->sites[tree->n_sites];
        *site = *old;
        site->label = copy(old->label);
        site->file = copy(old->file);
        site->function = copy(old->function);
        site->caller = copy(old->caller);
        fine = site->label && site->file && site->function && site->caller;
    }
    return fine;
}

static bool copy_locks(struct sw_program_tree *tree, const struct sw_program_tree *from)
{
    tree->locks = calloc(from->n_locks + 1, sizeof *tree->locks);
    bool fine = tree->locks;
    for (; fine && tree->n_locks < from->n_locks; tree->n_locks++) {
        tree->locks[tree->n_locks] = from->locks[tree->n_locks];
        fine = (tree->locks[tree->n_locks].label = copy(from->locks[tree->n_locks].label)) != NULL;
    }
    return fine;
}

int sw_program_tree_take(struct sw_program_tree *tree, struct sw_program_tree *from)
{
    *tree = (struct sw_program_tree){.nodes = from->nodes,
                                     .n_nodes = from->n_nodes,
                                     .items = from->items,
                                     .n_items = from->n_items,
                                     .measure = from->measure};
    from->nodes = NULL;
    from->items = NULL;
    from->n_nodes = from->n_items = 0;
    if (copy_sites(tree, from) && copy_locks(tree, from))
        return 0;
    sw_program_tree_release(tree);
    return -ENOMEM;
}

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
