/*
 * bfs.c without its scalability bug: a block of vertices is visited in parallel too.
 *
 *     bfs-fixed [SIDE]      default 200: 8 million vertices, 598 levels
 *
 * Truth. The same distances. What a level costs on the critical path is now a base case of
 * BASE_CASE vertices and the divisions above it, instead of a block: the parallelism is several
 * times that of bfs.c.
 */
#include "bfs.h"

enum { BASE_CASE = 128 };

void visit_part(const struct graph *g, const uint32_t *vertex, size_t n, struct chain *next)
{
    if (n <= BASE_CASE) {
        for (size_t i = 0; i < n; i++)
            visit_vertex(g, vertex[i], next);
        return;
    }
    struct chain right = {NULL, NULL};
    cilk_spawn visit_part(g, vertex, n / 2, next);
    visit_part(g, vertex + n / 2, n - n / 2, &right);
    cilk_sync;
    chain_append(next, right);
}

/* Visits all vertices of the block; their new neighbours are added to *next. */
void visit_block(const struct graph *g, const struct block *b, struct chain *next)
{
    visit_part(g, b->vertex, b->size, next);
}

int main(int argc, char **argv)
{
    return bfs_main(argc, argv);
}
