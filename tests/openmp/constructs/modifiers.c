/* Loops and scopes whose reductions include tasks, by every entry point that takes them; loops and
 * sections in a region that may be cancelled. */
#include "suite.h"

static void task_loops(void)
{
    unsigned long long sum = 0, first = 1ULL << 63, count = 100;
    int order = 0;
    long small = 0;
#pragma omp parallel
    {
#pragma omp for reduction(task, + : sum) schedule(dynamic, 3)
        for (unsigned long long i = first; i < first + count; i++) {
#pragma omp task in_reduction(+ : sum)
            sum += i - first;
        }
#pragma omp for reduction(task, + : small) schedule(guided)
        for (int i = 0; i < 100; i++) {
            small++;
#pragma omp task in_reduction(+ : small)
            small += i;
        }
#pragma omp for reduction(task, + : small) schedule(runtime)
        for (int i = 0; i < 100; i++)
            small += 1;
    }
    same(sum, 4950);
    same(small, 4950 + 200);
#pragma omp parallel
    {
#pragma omp for reduction(task, + : sum) ordered schedule(dynamic)
        for (int i = 0; i < 60; i++) {
#pragma omp ordered
            same(order++, i);
            sum += 1;
        }
#pragma omp for reduction(task, + : sum) ordered schedule(static, 2)
        for (unsigned long long i = first; i < first + 60; i++) {
#pragma omp ordered
            order--;
            sum += 1;
        }
    }
    same(order, 0);
    same(sum, 4950 + 120);
}

/* A conditional lastprivate takes memory that the threads share, as a reduction does. */
static void conditional(void)
{
    int last = 0;
    static long line[100];
#pragma omp parallel
    {
#pragma omp for lastprivate(conditional : last) ordered(1) schedule(static, 50)
        for (int i = 1; i < 100; i++) {
#pragma omp ordered depend(sink : i - 1)
            line[i] = line[i - 1] + 1;
#pragma omp ordered depend(source)
            if (i % 7 == 0)
                last = i;
        }
    }
    same(line[99], 99);
    same(last, 98);
#pragma omp parallel
    {
#pragma omp for lastprivate(conditional : last) ordered(1) schedule(dynamic, 50)
        for (unsigned long long i = 1; i < 100; i++) {
#pragma omp ordered depend(sink : i - 1)
            line[i] = line[i - 1] + 2;
#pragma omp ordered depend(source)
            if (i % 8 == 0)
                last = (int)i;
        }
    }
    same(line[99], 198);
    same(last, 96);
    unsigned long long first = 1ULL << 63;
    long sum = 0;
#pragma omp parallel
    {
#pragma omp for reduction(task, + : sum) ordered(1) schedule(dynamic, 50)
        for (int i = 1; i < 100; i++) {
#pragma omp ordered depend(sink : i - 1)
            line[i] = line[i - 1] + 1;
#pragma omp ordered depend(source)
#pragma omp task in_reduction(+ : sum)
            sum += i;
        }
#pragma omp for reduction(task, + : sum) ordered(1) schedule(static, 50)
        for (unsigned long long i = first; i < first + 99; i++) {
#pragma omp ordered depend(sink : i - 1)
            line[i - first + 1] = line[i - first] + 3;
#pragma omp ordered depend(source)
            sum += 1;
        }
    }
    same(line[99], 297);
    same(sum, 4950 + 99);
    int section = 0;
#pragma omp parallel sections lastprivate(conditional : section)
    {
#pragma omp section
        section = 1;
#pragma omp section
        section = 2;
#pragma omp section
        {
            if (line[0] > 100) /* never; the private variable itself has no value yet */
                section = 3;
        }
    }
    same(section, 2);
}

static void scopes(int n)
{
    long sum = 0;
#pragma omp parallel
    {
#pragma omp scope reduction(task, + : sum)
        {
            sum++;
#pragma omp task in_reduction(+ : sum)
            sum += 10;
        }
    }
    same(sum, 11L * n);
}

static void cancellable(int n)
{
    int done = 0, after = 0, on = omp_get_cancellation();
#pragma omp parallel
    {
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 100; i++) {
#pragma omp atomic
            done++;
        }
#pragma omp sections
        {
#pragma omp section
            {
#pragma omp atomic
                done++;
            }
#pragma omp section
            {
#pragma omp atomic
                done++;
            }
        }
#pragma omp single
        same(done, 102);
#pragma omp cancel parallel
#pragma omp atomic
        after++;
    }
    same(after, on ? 0 : n);
#pragma omp parallel
    { /* one leaves before the loop; the others leave at its end */
        if (omp_get_thread_num() == 0) {
#pragma omp cancel parallel
        }
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 100; i++) {
#pragma omp cancellation point for
        }
#pragma omp atomic
        after++;
    }
    same(after, on ? 0 : 2 * n);
}

int main(void)
{
    int n = omp_get_max_threads();
    printf("%d threads\n", n);
    task_loops();
    conditional();
    scopes(n);
    cancellable(n);
    return finish();
}
