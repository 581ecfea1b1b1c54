/*
 * Two things keep each of these from scaling: the first argument names them, the second which one is done away with
 * ("none", "first", "second"). What a finding says that is worth can so be compared with what it is: worth.sh.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile double sink;
static int fix; /* 0: none */

static void __attribute__((noinline)) work(long n)
{
    double sum = 0;
    for (long i = 1; i <= n; i++)
        sum += 1.0 / (double)i;
    sink = sum;
}

static void __attribute__((noinline)) maybe_locked(int locked, long n)
{
    if (locked) {
#pragma omp critical
        work(n);
    } else {
        work(n);
    }
}

/* A triangle by static shares, and a critical section in it. */
static void triangle_and_critical(long part)
{
    omp_set_schedule(fix == 1 ? omp_sched_dynamic : omp_sched_static, fix == 1);
#pragma omp parallel for schedule(runtime)
    for (int i = 0; i < 400; i++) {
        work(20L * i);
        maybe_locked(fix != 2, part);
    }
}

static void triangle_critical(void)
{
    triangle_and_critical(600);
}

static void triangle_light(void)
{
    triangle_and_critical(60);
}

/* The same by the loop that gcc divides itself. */
static void triangle_unseen(void)
{
    if (fix == 1) {
        triangle_critical();
        return;
    }
#pragma omp parallel for
    for (int i = 0; i < 400; i++) {
        work(20L * i);
        maybe_locked(fix != 2, 600);
    }
}

static void triangle_serial(void)
{
    if (fix != 2)
        work(400000);
    omp_set_schedule(fix == 1 ? omp_sched_dynamic : omp_sched_static, fix == 1);
#pragma omp parallel for schedule(runtime)
    for (int i = 0; i < 400; i++)
        work(20L * i + (fix == 2 ? 1000 : 0));
}

/* Either lock allows 5 of 8. */
static void two_locks(void)
{
    static omp_lock_t a, b;
    omp_init_lock(&a);
    omp_init_lock(&b);
#pragma omp parallel for
    for (int i = 0; i < 400; i++) {
        work(6000);
        if (fix != 1)
            omp_set_lock(&a);
        work(2500);
        if (fix != 1)
            omp_unset_lock(&a);
        work(1000);
        if (fix != 2)
            omp_set_lock(&b);
        work(2000);
        if (fix != 2)
            omp_unset_lock(&b);
    }
}

/* Many locks at one line are no bound. */
static void lock_array(void)
{
    static omp_lock_t locks[64];
    for (int i = 0; i < 64; i++)
        omp_init_lock(&locks[i]);
    omp_set_schedule(fix == 1 ? omp_sched_dynamic : omp_sched_static, fix == 1);
#pragma omp parallel for schedule(runtime)
    for (int i = 0; i < 400; i++) {
        omp_set_lock(&locks[i % 64]);
        work(20L * i);
        omp_unset_lock(&locks[i % 64]);
    }
}

/* A loop of more tasks than may wait, and a critical section in them. */
static void taskloop_critical(void)
{
    int tasks = fix == 1 ? 64 : 4000;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(tasks)
    for (int i = 0; i < 4000; i++) {
        work(600);
        maybe_locked(fix != 2, 200);
    }
}

/* Seven threads are busy, so many short tasks wait that the one who makes them has to run a long one, and what
 * comes after that is not made yet. */
static void tasks_full(void)
{
    int n = fix == 1 ? 300 : 700;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 7 + n + 1 + 1400; i++) {
        long length = i < 7 ? 20000 : i < 7 + n ? 14000 / n : i == 7 + n ? 200000 : 1000;
#pragma omp task firstprivate(length)
        work(length);
    }
}

/* The halves of a tree of tasks are not given away, far enough down. */
static void tree(int depth)
{
    int given = fix == 1 ? 4 : 9;
    if (!depth) {
        work(2000);
        return;
    }
#pragma omp task if (depth > given)
    tree(depth - 1);
#pragma omp task if (depth > given)
    tree(depth - 1);
#pragma omp taskwait
}

static void tree_if(void)
{
#pragma omp parallel
#pragma omp single
    tree(10);
}

/* Parts in the order of the iterations: shares of one thread have to wait for all of those before; chunks of one do not. */
static void in_order(int schedule, int chunk, long free, long part)
{
    omp_set_schedule(fix == 1 ? omp_sched_static : (omp_sched_t)schedule, fix == 1 ? 1 : chunk);
    if (fix == 2) {
#pragma omp parallel for schedule(runtime)
        for (int i = 0; i < 200; i++)
            work(free + part);
        return;
    }
#pragma omp parallel for ordered schedule(runtime)
    for (int i = 0; i < 200; i++) {
        work(free);
#pragma omp ordered
        work(part);
    }
}

static void ordered_shares(void)
{
    in_order(omp_sched_static, 0, 3000, 200);
}

static void ordered_cyclic(void)
{
    in_order(omp_sched_static, 1, 1000, 2000);
}

static void ordered_dynamic(void)
{
    in_order(omp_sched_dynamic, 1, 1000, 2000);
}

/* Iterations that wait for others: a wave over as many rows as there are threads, and a chain. */
static void wave(void)
{
    if (fix == 2) {
#pragma omp parallel for schedule(static, 1)
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 8; j++)
                work(10000);
        return;
    }
#pragma omp parallel for ordered(2) schedule(static, 1)
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
#pragma omp ordered depend(sink : i - 1, j)
            work(10000);
#pragma omp ordered depend(source)
        }
}

static void chain(void)
{
    if (fix == 2) {
#pragma omp parallel for schedule(static, 1)
        for (int i = 0; i < 200; i++)
            work(3000);
        return;
    }
#pragma omp parallel for ordered(1) schedule(static, 1)
    for (int i = 0; i < 200; i++) {
        work(1000);
#pragma omp ordered depend(sink : i - 1)
        work(2000);
#pragma omp ordered depend(source)
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*function)(void);
    } all[] = {{"triangle_critical", triangle_critical},
               {"triangle_light", triangle_light},
               {"triangle_unseen", triangle_unseen},
               {"triangle_serial", triangle_serial},
               {"two_locks", two_locks},
               {"lock_array", lock_array},
               {"taskloop_critical", taskloop_critical},
               {"tasks_full", tasks_full},
               {"tree_if", tree_if},
               {"ordered_shares", ordered_shares},
               {"ordered_cyclic", ordered_cyclic},
               {"ordered_dynamic", ordered_dynamic},
               {"wave", wave},
               {"chain", chain}};
    if (argc < 3)
        return 1;
    fix = !strcmp(argv[2], "first") ? 1 : !strcmp(argv[2], "second") ? 2 : 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(argv[1], all[i].name))
            all[i].function();
    puts("done");
    return 0;
}
