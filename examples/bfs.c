/*
 * Parallel breadth-first search of a 3D grid, level by level, with a scalability bug in it.
 *
 *     bfs [SIDE]            default 200: 8 million vertices, 598 levels
 *
 * A level is kept as blocks of vertices. visit_blocks() divides the blocks among processors;
 * visit_block() goes through one block serially. Blocks are large because that makes adding a
 * vertex cheap, and that is the bug: the size that is right for storing vertices is too large a
 * piece of serial work.
 *
 * Truth. A level has SIDE^2/3 vertices on average, and a level of at least a block costs at least
 * one whole block of the critical path. So the parallelism of bfs() is at most about SIDE^2/3/BLOCK
 * = 7, and nearly all of the span is in visit_block(), which has parallelism 1. bfs-fixed.c differs
 * in visit_block() only.
 */
#include "bfs.h"

/* Visits all vertices of the block; their new neighbours are added to *next. */
void visit_block(const struct graph *g, const struct block *b, struct chain *next)
{
    for (size_t i = 0; i < b->size; i++)
        visit_vertex(g, b->vertex[i], next);
}

int main(int argc, char **argv)
{
    return bfs_main(argc, argv);
}
