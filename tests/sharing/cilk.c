/* The same of Cilk: openmp.c. */
#include <cilk/cilk.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORKERS = 16, TIMES = 100000, MANY = 1 << 16, STEPS = 8, DEPTH = 14, SIDE = 384, TILE = 32 };

static volatile long counts[WORKERS];
static struct {
    volatile long value;
    long unused[7];
} padded[WORKERS] __attribute__((aligned(64)));
struct tally {
    volatile long seen, kept, lost;
};
static volatile long total;
static _Atomic long all_atomic;
static long sum;
static double a[MANY], b[MANY];

static void array(void)
{
    cilk_for (int t = 0; t < WORKERS; t++)
        for (int i = 0; i < TIMES; i++)
            counts[t] += i; /* array */
}

static void array_repaired(void)
{
    cilk_for (int t = 0; t < WORKERS; t++)
        for (int i = 0; i < TIMES; i++)
            padded[t].value += i;
}

static void counter(void)
{
    cilk_for (int i = 0; i < WORKERS * TIMES; i++)
        total++; /* counter */
}

static void atomics(void)
{
    cilk_for (int i = 0; i < WORKERS * TIMES; i++)
        atomic_fetch_add_explicit(&all_atomic, i, memory_order_relaxed); /* atomics */
}

static void structs(void)
{
    struct tally *tallies = calloc(WORKERS, sizeof *tallies); /* structs, allocated */
    cilk_for (int t = 0; t < WORKERS; t++)
        for (int i = 0; i < TIMES; i++)
            tallies[t].kept += i; /* structs */
    sum = tallies[0].kept;
    free(tallies);
}

/* Each has its own copy, and adds it to the others' once. */
static void copies(void)
{
    cilk_for (int t = 0; t < WORKERS; t++) {
        volatile long *mine = calloc(64, sizeof *mine), all = 0;
        for (int i = 0; i < TIMES; i++)
            mine[i % 64] += i;
        for (int i = 0; i < 64; i++)
            all += mine[i];
        all_atomic += all;
        free((void *)mine);
    }
}

static void add(void *left, void *right)
{
    *(long *)left += *(long *)right;
}

static void zero(void *view)
{
    *(long *)view = 0;
}

static void reducer(void)
{
    long cilk_reducer(zero, add) all = 0;
    cilk_for (int i = 0; i < WORKERS * TIMES / 8; i++)
        all += i;
    sum = all;
}

/* Neighbouring elements; what is written is read after the sync. */
static void loops(void)
{
    for (int step = 0; step < STEPS; step++) {
        cilk_for (int i = 0; i < MANY; i++)
            a[i] = b[MANY - 1 - i] + step;
        cilk_for (int i = 0; i < MANY; i++)
            b[i] = a[MANY - 1 - i] * 0.5;
    }
}

/* All that one loop has written is used by the other in reverse: communication, not contention. */
static void reverse(void)
{
    for (int step = 0; step < STEPS; step++) {
        cilk_for (int i = 0; i < MANY; i++)
            a[i] += step; /* there */
        cilk_for (int i = 0; i < MANY; i++)
            a[MANY - 1 - i] *= 0.5; /* and back */
    }
}

/* The same in loops that nobody would steal from. */
static void short_loops(void)
{
    for (int step = 0; step < 100 * STEPS; step++) {
        cilk_for (int i = 0; i < MANY / 64; i++)
            a[i] += step;
        cilk_for (int i = 0; i < MANY / 64; i++)
            a[MANY / 64 - 1 - i] *= 0.5;
    }
}

/* Worth a steal each, and many of them. */
static void steps(void)
{
    for (int step = 0; step < 100 * STEPS; step++)
        cilk_for (int i = 0; i < WORKERS; i++)
            for (int k = 0; k < TIMES / 100; k++)
                counts[i]++; /* steps */
}

/* What is written between loops is the first core's. */
static void serial_between(void)
{
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < MANY; i++)
            a[i] += step; /* serial */
        cilk_for (int i = 0; i < MANY; i++)
            b[i] = a[i] * 2; /* parallel */
    }
}

static long tree(int depth)
{
    if (depth == 0) {
        for (int i = 0; i < 200; i++)
            __asm__ volatile("" ::"r"(i));
        return 1;
    }
    long x = cilk_spawn tree(depth - 1);
    long y = tree(depth - 1);
    cilk_sync;
    return x + y;
}

static void tasks(void)
{
    sum = tree(DEPTH);
}

/* Neighbouring tiles share the lines at their edges; but mostly one worker has both, and is at such a line for a small part of its time. */
static void blocked(void)
{
    static double space[3][SIDE * SIDE + 8] __attribute__((aligned(64)));
    double *x = space[0] + 2, *y = space[1] + 2, *z = space[2] + 2;
    cilk_for (int i = 0; i < SIDE; i += TILE) {
        cilk_for (int j = 0; j < SIDE; j += TILE) {
            for (int k = 0; k < SIDE; k += TILE)
                for (int row = i; row < i + TILE; row++)
                    for (int at = k; at < k + TILE; at++)
                        for (int column = j; column < j + TILE; column++)
                            z[row * SIDE + column] += x[row * SIDE + at] * y[at * SIDE + column];
        }
    }
}

/* The same counter from time to time: each time, the others have had it meanwhile. */
static void now_and_then(void)
{
    cilk_for (int i = 0; i < WORKERS * TIMES / 8; i++) {
        for (int k = 0; k < 20; k++)
            __asm__ volatile("" ::"r"(k));
        atomic_fetch_add_explicit(&all_atomic, i, memory_order_relaxed); /* now-and-then */
    }
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {{"array", array},
             {"array-repaired", array_repaired},
             {"counter", counter},
             {"reducer", reducer},
             {"loops", loops},
             {"tasks", tasks},
             {"atomics", atomics},
             {"structs", structs},
             {"copies", copies},
             {"blocked", blocked},
             {"now-and-then", now_and_then},
             {"reverse", reverse},
             {"short-loops", short_loops},
             {"steps", steps},
             {"serial-between", serial_between}};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(argv[1], cases[i].name)) {
            cases[i].run();
            return 0;
        }
    return 2;
}
