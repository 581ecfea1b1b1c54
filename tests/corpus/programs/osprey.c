/* Search of a graph from some of its nodes, level by level. */
#include "shared.h"

#include <cilk/cilk.h>
#include <string.h>

enum { NODES = 60000, EDGES = 3, BLOCK = 1000 };
static int edges[NODES][EDGES], level_of[NODES], frontier[NODES];

static void expand(int n, int level)
{
    cilk_for (int i = 0; i < n; i++) {
        const int *to = edges[frontier[i]];
        for (int e = 0; e < EDGES; e++)
            if (__atomic_load_n(&level_of[to[e]], __ATOMIC_RELAXED) < 0)
                __atomic_store_n(&level_of[to[e]], level, __ATOMIC_RELAXED);
    }
}

/* The nodes of the level, in order. */
static int gather(int level)
{
    int n = 0;
#ifdef REPAIRED
    static int count[NODES / BLOCK];
    cilk_for (int b = 0; b < NODES / BLOCK; b++) {
        int mine = 0;
        for (int i = b * BLOCK; i < (b + 1) * BLOCK; i++)
            mine += level_of[i] == level;
        count[b] = mine;
    }
    for (int b = 0; b < NODES / BLOCK; b++) {
        int mine = count[b];
        count[b] = n;
        n += mine;
    }
    cilk_for (int b = 0; b < NODES / BLOCK; b++) {
        int to = count[b];
        for (int i = b * BLOCK; i < (b + 1) * BLOCK; i++)
            if (level_of[i] == level)
                frontier[to++] = i;
    }
#else
    for (int i = 0; i < NODES; i++)
        if (level_of[i] == level)
            frontier[n++] = i;
#endif
    return n;
}

static uint64_t search(int from)
{
    uint64_t sum = 0;
    memset(level_of, -1, sizeof(level_of));
    level_of[from] = 0;
    frontier[0] = from;
    for (int n = 1, level = 1; n > 0; level++) {
        expand(n, level);
        n = gather(level);
        sum = sum * 31 + (uint64_t)n;
    }
    return sum;
}

int main(int argc, char **argv)
{
    uint32_t x = 1;
    for (int i = 0; i < NODES; i++)
        for (int e = 0; e < EDGES; e++)
            edges[i][e] = (int)((x = x * 1664525 + 1013904223) >> 8) % NODES;
    uint64_t sum = 0;
    long searches = scaled(argc, argv, 250);
    for (long s = 0; s < searches; s++)
        sum += search((int)(s * 97 % NODES));
    return print_sum(sum);
}
