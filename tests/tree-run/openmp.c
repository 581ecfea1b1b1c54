/* Constructs of OpenMP, one of them by its name, with work of a known amount. */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t sink[1024];

__attribute__((noinline)) static uint64_t spin(uint64_t rounds)
{
    uint64_t x = rounds;
    for (uint64_t i = 0; i < rounds; i++) {
        x = x * 6364136223846793005u + 1442695040888963407u;
        __asm__ volatile("" : "+r"(x)); /* each call does it */
    }
    return x;
}

/* Thread i has i + 1 parts. */
static void share(void)
{
#pragma omp parallel
    sink[omp_get_thread_num()] = spin(20000 * (uint64_t)(omp_get_thread_num() + 1));
}

static void dynamic(void)
{
#pragma omp parallel for schedule(dynamic, 2)
    for (int i = 0; i < 100; i++)
        sink[i] = spin(1000 + 100 * (uint64_t)i);
}

static void guided(void)
{
#pragma omp parallel for schedule(guided)
    for (int i = 0; i < 400; i++)
        sink[i] = spin(500);
}

static void chunks(void)
{
#pragma omp parallel
#pragma omp for schedule(runtime)
    for (int i = 0; i < 96; i++)
        sink[i] = spin(500 + 100 * (uint64_t)i);
}

/* The second loop begins where the first one leaves threads free. */
static void nowait(void)
{
#pragma omp parallel
    {
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < 8; i++)
            sink[i] = spin(i == 3 ? 60000 : 5000);
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 80; i++)
            sink[i] = spin(5000);
    }
}

static void critical(void)
{
#pragma omp parallel for
    for (int i = 0; i < 80; i++) {
        uint64_t x = spin(2000);
#pragma omp critical
        sink[0] += x + spin(1000);
    }
}

/* More chunks than a megabyte has room for. */
static void many(void)
{
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < 16384; i++) {
        uint64_t x = spin(100 + (uint64_t)i % 7 * 5);
#pragma omp critical
        sink[0] += x + spin(20);
    }
}

/* Taken in one order, released in another. */
static void crossed(void)
{
    omp_lock_t a, b;
    omp_init_lock(&a);
    omp_init_lock(&b);
#pragma omp parallel for
    for (int i = 0; i < 16; i++) {
        omp_set_lock(&a);
        sink[0] += spin(100);
        omp_set_lock(&b);
        sink[1] += spin(100);
        omp_unset_lock(&a);
        sink[2] += spin(100);
        omp_unset_lock(&b);
    }
    omp_destroy_lock(&a);
    omp_destroy_lock(&b);
}

static void phases(void)
{
#pragma omp parallel
    for (int i = 0; i < 10; i++) {
        sink[omp_get_thread_num()] = spin(10000);
#pragma omp barrier
    }
}

static void single(void)
{
#pragma omp parallel
    {
#pragma omp single
        sink[0] = spin(30000);
        sink[1 + omp_get_thread_num()] = spin(30000);
    }
}

static void tasks(void)
{
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 200; i++)
#pragma omp task
        sink[i] = spin(4000 + 20 * (uint64_t)i);
}

static uint64_t tree(int depth)
{
    uint64_t a, b;
    if (depth < 2)
        return spin(5000);
#pragma omp task shared(a)
    a = tree(depth - 1);
#pragma omp task shared(b) if (depth > 3)
    b = tree(depth - 2);
#pragma omp taskwait
    return a + b;
}

static void recursion(void)
{
#pragma omp parallel
#pragma omp single
    sink[0] = tree(10);
}

static void group(void)
{
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        for (int i = 0; i < 40; i++)
#pragma omp task
            sink[i] = spin(5000);
        sink[50] = spin(20000);
    }
}

static void nested(void)
{
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp parallel for num_threads(4) schedule(dynamic)
    for (int i = 0; i < 20; i++)
        sink[i] = spin(3000);
}

static void ordered(void)
{
#pragma omp parallel for ordered schedule(dynamic)
    for (int i = 0; i < 20; i++) {
        sink[i] = spin(4000);
#pragma omp ordered
        sink[30] += spin(500);
    }
}

static void depend(void)
{
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 20; i++)
#pragma omp task depend(inout : sink[0])
        sink[0] += spin(3000);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } all[] = {
        {"share", share},         {"dynamic", dynamic},   {"guided", guided},   {"chunks", chunks},
        {"nowait", nowait},       {"critical", critical}, {"crossed", crossed}, {"phases", phases},
        {"single", single},       {"tasks", tasks},       {"group", group},     {"nested", nested},
        {"recursion", recursion}, {"ordered", ordered},   {"depend", depend},   {"many", many},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (argc > 1 && !strcmp(argv[1], all[i].name)) {
            sink[1000] = spin(20000);
            all[i].run();
            return 0;
        }
    return 1;
}
