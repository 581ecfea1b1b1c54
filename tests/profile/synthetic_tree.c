/*
 * A program tree with a node of every kind, all of whose fields are in use somewhere: a section of tasks with a
 * lock, in a pattern, and some in an order that was not kept.
 */
#include "tests/profile/synthetic.h"

#include <stdlib.h>
#include <string.h>

static const struct sw_node nodes[] = {
    {0},
    {.kind = SW_NODE_WORK, .count = 26, .sum = 26130},
    {.kind = SW_NODE_WORK, .count = 26, .sum = 1170},
    {.kind = SW_NODE_LOCK, .site = 3, .detail = 2, .n_items = 1, .first = 0, .sum = 45},
    {.kind = SW_NODE_TASK, .site = 2, .n_items = 2, .first = 1, .sum = 1050},
    {.kind = SW_NODE_WORK, .first = 3, .count = 19, .sum = 190},
    {.kind = SW_NODE_GROUP, .n_items = 2, .first = 3, .sum = 1060},
    {.kind = SW_NODE_GROUP, .flags = SW_NODE_SHUFFLED, .n_items = 2, .first = 5, .sum = 5270},
    {.kind = SW_NODE_SECTION,
     .schedule = SW_SECTION_DYNAMIC,
     .flags = SW_NODE_NOWAIT,
     .site = 1,
     .detail = 4,
     .n_items = 2,
     .first = 7,
     .sum = 10570},
    {.kind = SW_NODE_CALL, .site = 4, .n_items = 2, .first = 9, .sum = 10580},
    {.kind = SW_NODE_CALL, .n_items = 2, .first = 11, .sum = 21170},
};

static const struct sw_item items[] = {{2, 1}, {1, 1}, {3, 1}, {5, 1}, {4, 1}, {4, 3}, {6, 2},
                                       {6, 5}, {7, 1}, {5, 1}, {8, 1}, {9, 2}, {5, 1}};

static const struct {
    uint32_t kind, line;
    uint64_t address, callee;
    const char *strings[4]; /* label, file, function, caller */
} sites[] = {
    {0},
    {SW_NODE_SECTION, 12, 0x401000, 0, {"loop", "/src/a.c", "main", ""}},
    {SW_NODE_TASK, 13, 0x401010, 0, {"a \"task\"", "/src/a.c", "main", ""}},
    {SW_NODE_LOCK, 0, 0, 0, {"", "", "", ""}},
    {SW_NODE_CALL, 0, 0x401020, 0x402000, {"", "", "solve", "main"}},
};

static void *copy(const void *from, size_t size)
{
    void *to = malloc(size);
    if (!to)
        abort();
    return memcpy(to, from, size);
}

static char *copy_string(const char *string)
{
    return copy(string, strlen(string) + 1);
}

void synthetic_tree(struct sw_profile *p)
{
    struct sw_program_tree *tree = &p->tree;
    tree->nodes = copy(nodes, sizeof nodes);
    tree->n_nodes = sizeof nodes / sizeof *nodes;
    tree->items = copy(items, sizeof items);
    tree->n_items = sizeof items / sizeof *items;
    tree->n_sites = sizeof sites / sizeof *sites;
    tree->sites = calloc(tree->n_sites, sizeof *tree->sites);
    tree->n_locks = 3;
    tree->locks = calloc(tree->n_locks, sizeof *tree->locks);
    if (!tree->sites || !tree->locks)
        abort();
    for (size_t i = 1; i < tree->n_sites; i++)
        tree->sites[i] = (struct sw_tree_site){
            .kind = sites[i].kind,
            .line = sites[i].line,
            .address = sites[i].address,
            .callee = sites[i].callee,
            .label = copy_string(sites[i].strings[0]),
            .file = copy_string(sites[i].strings[1]),
            .function = copy_string(sites[i].strings[2]),
            .caller = copy_string(sites[i].strings[3]),
        };
    tree->locks[1] = (struct sw_tree_lock){7, copy_string("")};
    tree->locks[2] = (struct sw_tree_lock){0x7fff12345678, copy_string("a lock")};
    tree->measure = (struct sw_tree_measure){.recorded = 123,
                                             .bytes = 4567,
                                             .window = 5,
                                             .merged = 3,
                                             .moved = 77,
                                             .lost = 2,
                                             .unclosed = 1};
}

static int is_same(const char *a, const char *b)
{
    return !strcmp(a ? a : "", b ? b : "");
}

int synthetic_same_tree(const struct sw_program_tree *a, const struct sw_program_tree *b)
{
    if (a->n_nodes != b->n_nodes || a->n_items != b->n_items || a->n_sites != b->n_sites ||
        a->n_locks != b->n_locks || memcmp(&a->measure, &b->measure, sizeof a->measure))
        return 0;
    if (a->n_nodes && (memcmp(a->nodes, b->nodes, a->n_nodes * sizeof *a->nodes) ||
                       memcmp(a->items, b->items, a->n_items * sizeof *a->items)))
        return 0;
    for (size_t i = 1; i < a->n_sites; i++) {
        const struct sw_tree_site *x = &a->sites[i], *y = &b->sites[i];
        if (x->kind != y->kind || x->line != y->line || x->address != y->address ||
            x->callee != y->callee || !is_same(x->label, y->label) || !is_same(x->file, y->file) ||
            !is_same(x->function, y->function) || !is_same(x->caller, y->caller))
            return 0;
    }
    for (size_t i = 1; i < a->n_locks; i++)
        if (a->locks[i].id != b->locks[i].id || !is_same(a->locks[i].label, b->locks[i].label))
            return 0;
    return 1;
}
