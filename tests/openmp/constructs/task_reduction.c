/* Reductions over tasks: taskgroup, taskloop, parallel and loops with the task modifier. */
#include "suite.h"

struct pair {
    long sum, count;
};
#pragma omp declare reduction(add                                                         \
                              : struct pair                                               \
                              : omp_out.sum += omp_in.sum, omp_out.count += omp_in.count) \
    initializer(omp_priv = {0, 0})

static long total;
static struct pair both;

static void tree(int depth)
{
#pragma omp task in_reduction(+ : total) in_reduction(add : both)
    {
        total += depth;
        both.sum += depth;
        both.count++;
    }
    if (depth == 0)
        return;
    for (int i = 0; i < 2; i++) {
#pragma omp task
        tree(depth - 1);
    }
#pragma omp taskwait
}

static void groups(void)
{
    struct pair p = {1, 1};
    total = 5;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : total)
        {
            for (int i = 0; i < 200; i++) {
#pragma omp task in_reduction(+ : total)
                total += i;
            }
        }
        same(total, 19905);
        int a[10] = {0}, least = 1000;
#pragma omp taskgroup task_reduction(+ : a) task_reduction(min : least) task_reduction(add : p)
        {
            for (int i = 0; i < 50; i++) {
#pragma omp task in_reduction(+ : a) in_reduction(min : least) in_reduction(add : p)
                {
                    a[i % 10] += i;
                    if (i + 7 < least)
                        least = i + 7;
                    p.sum += i;
                    p.count++;
                }
            }
        }
        for (int i = 0; i < 10; i++)
            same(a[i], 100 + 5 * i);
        same(least, 7);
        same(p.sum, 1226);
        same(p.count, 51);
    }
}

static void recursive(void)
{
    total = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : total) task_reduction(add : both)
        tree(6);
    }
    same(total, 6 + 5 * 2 + 4 * 4 + 3 * 8 + 2 * 16 + 32);
    same(both.sum, total);
    same(both.count, 127);
}

static void loops(void)
{
    long sum = 0, product = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop reduction(+ : sum) grainsize(9)
        for (int i = 0; i < 300; i++)
            sum += i;
        same(sum, 44850);
#pragma omp taskgroup task_reduction(+ : product)
        {
#pragma omp taskloop in_reduction(+ : product) nogroup
            for (int i = 0; i < 300; i++)
                product += 2;
#pragma omp task in_reduction(+ : product)
            product += 1;
        }
        same(product, 601);
#pragma omp taskloop reduction(+ : sum) collapse(2) num_tasks(7)
        for (unsigned long long i = 0; i < 10; i++)
            for (int j = 0; j < 10; j++)
                sum += (long)i;
        same(sum, 44850 + 450);
    }
}

static void modifiers(int n)
{
    long sum = 0, other = 0;
#pragma omp parallel reduction(task, + : sum)
    {
        sum += 1;
#pragma omp task in_reduction(+ : sum)
        sum += 10;
    }
    same(sum, 11L * n);
#pragma omp parallel
    {
#pragma omp for reduction(task, + : other) schedule(dynamic)
        for (int i = 0; i < 100; i++) {
            other += i;
#pragma omp task in_reduction(+ : other)
            other += 1;
        }
    }
    same(other, 5050);
    other = 0;
#pragma omp parallel for reduction(task, + : other) schedule(static)
    for (int i = 0; i < 100; i++) {
#pragma omp task in_reduction(+ : other)
        other += i;
    }
    same(other, 4950);
    other = 0;
#pragma omp parallel
    {
#pragma omp sections reduction(task, + : other)
        {
#pragma omp section
            {
#pragma omp task in_reduction(+ : other)
                other += 3;
            }
#pragma omp section
            {
                other += 4;
            }
        }
    }
    same(other, 7);
}

int main(void)
{
    int n = omp_get_max_threads();
    printf("%d threads\n", n);
    groups();
    recursive();
    loops();
    modifiers(n);
    return finish();
}
