/*
 * Parallel breadth-first search of a 3D grid, with levels kept as bags.
 *
 * A bag is a set of vertices that can be filled cheaply, united cheaply and divided among
 * processors: its spine holds at place k nothing or a tree of 2^k full blocks (a root with one
 * complete binary tree below it, as `left`), so that uniting two bags is adding two binary numbers.
 * What does not fill a block yet is in the loose block.
 */
#include "bench.h"
#include <stdatomic.h>

enum { BLOCK = 128, SPINE = 24, UNSEEN = -1 };

struct graph {
    size_t side, vertices;
    uint32_t (*neighbour)[6]; /* of v: neighbour[v][0..degree[v]) */
    unsigned char *degree;
    _Atomic int32_t *distance;
};

struct block {
    struct block *left, *right;
    size_t size;
    uint32_t vertex[BLOCK];
};

struct bag {
    struct block *loose;
    struct block *spine[SPINE];
    int high; /* spine places from here on are empty */
};

static struct block *new_block(void)
{
    struct block *b = bench_alloc(1, sizeof(*b));
    b->left = b->right = NULL;
    b->size = 0;
    return b;
}

/* Two trees of 2^k blocks make one of 2^(k+1). */
static struct block *unite_trees(struct block *a, struct block *b)
{
    b->right = a->left;
    a->left = b;
    return a;
}

/* Adds a tree of 2^k blocks. */
void bag_carry(struct bag *bag, struct block *tree, int k)
{
    for (; bag->spine[k]; k++) {
        tree = unite_trees(bag->spine[k], tree);
        bag->spine[k] = NULL;
    }
    bag->spine[k] = tree;
    if (bag->high <= k)
        bag->high = k + 1;
}

static void bag_add(struct bag *bag, uint32_t vertex)
{
    if (!bag->loose)
        bag->loose = new_block();
    struct block *b = bag->loose;
    b->vertex[b->size++] = vertex;
    if (b->size == BLOCK) {
        bag->loose = NULL;
        bag_carry(bag, b, 0);
    }
}

/* Moves the vertices of a loose block into the bag; frees the block. */
void bag_pour(struct bag *bag, struct block *from)
{
    for (size_t i = 0; i < from->size; i++)
        bag_add(bag, from->vertex[i]);
    free(from);
}

/* Moves everything from `from` to `bag`. */
void bag_unite(struct bag *bag, struct bag *from)
{
    for (int k = 0; k < from->high; k++)
        if (from->spine[k])
            bag_carry(bag, from->spine[k], k);
    if (!from->loose)
        return;
    if (!bag->loose)
        bag->loose = from->loose;
    else if (bag->loose->size >= from->loose->size)
        bag_pour(bag, from->loose);
    else {
        struct block *smaller = bag->loose;
        bag->loose = from->loose;
        bag_pour(bag, smaller);
    }
}

static void bag_clear(struct bag *bag)
{
    memset(bag, 0, sizeof(*bag));
}

static bool bag_is_empty(const struct bag *bag)
{
    return !bag->loose && !bag->high;
}

static int32_t distance_of(const struct graph *g, uint32_t v)
{
    return atomic_load_explicit(&g->distance[v], memory_order_relaxed);
}

static bool claim(const struct graph *g, uint32_t v, int32_t distance)
{
    int32_t unseen = UNSEEN;
    return distance_of(g, v) == UNSEEN &&
           atomic_compare_exchange_strong_explicit(&g->distance[v], &unseen, distance,
                                                   memory_order_relaxed, memory_order_relaxed);
}

void visit_block(const struct graph *g, const struct block *b, struct bag *next)
{
    for (size_t i = 0; i < b->size; i++) {
        uint32_t v = b->vertex[i];
        int32_t distance = distance_of(g, v) + 1;
        const uint32_t *neighbour = g->neighbour[v];
        for (int e = 0; e < g->degree[v]; e++)
            if (claim(g, neighbour[e], distance))
                bag_add(next, neighbour[e]);
    }
}

/* Visits a tree and frees it. */
void visit_tree(const struct graph *g, struct block *tree, struct bag *next)
{
    struct bag more;
    if (tree->left && tree->right) {
        bag_clear(&more);
        cilk_spawn visit_tree(g, tree->left, &more);
        visit_tree(g, tree->right, next);
        visit_block(g, tree, next);
        cilk_sync;
        bag_unite(next, &more);
    } else {
        if (tree->left)
            visit_tree(g, tree->left, next);
        visit_block(g, tree, next);
    }
    free(tree);
}

/* Visits the trees at places [0, high) of the spine, the largest in parallel with the rest. */
void visit_spine(const struct graph *g, struct block **spine, int high, struct bag *next)
{
    while (high > 0 && !spine[high - 1])
        high--;
    if (high == 0)
        return;
    struct bag more;
    bag_clear(&more);
    cilk_spawn visit_tree(g, spine[high - 1], &more);
    visit_spine(g, spine, high - 1, next);
    cilk_sync;
    bag_unite(next, &more);
}

void visit_bag(const struct graph *g, struct bag *level, struct bag *next)
{
    visit_spine(g, level->spine, level->high, next);
    if (level->loose) {
        visit_block(g, level->loose, next);
        free(level->loose);
    }
}

/* Returns the number of levels. */
int pbfs(const struct graph *g, uint32_t source)
{
    struct bag bag[2];
    int levels = 0;
    bag_clear(&bag[0]);
    claim(g, source, 0);
    bag_add(&bag[0], source);
    while (!bag_is_empty(&bag[levels % 2])) {
        bag_clear(&bag[(levels + 1) % 2]);
        visit_bag(g, &bag[levels % 2], &bag[(levels + 1) % 2]);
        levels++;
    }
    return levels;
}

static void connect(struct graph *g, size_t v)
{
    size_t side = g->side, step = 1;
    uint32_t *to = g->neighbour[v];
    for (int axis = 0; axis < 3; axis++, step *= side) {
        size_t place = v / step % side;
        if (place > 0)
            *to++ = (uint32_t)(v - step);
        if (place + 1 < side)
            *to++ = (uint32_t)(v + step);
    }
    g->degree[v] = (unsigned char)(to - g->neighbour[v]);
    atomic_init(&g->distance[v], UNSEEN);
}

static void make_grid(struct graph *g, size_t side)
{
    g->side = side;
    g->vertices = side * side * side;
    g->neighbour = bench_alloc(g->vertices, sizeof(*g->neighbour));
    g->degree = bench_alloc(g->vertices, sizeof(*g->degree));
    g->distance = bench_alloc(g->vertices, sizeof(*g->distance));
    cilk_for (size_t v = 0; v < g->vertices; v++)
        connect(g, v);
}

/* From corner 0 the distance is x + y + z. */
static size_t wrong_distances(const struct graph *g, size_t low, size_t high)
{
    size_t wrong = 0, side = g->side;
    if (high - low > 8192) {
        size_t middle = low + (high - low) / 2, more;
        wrong = cilk_spawn wrong_distances(g, low, middle);
        more = wrong_distances(g, middle, high);
        cilk_sync;
        return wrong + more;
    }
    for (size_t v = low; v < high; v++)
        wrong +=
            distance_of(g, (uint32_t)v) != (int32_t)(v % side + v / side % side + v / side / side);
    return wrong;
}

int main(int argc, char **argv)
{
    struct graph g;
    make_grid(&g, (size_t)bench_size(argc, argv, 190, 1, 800));
    bench_start();
    int levels = pbfs(&g, 0);
    bench_stop();
    bool right = levels == (int)(3 * g.side - 2) && !wrong_distances(&g, 0, g.vertices);
    return bench_finish(right);
}
