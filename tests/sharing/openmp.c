/* Cache lines that threads fight over, and programs that share all the same and do not: the first argument says which. What is planted has its
 * name in a comment on the line that is to be found. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMES = 100000, MANY = 1 << 15, STEPS = 24, BLOCK = 4096, DEPTH = 12 };

static volatile long counts[64];
static struct {
    volatile long value;
    long unused[7];
} padded[64] __attribute__((aligned(64)));
static struct {
    volatile long made, used;
} stats __attribute__((aligned(64)));
static struct {
    volatile long made, unused[7], used;
} apart __attribute__((aligned(64)));
struct tally {
    volatile long seen, kept, lost;
};
static struct {
    omp_lock_t lock;
    volatile long value;
} guarded __attribute__((aligned(64)));
static struct {
    omp_lock_t lock;
    volatile long value __attribute__((aligned(64)));
} guarded_apart __attribute__((aligned(64)));
static volatile long total;
static long sum;
static double a[MANY], b[MANY];
static volatile double sink;

static void array(void)
{
#pragma omp parallel
    for (int t = omp_get_thread_num(), i = 0; i < TIMES; i++)
        counts[t] += i; /* array */
}

static void array_repaired(void)
{
#pragma omp parallel
    for (int t = omp_get_thread_num(), i = 0; i < TIMES; i++)
        padded[t].value += i;
}

static void fields(void)
{
#pragma omp parallel sections
    {
#pragma omp section
        for (int i = 0; i < TIMES; i++)
            stats.made++; /* fields */
#pragma omp section
        for (int i = 0; i < TIMES; i++)
            stats.used++;
    }
}

static void fields_repaired(void)
{
#pragma omp parallel sections
    {
#pragma omp section
        for (int i = 0; i < TIMES; i++)
            apart.made++;
#pragma omp section
        for (int i = 0; i < TIMES; i++)
            apart.used++;
    }
}

/* One struct for each thread: of the heap, and on the stack of who opens the region. */
static void structs(void)
{
    struct tally *tallies = calloc(64, sizeof *tallies); /* structs, allocated */
#pragma omp parallel
    {
        struct tally *mine = tallies + omp_get_thread_num();
        for (int i = 0; i < TIMES; i++)
            mine->kept += i; /* structs */
    }
    sum = tallies[0].kept;
    free(tallies);
}

static void stack(void)
{
    volatile long mine[64] = {0};
#pragma omp parallel
    for (int t = omp_get_thread_num(), i = 0; i < TIMES; i++)
        mine[t] += i; /* stack */
    sum = mine[0];
}

static volatile int small[4096] __attribute__((aligned(64)));

/* Neighbours are of two threads, which are at the same line all the time. */
static void dynamic(void)
{
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < 4096; i++)
        for (int k = 0; k < 1000; k++)
            small[i] += k; /* dynamic */
}

/* Neighbours are of two threads, too, where chunks end within a line; but who has the next chunk has left there when this one comes:
 * the part of a line is long beside what threads may begin later than others (SKEW in agent/translate/shared.c). */
static void chunks(void)
{
#pragma omp parallel for schedule(dynamic, 20)
    for (int i = 0; i < 4096; i++)
        for (int k = 0; k < 2000; k++)
            small[i] ^= k;
}

/* By a library's function: what is fought over is the caller's. */
static void seed(void)
{
    static unsigned state;
    long all = 0;
#pragma omp parallel for reduction(+ : all) /* seed */
    for (int i = 0; i < 4 * TIMES; i++)
        all += rand_r(&state);
    sum = all;
}

static void seed_repaired(void)
{
    long all = 0;
#pragma omp parallel reduction(+ : all)
    {
        unsigned state = 1;
#pragma omp for
        for (int i = 0; i < 4 * TIMES; i++)
            all += rand_r(&state);
    }
    sum = all;
}

/* Two fields of one, whoever comes first. */
static void stack_fields(void)
{
    struct {
        volatile long made, used;
    } both = {0, 0};
#pragma omp parallel sections
    {
#pragma omp section
        for (int i = 0; i < TIMES; i++)
            both.used++; /* stack-fields */
#pragma omp section
        for (int i = 0; i < TIMES; i++)
            both.made++;
    }
    sum = both.made + both.used;
}

/* Each has its own copy, and adds it to the others' once. */
static void copies(void)
{
#pragma omp parallel
    {
        volatile long *mine = calloc(64, sizeof *mine);
        for (int i = 0; i < TIMES; i++)
            mine[i % 64] += i;
        for (int i = 0; i < 64; i++)
#pragma omp atomic
            sum += mine[i];
        free((void *)mine);
    }
}

static void counter(void)
{
#pragma omp parallel
    for (int i = 0; i < TIMES; i++)
        total++; /* counter */
}

static void atomic(void)
{
#pragma omp parallel for
    for (int i = 0; i < 4 * TIMES; i++) {
#pragma omp atomic
        sum += i; /* atomic */
    }
}

static void heap(void)
{
    volatile long *all = malloc(64 * sizeof *all); /* heap, allocated */
#pragma omp parallel
    for (int t = omp_get_thread_num(), i = 0; i < TIMES; i++)
        all[t] += i; /* heap */
    sum = all[0];
    free((void *)all);
}

/* Rows dealt out one by one: neighbouring elements are of different threads, all the time. */
static void dealt(void)
{
    for (int step = 0; step < STEPS; step++)
#pragma omp parallel for schedule(static, 1)
        for (int i = 0; i < MANY; i++)
            a[i] = a[i] * 0.5 + 1; /* dealt */
}

static void reduction(void)
{
    long all = 0;
#pragma omp parallel for reduction(+ : all)
    for (int i = 0; i < 4 * TIMES; i++)
        all += i ^ (all >> 3);
    sum = all;
}

static void loop(void)
{
    for (int step = 0; step < STEPS; step++)
#pragma omp parallel for
        for (int i = 0; i < MANY; i++)
            a[i] = a[i] * 0.5 + 1;
}

/* What one thread has written another one reads, after the barrier. */
static void barriers(void)
{
#pragma omp parallel
    for (int step = 0; step < STEPS; step++) {
#pragma omp for
        for (int i = 0; i < MANY; i++)
            a[i] = b[MANY - 1 - i] + step;
#pragma omp for
        for (int i = 0; i < MANY; i++)
            b[i] = a[MANY - 1 - i] * 0.5;
    }
}

/* One thread after the other goes over all of it: each line moves each time. */
static void turns(void)
{
#pragma omp parallel
    for (int step = 0; step < 3000; step++) {
        if (step % omp_get_num_threads() == omp_get_thread_num())
            for (int i = 0; i < 1024; i++)
                a[8 * i] = a[8 * i] * 0.5 + 1;
#pragma omp barrier
    }
}

static void stage(double *block)
{
    for (int k = 0; k < 20; k++)
        for (int i = 0; i < BLOCK; i++)
            block[i] = block[i] * 0.999 + 1;
}

/* Blocks go from task to task. */
static void pipeline(void)
{
#pragma omp parallel
#pragma omp single
    for (int step = 0; step < 6; step++)
        for (int k = 0; k < MANY / BLOCK; k++) {
            double *block = a + k * BLOCK;
#pragma omp task depend(inout : block[0])
            stage(block);
        }
}

static long tree(int depth)
{
    long x, y;
    if (depth == 0) {
        for (int i = 0; i < 200; i++)
            __asm__ volatile("" ::"r"(i));
        return 1;
    }
#pragma omp task shared(x)
    x = tree(depth - 1);
    y = tree(depth - 1);
#pragma omp taskwait
    return x + y;
}

static void tasks(void)
{
#pragma omp parallel
#pragma omp single
    sum = tree(DEPTH);
}

static void critical(void)
{
#pragma omp parallel for
    for (int i = 0; i < 1000; i++) {
        double x = 0;
        for (int k = 1; k < 2000; k++)
            x += 1.0 / k;
#pragma omp critical
        sink += x;
    }
}

/* The lock's word beside what it guards: who waits for it takes the line from who has it. */
static void beside(void)
{
    omp_init_lock(&guarded.lock);
#pragma omp parallel for
    for (int i = 0; i < TIMES / 4; i++) {
        omp_set_lock(&guarded.lock);
        for (int k = 0; k < 20; k++)
            guarded.value += i; /* beside */
        omp_unset_lock(&guarded.lock);
    }
    omp_destroy_lock(&guarded.lock);
}

static void beside_repaired(void)
{
    omp_init_lock(&guarded_apart.lock);
#pragma omp parallel for
    for (int i = 0; i < TIMES / 4; i++) {
        omp_set_lock(&guarded_apart.lock);
        for (int k = 0; k < 20; k++)
            guarded_apart.value += i;
        omp_unset_lock(&guarded_apart.lock);
    }
    omp_destroy_lock(&guarded_apart.lock);
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {{"array", array},
             {"array-repaired", array_repaired},
             {"fields", fields},
             {"counter", counter},
             {"atomic", atomic},
             {"heap", heap},
             {"dealt", dealt},
             {"reduction", reduction},
             {"turns", turns},
             {"loop", loop},
             {"barriers", barriers},
             {"pipeline", pipeline},
             {"tasks", tasks},
             {"critical", critical},
             {"fields-repaired", fields_repaired},
             {"structs", structs},
             {"stack", stack},
             {"stack-fields", stack_fields},
             {"dynamic", dynamic},
             {"seed", seed},
             {"seed-repaired", seed_repaired},
             {"chunks", chunks},
             {"copies", copies},
             {"beside", beside},
             {"beside-repaired", beside_repaired}};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(argv[1], cases[i].name)) {
            cases[i].run();
            return 0;
        }
    return 2;
}
