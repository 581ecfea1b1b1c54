/* All that a Cilk program asks of the runtime. link.sh says what it prints: whoever links it. */
#include <cilk/cilk.h>
#include <cilk/cilk_api.h>

static void zero(void *view)
{
    *(long *)view = 0;
}

static void add(void *left, void *right)
{
    *(long *)left += *(long *)right;
}

long cilk_reducer(zero, add) leaves = 0;

static void count(int depth)
{
    if (!depth) {
        leaves++;
        return;
    }
    cilk_spawn count(depth - 1);
    count(depth - 1);
    cilk_sync;
}

static double half(double x)
{
    return x / 2;
}

long fib(int n)
{
    if (n < 2)
        return n;
    long x = cilk_spawn fib(n - 1);
    long y = fib(n - 2);
    cilk_sync;
    return x + y;
}

/* 610 + 499500 + 1024 + 42, and the number of a worker in what is not parallel. */
long everything(void)
{
    long cilk_reducer(zero, add) sum = 0;
    long all[1000];
    double d = 0;
    __cilkrts_set_param("nworkers", "2");
    if (__cilkrts_get_nworkers() < 1)
        return -1;
    cilk_for (int i = 0; i < 1000; i++) {
        all[i] = i;
        sum += all[i];
    }
    cilk_scope
    {
        d = cilk_spawn half(84);
        count(10);
    }
    return fib(15) + sum + leaves + (long)d + __cilkrts_get_worker_number();
}

static volatile int here, there;

static void wait_there(void)
{
    here = 1;
    while (!there)
        ;
}

/* Comes to its end on two workers only. */
void meet(void)
{
    cilk_spawn wait_there();
    while (!here)
        ;
    there = 1;
    cilk_sync;
}
