#include "csi.h"
#include "kernels.h"

enum { MAIN, TRIADS, CHASER, FUNCTIONS };
UNIT(FUNCTIONS)

NOINLINE static void part(long t)
{
    TASK;
    triad(t * (SIZE / 64l), (t + 1) * (SIZE / 64l));
    TASK_EXIT(0);
}

NOINLINE static void triads(void)
{
    ENTRY(TRIADS, SPAWNS);
    for (long t = 0; t < 64; t++)
        SPAWN_AS(0, LOOP, part(t));
    SYNC(0);
    EXIT(TRIADS);
}

NOINLINE static long chaser(void)
{
    ENTRY(CHASER, 0);
    long sum = chase(nodes, NODES);
    EXIT(CHASER);
    return sum;
}

NOINLINE static void spawn_chaser(long *sum)
{
    TASK;
    *sum = chaser();
    TASK_EXIT(0);
}

int main(void)
{
    long sum = 0;
    ENTRY(MAIN, SPAWNS);
    prepare();
    for (int k = 0; k < TIMES; k++)
        triads();
    SPAWN(0, spawn_chaser(&sum));
    copy();
    SYNC(0);
    EXIT(MAIN);
    return say(sum);
}
