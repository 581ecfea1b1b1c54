/* threadprivate: each thread's own, kept from region to region. */
#include "suite.h"

static int counter = 7;
static struct {
    long values[100];
    char text[30];
} block;
int global;
static __thread int plain = 3; /* a compiler's own thread storage is per thread of the team too */
#pragma omp threadprivate(counter, block, global)

static int *address(void)
{
    static int inside = 1;
#pragma omp threadprivate(inside)
    return &inside;
}

int main(void)
{
    int n = omp_get_max_threads();
    printf("%d threads\n", n);
#pragma omp parallel
    {
        int t = omp_get_thread_num();
        same(counter, 7);
        same(plain, 3);
        same(*address(), 1);
        counter = 100 + t;
        block.values[99] = t;
        snprintf(block.text, sizeof block.text, "thread %d", t);
        global = -t;
        plain = t;
        *address() = 5 * t;
    }
    for (int round = 0; round < 5; round++) {
#pragma omp parallel
        {
            int t = omp_get_thread_num();
            char text[30];
            snprintf(text, sizeof text, "thread %d", t);
            same(counter, 100 + t + round);
            same(block.values[99], t);
            same(strcmp(block.text, text), 0);
            same(global, -t);
            same(plain, t);
            same(*address(), 5 * t);
            counter++;
#pragma omp barrier
            same(counter, 101 + t + round);
        }
    }
    same(counter, 105);
    counter = 1;
    block.values[99] = 2;
#pragma omp parallel copyin(counter, block)
    {
        same(counter, 1);
        same(block.values[99], 2);
    }
    int **seen = (int **)calloc((size_t)n, sizeof *seen), alike = 0;
#pragma omp parallel
    seen[omp_get_thread_num()] = &counter;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            alike += seen[i] == seen[j];
    same(alike, 0);
    same(seen[0] == &counter, 1);
    free(seen);
#pragma omp parallel
    { /* a task sees that of the thread that runs it */
#pragma omp task
        holds(counter >= 1);
    }
    return finish();
}
