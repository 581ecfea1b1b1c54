/*
 * `x += cilk_spawn f()` on several workers: each update is made when its child returns, and none is lost where many
 * children update the same variable. Prints the same on any number of workers.
 */
#include <cilk/cilk.h>
#include <stdio.h>

static long touched = 3;

/* What the child itself does to the variable is there when its result comes. */
static long touch(long by)
{
    touched += by;
    return by;
}

static long some(long i)
{
    volatile long work = 0;
    for (long k = 0; k < i % 7 * 10; k++)
        work++;
    return i;
}

static double real(long i)
{
    return (double)i;
}

/* All workers update one variable all the time. */
static void many(int depth, volatile long *count)
{
    if (depth) {
        cilk_spawn many(depth - 1, count);
        many(depth - 1, count);
        cilk_sync;
        return;
    }
    for (int i = 0; i < 100; i++)
        *count += cilk_spawn some(1);
}

int main(void)
{
    long count = 0;
    long sum = 0, all[3] = {0}, *p = &sum;
    double d = 0;
    unsigned char small = 0;
    struct {
        float f;
    } s = {0};
    for (long i = 0; i < 100000; i++) {
        sum += cilk_spawn some(i);
        *p -= cilk_spawn some(2);
        d += cilk_spawn real(i);
        small ^= cilk_spawn some(i);
        all[i % 3] += cilk_spawn some(1);
        s.f += cilk_spawn real(1);
    }
    cilk_sync;
    touched += cilk_spawn touch(4);
    cilk_sync;
    many(14, &count);
    printf("%ld %ld %.0f %d %ld %ld %ld %g %ld\n", count, sum, d, small, all[0], all[1], all[2],
           (double)s.f, touched);
    return 0;
}
