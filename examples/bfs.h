/*
 * What bfs.c and bfs-fixed.c share: the grid as a graph, levels made of blocks, the search itself.
 * Each of the two supplies visit_block().
 *
 * Threads: vertices are claimed by an atomic store of their distance, a chain belongs to the strand
 * that fills it.
 */
#ifndef EXAMPLES_BFS_H
#define EXAMPLES_BFS_H

#include <cilk/cilk.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 2048, UNSEEN = -1 };

/* Compressed rows: the neighbours of v are neighbour[first[v]..first[v + 1]). */
struct graph {
    size_t vertices;
    uint32_t *first;
    uint32_t *neighbour;
    _Atomic int32_t *distance;
};

/* Left to the end of the process: to unmap it in main() would be on the critical path. */
struct graph grid;

struct block {
    struct block *next;
    size_t size;
    uint32_t vertex[BLOCK];
};

/* A list of blocks; at most the last one is less than half full. */
struct chain {
    struct block *head, *tail;
};

void visit_block(const struct graph *g, const struct block *b, struct chain *next);

static void *allocate(size_t size)
{
    void *p = malloc(size);
    if (!p) {
        fprintf(stderr, "bfs: not enough memory\n");
        exit(1);
    }
    return p;
}

static void chain_add(struct chain *c, uint32_t vertex)
{
    struct block *b = c->tail;
    if (!b || b->size == BLOCK) {
        b = allocate(sizeof(*b));
        b->next = NULL;
        b->size = 0;
        *(c->tail ? &c->tail->next : &c->head) = b;
        c->tail = b;
    }
    b->vertex[b->size++] = vertex;
}

/* Moves the blocks of `more` to the end of *c. */
void chain_append(struct chain *c, struct chain more)
{
    if (!more.head)
        return;
    if (!c->head) {
        *c = more;
        return;
    }
    struct block *a = c->tail, *b = more.head;
    if (a->size + b->size <= BLOCK) {
        /* Small blocks are poured together, or every level would have more of them. */
        memcpy(a->vertex + a->size, b->vertex, b->size * sizeof(*b->vertex));
        a->size += b->size;
        a->next = b->next;
        c->tail = b->next ? more.tail : a;
        free(b);
        return;
    }
    a->next = b;
    c->tail = more.tail;
}

static int32_t distance_of(const struct graph *g, uint32_t v)
{
    return atomic_load_explicit(&g->distance[v], memory_order_relaxed);
}

static int claim(const struct graph *g, uint32_t v, int32_t distance)
{
    int32_t unseen = UNSEEN;
    return distance_of(g, v) == UNSEEN &&
           atomic_compare_exchange_strong_explicit(&g->distance[v], &unseen, distance,
                                                   memory_order_relaxed, memory_order_relaxed);
}

/* Adds the unseen neighbours of v to *next. */
static void visit_vertex(const struct graph *g, uint32_t v, struct chain *next)
{
    int32_t distance = distance_of(g, v) + 1;
    for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++)
        if (claim(g, g->neighbour[e], distance))
            chain_add(next, g->neighbour[e]);
}

void visit_blocks(const struct graph *g, struct block **block, size_t n, struct chain *next)
{
    if (n == 1) {
        visit_block(g, block[0], next);
        return;
    }
    struct chain right = {NULL, NULL};
    cilk_spawn visit_blocks(g, block, n / 2, next);
    visit_blocks(g, block + n / 2, n - n / 2, &right);
    cilk_sync;
    chain_append(next, right);
}

/* Consumes a level and returns the next one. */
struct chain visit_level(const struct graph *g, struct chain level)
{
    size_t n = 0;
    for (struct block *b = level.head; b; b = b->next)
        n++;
    struct block **block = allocate(n * sizeof(struct block *));
    n = 0;
    for (struct block *b = level.head; b; b = b->next)
        block[n++] = b;
    struct chain next = {NULL, NULL};
    visit_blocks(g, block, n, &next);
    for (size_t i = 0; i < n; i++)
        free(block[i]);
    free(block);
    return next;
}

/* Returns the number of levels. */
int bfs(const struct graph *g, uint32_t source)
{
    struct chain level = {NULL, NULL};
    int levels = 0;
    claim(g, source, 0);
    chain_add(&level, source);
    for (; level.head; levels++)
        level = visit_level(g, level);
    return levels;
}

/* Every vertex has six edges: at the border some lead to the vertex itself, so that the graph can
 * be made in parallel without counting first. */
static void connect(struct graph *g, size_t side, size_t v)
{
    size_t x = v % side, y = v / side % side, z = v / side / side;
    uint32_t *n = g->neighbour + 6 * v;
    g->first[v] = (uint32_t)(6 * v);
    n[0] = (uint32_t)(x > 0 ? v - 1 : v);
    n[1] = (uint32_t)(x + 1 < side ? v + 1 : v);
    n[2] = (uint32_t)(y > 0 ? v - side : v);
    n[3] = (uint32_t)(y + 1 < side ? v + side : v);
    n[4] = (uint32_t)(z > 0 ? v - side * side : v);
    n[5] = (uint32_t)(z + 1 < side ? v + side * side : v);
    atomic_init(&g->distance[v], UNSEEN);
}

static void make_grid(struct graph *g, size_t side)
{
    g->vertices = side * side * side;
    g->first = allocate((g->vertices + 1) * sizeof(*g->first));
    g->neighbour = allocate(6 * g->vertices * sizeof(*g->neighbour));
    g->distance = allocate(g->vertices * sizeof(*g->distance));
    cilk_for (size_t v = 0; v < g->vertices; v++)
        connect(g, side, v);
    g->first[g->vertices] = (uint32_t)(6 * g->vertices);
}

/* In a grid, the distance from corner 0 is x + y + z. */
static size_t wrong_distances(const struct graph *g, size_t side, size_t low, size_t high)
{
    if (high - low > 4096) {
        size_t middle = low + (high - low) / 2;
        size_t a = cilk_spawn wrong_distances(g, side, low, middle);
        size_t b = wrong_distances(g, side, middle, high);
        cilk_sync;
        return a + b;
    }
    size_t wrong = 0;
    for (size_t v = low; v < high; v++)
        wrong +=
            distance_of(g, (uint32_t)v) != (int32_t)(v % side + v / side % side + v / side / side);
    return wrong;
}

static int bfs_main(int argc, char **argv)
{
    size_t side = argc > 1 ? strtoull(argv[1], NULL, 10) : 200;
    if (side < 1 || side > 800) {
        fprintf(stderr, "usage: %s [SIDE], SIDE from 1 to 800\n", argv[0]);
        return 2;
    }
    make_grid(&grid, side);
    int levels = bfs(&grid, 0);
    size_t wrong = wrong_distances(&grid, side, 0, grid.vertices);
    printf("%zu vertices, %d levels, %s\n", grid.vertices, levels,
           wrong ? "WRONG" : "distances right");
    return wrong != 0;
}

#endif
