/*
 * tasks ACT N: tasks whose samples are to be on the path of what made them, whoever runs them. Each act
 * spends most of its time, N units, in a function of its own; its path is told beside it.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile double sink;

#define WORK(n)                    \
    double x = 1;                  \
    for (long k = 0; k < (n); k++) \
        x = x * 1.0000001 + 1e-9;  \
    sink = x
#if defined __clang__
#define APART __attribute__((noinline))
#else
#define APART __attribute__((noipa))
#endif

APART static void leaf(long n)
{
    WORK(n);
}

APART static void other_leaf(long n)
{
    WORK(n);
}

/* called: run > g > f > task > leaf, and run > h > f > task > other_leaf, from the same place in f. */
APART static void f(long n, int other)
{
    for (int i = 0; i < 64; i++) {
#pragma omp task
        {
            if (other)
                other_leaf(n / 128);
            else
                leaf(n / 128);
            sink = 1;
        }
    }
}

APART static void g(long n)
{
    f(n, 0);
    sink = 2;
}

APART static void h(long n)
{
    f(n, 1);
    sink = 3;
}

APART static void called(long n)
{
    g(n);
    h(n);
#pragma omp taskwait
}

/* nested: a task's task: outer > task > inner > task > leaf. */
APART static void inner(long n)
{
    for (int i = 0; i < 16; i++) {
#pragma omp task
        {
            leaf(n / 16);
            sink = 1;
        }
    }
}

APART static void outer(long n)
{
    for (int i = 0; i < 4; i++) {
#pragma omp task
        {
            inner(n / 4);
            sink = 1;
        }
    }
#pragma omp taskwait
}

/* tree: recursion, by two constructs, is shown once: node > task > leaf. */
APART static void node(long n, int depth)
{
    if (!depth) {
        leaf(n);
        return;
    }
#pragma omp task
    {
        node(n / 2, depth - 1);
        sink = 1;
    }
#pragma omp task
    {
        node(n / 2, depth - 1);
        sink = 2;
    }
#pragma omp taskwait
}

/* loop: looped > taskloop > leaf. */
APART static void looped(long n)
{
#pragma omp taskloop num_tasks(64)
    for (int i = 0; i < 64; i++)
        leaf(n / 64);
}

/* deep: on pieces of stack, a long chain: chain > task > bottom. */
APART static void bottom(long n)
{
    WORK(n);
}

APART static void chain(long n, int depth)
{
    if (!depth) {
        bottom(n);
        return;
    }
#pragma omp task if (0)
    {
        chain(n, depth - 1);
        sink = depth;
    }
}

/* steps: ordinary recursion that makes a task at each level: the stack is another one each time. */
APART static void step(long n, int left)
{
    char filler[64 * (left % 7 + 1)];
    memset(filler, left, sizeof filler);
    sink = filler[left % 64];
#pragma omp task
    {
        leaf(n);
        sink = 1;
    }
    if (left)
        step(n, left - 1);
    sink = filler[5];
}

APART static void steps(long n)
{
    for (int i = 0; i < 20; i++)
        step(n / 20000, 999);
#pragma omp taskwait
}

/* regions: nested ones: a task of the outer one begins the inner one, whose threads run leaf. */
APART static void region_in_task(long n)
{
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 4; i++)
        leaf(n / 4);
}

APART static void regions(long n)
{
    for (int i = 0; i < 4; i++) {
#pragma omp task
        {
            region_in_task(n / 4);
            sink = 1;
        }
    }
#pragma omp taskwait
}

APART static void run(const char *act, long n)
{
    if (!strcmp(act, "called"))
        called(n);
    else if (!strcmp(act, "nested"))
        outer(n);
    else if (!strcmp(act, "tree"))
        node(n, 9);
    else if (!strcmp(act, "loop"))
        looped(n);
    else if (!strcmp(act, "deep"))
        chain(n, 100000);
    else if (!strcmp(act, "steps"))
        steps(n);
    else if (!strcmp(act, "regions"))
        regions(n);
    sink = 4; /* it is no jump */
}

int main(int argc, char **argv)
{
    omp_set_max_active_levels(2);
#pragma omp parallel
#pragma omp single
    run(argc > 1 ? argv[1] : "", argc > 2 ? atol(argv[2]) : 1);
    return 0;
}
