/* Task in task, each waited for: as deep as is asked for, undeferred and deferred. Undeferred ones
 * clang calls as functions, on the stack that there is: of those there are fewer. */
#include "suite.h"

#ifdef __clang__
enum { UNDEFERRED = 10000 };
#else
enum { UNDEFERRED = 1 << 30 };
#endif

static long undeferred(long depth)
{
    long below = 0;
    if (depth == 0)
        return 0;
#pragma omp task shared(below) if (0)
    below = undeferred(depth - 1);
#pragma omp taskwait
    return below + 1;
}

static long deferred(long depth)
{
    long below = 0;
    if (depth == 0)
        return 0;
#pragma omp task shared(below)
    below = deferred(depth - 1);
#pragma omp taskwait
    return below + 1;
}

static long final(long depth)
{
    long below = 0;
    if (depth == 0)
        return 0;
#pragma omp task shared(below) final(depth % 2 == 0)
    below = final(depth - 1);
#pragma omp taskwait
    return below + 1;
}

/* Not waited for: a task makes the next and ends, so nothing grows. */
static long links;
static void chain(long depth)
{
#pragma omp atomic
    links++;
    if (depth) {
#pragma omp task firstprivate(depth)
        chain(depth - 1);
    }
}

static long grouped(long depth)
{
    long below = 0;
    if (depth == 0)
        return 0;
#pragma omp taskgroup
    {
#pragma omp task shared(below)
        below = grouped(depth - 1);
    }
    return below + 1;
}

int main(int argc, char **argv)
{
    long depth = argc > 1 ? atol(argv[1]) : 1000, got[4] = {0};
#pragma omp parallel
#pragma omp single
    {
        got[0] = undeferred(depth < UNDEFERRED ? depth : UNDEFERRED);
        got[1] = deferred(depth);
        got[2] = final(depth);
        got[3] = grouped(depth);
        chain(depth);
    }
    same(got[0], depth < UNDEFERRED ? depth : UNDEFERRED);
    for (int i = 1; i < 4; i++)
        same(got[i], depth);
    same(links, depth + 1);
    return finish();
}
