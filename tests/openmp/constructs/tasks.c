/* task, taskwait, taskgroup, taskyield: data, clauses, who waits for whom. */
#include "suite.h"

static long fib(int n)
{
    long a, b;
    if (n < 2)
        return n;
#pragma omp task shared(a)
    a = fib(n - 1);
#pragma omp task shared(b) if (n > 8)
    b = fib(n - 2);
#pragma omp taskwait
    return a + b;
}

static long fib_final(int n)
{
    long a, b;
    if (n < 2)
        return n;
#pragma omp task shared(a) final(n < 6) mergeable
    a = fib_final(n - 1);
#pragma omp task shared(b) final(n < 6) mergeable
    b = fib_final(n - 2);
#pragma omp taskwait
    return a + b;
}

static void data(void)
{
    int sum = 0, first = 3;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 100; i++) {
        int copied = i;
#pragma omp task default(none) firstprivate(copied, i, first) shared(sum)
        {
            first += copied;
#pragma omp atomic
            sum += i + first - copied;
        }
    }
    same(sum, 4950 + 300);
}

/* taskwait waits for children only; taskgroup and the end of a region for all that come of them. */
static void waits(void)
{
    int children = 0, grandchildren = 0;
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < 10; i++) {
#pragma omp task
            {
#pragma omp task
                {
#pragma omp taskyield
#pragma omp atomic
                    grandchildren++;
                }
#pragma omp atomic
                children++;
            }
        }
#pragma omp taskwait
        same(children, 10);
#pragma omp taskgroup
        {
            for (int i = 0; i < 10; i++) {
#pragma omp task
                {
#pragma omp task
                    {
#pragma omp task
                        {
#pragma omp atomic
                            grandchildren++;
                        }
                    }
                }
            }
        }
        holds(grandchildren >= 10);
    }
    same(grandchildren, 20);
    grandchildren = 0;
#pragma omp parallel
    {
#pragma omp task
        {
#pragma omp task
            {
#pragma omp atomic
                grandchildren++;
            }
        }
#pragma omp barrier
        same(grandchildren, omp_get_num_threads());
    }
}

static void clauses(void)
{
    int order = 0, finals = 0;
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < 10; i++) {
#pragma omp task if (0) shared(order)
            same(order++, i);
        }
#pragma omp task if (task : 0) shared(order)
        same(order++, 10);
        same(omp_in_final(), 0);
#pragma omp task final(1) shared(finals)
        {
            same(omp_in_final(), 1);
            int here = omp_get_thread_num();
#pragma omp task shared(finals) /* at once, by the same thread */
            {
                same(omp_in_final(), 1);
                same(omp_get_thread_num(), here);
                finals++;
            }
            same(finals, 1);
        }
#pragma omp taskwait
        for (int i = 0; i < 20; i++) {
#pragma omp task priority(i) shared(finals)
            {
#pragma omp taskyield
#pragma omp atomic
                finals++;
            }
        }
    }
    same(finals, 21);
    order = 0;
#pragma omp task shared(order) /* outside a region */
    order = 5;
#pragma omp taskwait
    same(order, 5);
#pragma omp taskgroup
    {
#pragma omp task shared(order)
        order = 6;
    }
    same(order, 6);
}

/* Large and aligned private data. */
struct large {
    char bytes[5000];
} __attribute__((aligned(64)));

static void large(void)
{
    struct large l;
    int sum = 0;
    for (int i = 0; i < 5000; i++)
        l.bytes[i] = (char)(i % 100);
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 20; i++) {
        l.bytes[i] = 1;
#pragma omp task firstprivate(l) shared(sum)
        {
            same((unsigned long)&l % 64, 0);
            same(l.bytes[i], 1);
            same(l.bytes[i + 1], i + 1);
#pragma omp atomic
            sum++;
        }
    }
    same(sum, 20);
#ifndef __clang__ /* 14 knows no such private data */
    int length = 333;
    int vla[length];
    for (int i = 0; i < length; i++)
        vla[i] = i;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 20; i++) {
        vla[i] = 1000 + i;
#pragma omp task firstprivate(vla)
        {
            same(vla[i], 1000 + i);
            same(vla[i + 1], i + 1);
            same(vla[length - 1], length - 1);
        }
    }
#endif
}

/* Tasks made by all threads at once, in loops and sections too. */
static void everywhere(void)
{
    int sum = 0;
#pragma omp parallel
    {
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < 50; i++) {
#pragma omp task
            {
#pragma omp atomic
                sum++;
            }
        }
#pragma omp critical
        {
#pragma omp task
            {
#pragma omp atomic
                sum += 0;
    }
}
#pragma omp sections
{
#pragma omp task
    {
#pragma omp atomic
        sum++;
    }
#pragma omp section
    {
#pragma omp task
        {
#pragma omp atomic
            sum++;
        }
    }
}
}
same(sum, 52);
}

/* A region inside a task. */
static void region(void)
{
    int sum = 0;
    omp_set_max_active_levels(3);
#pragma omp parallel num_threads(2)
#pragma omp single
    for (int i = 0; i < 5; i++) {
#pragma omp task shared(sum)
        {
#pragma omp parallel num_threads(3)
            {
#pragma omp task shared(sum)
                {
#pragma omp atomic
                    sum++;
                }
            }
        }
    }
    same(sum, 15);
}

int main(void)
{
    long f = 0;
    printf("%d threads\n", omp_get_max_threads());
#pragma omp parallel
#pragma omp single
    f = fib(16);
    same(f, 987);
#pragma omp parallel
#pragma omp single
    f = fib_final(14);
    same(f, 377);
    same(fib(10), 55); /* outside a region */
    data();
    waits();
    clauses();
    large();
    everywhere();
    region();
    return finish();
}
