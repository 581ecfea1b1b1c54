/* Regions whose speedup on 8 processors is exact when instructions are counted. The argument says which. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void work(long units)
{
    unsigned long x = (unsigned long)units;
    for (long i = 0; i < units * 4000; i++)
        x = x * 6364136223846793005ul + 1442695040888963407ul;
    __asm__ volatile("" : : "r"(x));
}

/* 64 chunks, each a tenth in order: 8 take turns, 7 are still computing. */
static void ordered(void)
{
#pragma omp parallel for ordered schedule(dynamic)
    for (int i = 0; i < 64; i++) {
        work(90);
#pragma omp ordered
        work(10);
    }
}

static void cell(long *table, int i, int j)
{
    work(100);
    table[9 * i + j] = table[9 * (i - 1) + j] + table[9 * i + j - 1];
}

/* A wave over 8 by 8 cells: 15 of them one after the other. */
static void wave(void)
{
    static long table[81];
#pragma omp parallel for ordered(2) schedule(static, 1)
    for (int i = 1; i < 9; i++) {
        for (int j = 1; j < 9; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
            cell(table, i, j);
#pragma omp ordered depend(source)
        }
    }
}

/* The same by tasks. */
static void depend(void)
{
    static long table[81];
#pragma omp parallel
#pragma omp single
    for (int i = 1; i < 9; i++)
        for (int j = 1; j < 9; j++)
#pragma omp task depend(in                                                         \
                        : table[9 * (i - 1) + j], table[9 * i + j - 1]) depend(out \
                                                                               : table[9 * i + j])
            cell(table, i, j);
}

/* 64 tasks in a group, of which 8 run at a time; then as many alone. */
static void grouped(void)
{
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        for (int i = 0; i < 64; i++)
#pragma omp task
            work(100);
        work(800);
    }
}

/* Nobody waits for children but the barrier: a tree with 64 leaves, and a row of 32. */
static void tree(int depth)
{
    if (!depth) {
        work(100);
        return;
    }
#pragma omp task
    tree(depth - 1);
#pragma omp task
    tree(depth - 1);
}

static void leaves(void)
{
#pragma omp parallel
#pragma omp single
    tree(6);
}

/* Those who wait for children run some meanwhile: 15 tasks with as much work of their own. */
static void joined(int depth)
{
    for (int i = 0; depth && i < 2; i++)
#pragma omp task
        joined(depth - 1);
#pragma omp taskwait
    work(100);
}

static void joins(void)
{
#pragma omp parallel
#pragma omp single
#pragma omp task
    joined(3);
}

/* A loop of 4 iterations. */
static void four(void)
{
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
        work(100);
}

/* ... of four threads, on any number of processors. */
static void fixed(void)
{
#pragma omp parallel num_threads(4)
    work(100);
}

/* ... that each make a team of four. */
static void nests(void)
{
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(4)
    {
#pragma omp parallel num_threads(4)
        work(100);
    }
}

static void row(int left)
{
    work(100);
    if (left) {
#pragma omp task
        row(left - 1);
    }
}

static void links(void)
{
#pragma omp parallel
#pragma omp single
    row(31);
}

static void taskloop(void)
{
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(64)
    for (int i = 0; i < 128; i++)
        work(50);
}

/* One that is in the way of the others: a critical section with a quarter of the work. */
static void critical(void)
{
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < 64; i++) {
        work(75);
#pragma omp critical
        work(25);
    }
}

/* The others find out when they have done what they are at. */
static void cancelled(void)
{
#pragma omp parallel
    {
        work(100);
        if (omp_get_thread_num() == 0) {
#pragma omp cancel parallel
        }
        work(100);
#pragma omp cancellation point parallel
        work(600);
    }
}

/* A barrier that is the end of a single, and what the others wait for is that. */
static void awaited(void)
{
#pragma omp parallel
    for (int i = 0; i < 10; i++) {
        work(10);
#pragma omp single
        work(70);
    }
}

static void __attribute__((noinline)) meet(void)
{
#pragma omp barrier
    __asm__ volatile(""); /* no jump to the runtime: one call, wherever it is called from */
}

/* ... one that is the end of two of them, so a part of neither ... */
static void shared(void)
{
#pragma omp parallel
    for (int i = 0; i < 10; i++) {
#pragma omp single nowait
        work(70);
        meet();
#pragma omp single nowait
        work(30);
        meet();
    }
}

/* ... one that all have come to from a single, but with work of their own ... */
static void beside(void)
{
#pragma omp parallel
    for (int i = 0; i < 10; i++) {
#pragma omp single nowait
        work(70);
        work(30);
#pragma omp barrier
    }
}

/* ... and one that has nothing to do with a single, though one thread works alone. */
static void numbered(void)
{
#pragma omp parallel
    for (int i = 0; i < 10; i++) {
        if (omp_get_thread_num() == 3)
            work(100);
#pragma omp barrier
    }
}

/* A loop of 64 chunks, then work that each thread does in full. */
static void repeated(void)
{
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < 64; i++)
            work(100);
        work(1600);
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*function)(void);
    } all[] = {{"ordered", ordered},     {"wave", wave},         {"depend", depend},
               {"grouped", grouped},     {"taskloop", taskloop}, {"critical", critical},
               {"cancelled", cancelled}, {"leaves", leaves},     {"links", links},
               {"joins", joins},         {"four", four},         {"fixed", fixed},
               {"nests", nests},         {"awaited", awaited},   {"shared", shared},
               {"beside", beside},       {"numbered", numbered}, {"repeated", repeated}};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (argc > 1 && !strcmp(argv[1], all[i].name))
            all[i].function();
    return 0;
}
