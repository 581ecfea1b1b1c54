/* Another unit: its functions have numbers of their own. */
#include "csi.h"

enum { UNIT_PAR, UNIT_LEAF, N };
UNIT(N)

long unit_par(long n);

NOINLINE static long unit_leaf(long n)
{
    ENTRY(UNIT_LEAF, 0);
    __asm__ volatile("" ::: "memory");
    EXIT(UNIT_LEAF);
    return n;
}

NOINLINE static void spawn_leaf(long n, long *result)
{
    TASK;
    *result = unit_leaf(n);
    TASK_EXIT(0);
}

long unit_par(long n)
{
    ENTRY(UNIT_PAR, SPAWNS);
    long x = 0, y = 0;
    SPAWN(0, spawn_leaf(n, &x));
    SPAWN(0, spawn_leaf(n + 1, &y));
    SYNC(0);
    EXIT(UNIT_PAR);
    return x + y;
}
