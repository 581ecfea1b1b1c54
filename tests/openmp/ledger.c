/* Programs of which each processor's time is to add up, whatever is inside what. The argument says which. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static omp_lock_t lock;

static void work(long units)
{
    unsigned long x = (unsigned long)units;
    for (long i = 0; i < units * 1000; i++)
        x = x * 6364136223846793005ul + 1442695040888963407ul;
    __asm__ volatile("" : : "r"(x));
}

/* A region inside itself, with unequal shares. */
static void __attribute__((noinline)) recursive(int depth)
{
    if (!depth) {
        work(50);
        return;
    }
#pragma omp parallel num_threads(2)
    {
        work(10 * (1 + omp_get_thread_num()));
        recursive(depth - 1);
    }
}

/* ... by way of another one, with loops, barriers and locks, and as wide as it is deep. */
static void __attribute__((noinline)) other(int depth);

static void __attribute__((noinline)) one(int depth)
{
    if (!depth)
        return;
#pragma omp parallel num_threads(3)
    {
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 7; i++)
            work(i);
#pragma omp critical
        work(2);
#pragma omp single
        other(depth - 1);
        work(omp_get_thread_num());
#pragma omp barrier
    }
}

static void __attribute__((noinline)) other(int depth)
{
    if (!depth)
        return;
#pragma omp parallel num_threads(2)
    {
        work(3);
        omp_set_lock(&lock);
        work(1);
        omp_unset_lock(&lock);
        one(depth - 1);
    }
}

static void one_and_other(int depth)
{
    one(depth);
}

/* ... on one thread each time, as by an if clause. */
static void __attribute__((noinline)) narrow(int depth)
{
    if (!depth)
        return;
#pragma omp parallel if (depth == 4)
    {
#pragma omp for schedule(dynamic, 2)
        for (int i = 0; i < 9; i++)
            work(1 + i);
        narrow(depth - 1);
    }
}

/* ... made by tasks, of which some have to wait for others. */
static void __attribute__((noinline)) tasks(int depth)
{
    int a = 0;
    if (!depth) {
        work(20);
        return;
    }
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        for (int i = 0; i < 3; i++) {
#pragma omp task depend(inout : a)
            work(5);
#pragma omp task
            tasks(depth - 1);
        }
#pragma omp task depend(in : a) if (0)
        work(1);
#pragma omp taskgroup
#pragma omp task
        work(9);
#pragma omp taskwait
    }
}

/* Regions side by side in another one, of any number of threads, and one after the other. */
static void beside(int depth)
{
    long sum = 0;
#pragma omp parallel num_threads(4)
    for (int i = 0; i < depth; i++) {
#pragma omp parallel num_threads(1 + (omp_get_thread_num() + i) % 3) reduction(+ : sum)
        {
            work(2 + omp_get_thread_num());
#pragma omp sections
            {
#pragma omp section
                work(5);
#pragma omp section
                work(1);
            }
            sum++;
        }
    }
}

static void turns(int depth)
{
#pragma omp parallel for ordered schedule(static, 1)
    for (int i = 0; i < 8 * depth; i++) {
        work(4);
#pragma omp ordered
        work(2);
    }
}

static void league(int depth)
{
#pragma omp teams num_teams(3) thread_limit(2)
    {
        work(depth);
#pragma omp parallel
        work(5 + omp_get_team_num());
    }
}

/* The program ends inside regions. */
static void __attribute__((noinline)) leaves(int depth)
{
#pragma omp parallel num_threads(2)
    {
        work(10);
#pragma omp barrier
        if (depth)
            leaves(depth - 1);
        else if (omp_get_thread_num())
            exit(0);
        work(50);
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*function)(int);
    } all[] = {{"recursive", recursive}, {"one_and_other", one_and_other},
               {"narrow", narrow},       {"tasks", tasks},
               {"beside", beside},       {"turns", turns},
               {"league", league},       {"leaves", leaves}};
    omp_set_max_active_levels(20);
    omp_init_lock(&lock);
    work(5);
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (argc > 1 && !strcmp(argv[1], all[i].name))
            all[i].function(4);
    return 0;
}
