/*
 * What recording the program tree costs, by kinds of programs: nanoseconds an event, and memory.
 *   tree [millions of tasks] [MB] [program]
 */
#include "engine/tree/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum { SECTION_SITE = 1, TASK_SITE, LOCK_SITE, CALL_SITE };

static struct sw_tree *tree;
static uint64_t events, rng;

static uint64_t rnd(void)
{
    rng ^= rng << 13;
    rng ^= rng >> 7;
    rng ^= rng << 17;
    return rng;
}

/* Per cent of a length, evenly up or down. */
static uint64_t noise(uint64_t length, uint64_t percent)
{
    return length - length * percent / 100 + length * percent * (rnd() >> 54) / 51200;
}

/* Noise with tails: a sum of twelve, 3% from the mean as one says. */
static uint64_t bell(uint64_t length)
{
    uint64_t r = rnd(), sum = 0;
    for (int i = 0; i < 12; i++)
        sum += r >> (5 * i) & 31;
    return length + length * sum * 3 / (100 * 32) - length * 186 * 3 / (100 * 32);
}

static void task(uint64_t before, uint64_t inside)
{
    sw_tree_open(tree, SW_NODE_TASK, TASK_SITE, 0, SW_SECTION_ANY, before);
    sw_tree_close(tree, 0, inside);
    events++;
}

static void even(uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        task(0, 1000);
}

static void leaves(uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        sw_tree_leaf(tree, SW_NODE_TASK, TASK_SITE, 0, 10, 1000 + (i & 15));
    events += n;
}

static void control(uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        task(10, noise(1000, 2));
}

static void triangle(uint64_t n)
{
    for (uint64_t i = 1; i <= n; i++)
        task(8, noise(i * 10, 3));
}

static void triangle_bell(uint64_t n)
{
    for (uint64_t i = 1; i <= n; i++)
        task(8, bell(i * 10 + 1000));
}

static void random_lengths(uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        task(8, 1000 + rnd() % 1000000);
}

static void locks(uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        sw_tree_open(tree, SW_NODE_TASK, TASK_SITE, 0, SW_SECTION_ANY, 10);
        sw_tree_open(tree, SW_NODE_LOCK, LOCK_SITE, 1, SW_SECTION_ANY, noise(1000, 2));
        sw_tree_close(tree, 0, noise(100, 2));
        sw_tree_close(tree, 0, noise(500, 2));
        events += 2;
    }
}

static void wild_locks(uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        sw_tree_open(tree, SW_NODE_TASK, TASK_SITE, 0, SW_SECTION_ANY, 10);
        sw_tree_open(tree, SW_NODE_LOCK, LOCK_SITE, 1, SW_SECTION_ANY, 100 + rnd() % 100000);
        sw_tree_close(tree, 0, 100 + rnd() % 10000);
        sw_tree_close(tree, 0, 100 + rnd() % 1000);
        events += 2;
    }
}

static void nested(uint64_t n)
{
    for (uint64_t i = 0; i < n / 100; i++) {
        sw_tree_open(tree, SW_NODE_TASK, TASK_SITE, 0, SW_SECTION_ANY, 10);
        sw_tree_open(tree, SW_NODE_SECTION, SECTION_SITE, 0, SW_SECTION_ANY, 100);
        for (int k = 0; k < 99; k++)
            task(8, bell(1000));
        sw_tree_close(tree, 0, 10);
        sw_tree_close(tree, 0, 50);
        events += 2;
    }
}

static void recurse(unsigned depth)
{
    events++;
    sw_tree_open(tree, SW_NODE_CALL, CALL_SITE, 0, SW_SECTION_ANY, 5);
    if (depth > 1) {
        sw_tree_open(tree, SW_NODE_SECTION, SECTION_SITE, 0, SW_SECTION_SPAWN, noise(20, 20));
        sw_tree_open(tree, SW_NODE_TASK, TASK_SITE, 0, SW_SECTION_ANY, 0);
        recurse(depth - 1);
        sw_tree_close(tree, 0, noise(20, 20));
        recurse(depth - 2);
        sw_tree_close(tree, 0, noise(20, 20));
        events += 2;
    }
    sw_tree_close(tree, 0, noise(30, 30));
}

/* A recursion of so many nodes. */
static void fib(uint64_t n)
{
    unsigned depth = 1;
    for (double size = 3; size < (double)n; size *= 1.618)
        depth++;
    recurse(depth);
}

static void places(uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        sw_tree_open(tree, SW_NODE_CALL, (uint32_t)i + 10, 0, SW_SECTION_ANY, 10);
        sw_tree_open(tree, SW_NODE_SECTION, (uint32_t)i + 10, 0, SW_SECTION_ANY, 10);
        task(0, rnd() % 1000);
        sw_tree_close(tree, 0, 1);
        sw_tree_close(tree, 0, 1);
    }
}

static void sections(uint64_t n)
{
    sw_tree_close(tree, 0, 0);
    for (uint64_t i = 0; i < n; i++) {
        sw_tree_open(tree, SW_NODE_SECTION, SECTION_SITE, 0, SW_SECTION_ANY, rnd() % 1000000);
        for (uint64_t k = 0; k < 1 + rnd() % 4; k++)
            task(0, 1 + rnd() % 1000000);
        sw_tree_close(tree, 0, 1);
    }
    sw_tree_open(tree, SW_NODE_SECTION, SECTION_SITE, 0, SW_SECTION_ANY, 0);
}

static const struct {
    const char *name;
    void (*run)(uint64_t);
} programs[] = {{"even", even},
                {"leaves", leaves},
                {"control", control},
                {"triangle", triangle},
                {"triangle-bell", triangle_bell},
                {"random", random_lengths},
                {"locks", locks},
                {"wild-locks", wild_locks},
                {"nested", nested},
                {"fib", fib},
                {"places", places},
                {"sections", sections}};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void measure(size_t which, uint64_t n, uint64_t bound)
{
    struct sw_arena arena;
    struct sw_tree_measure m;
    size_t size = bound + 4096;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    sw_arena_init(&arena, memory, size);
    tree = sw_tree_make(&arena, bound);
    rng = 88172645463325252u;
    events = 0;
    sw_tree_open(tree, SW_NODE_SECTION, SECTION_SITE, 0, SW_SECTION_ANY, 0);
    double start = seconds();
    programs[which].run(n);
    double taken = seconds() - start;
    sw_tree_close(tree, 0, 0);
    sw_tree_finish(tree);
    double finish = seconds() - start - taken;
    uint64_t n_nodes, n_items;
    sw_tree_size(tree, &n_nodes, &n_items);
    sw_tree_measured(tree, &m);
    printf("%-14s %11llu %6.1f ns  %8.3f MB %9llu nodes %9llu items  window %llu merged %llu moved "
           "%.3g lost %llu, %.2f s\n",
           programs[which].name, (unsigned long long)events, taken * 1e9 / (double)events,
           (double)m.bytes / 1048576, (unsigned long long)n_nodes, (unsigned long long)n_items,
           (unsigned long long)m.window, (unsigned long long)m.merged, (double)m.moved,
           (unsigned long long)m.lost, finish);
    munmap(memory, size);
}

int main(int argc, char **argv)
{
    double millions = argc > 1 ? atof(argv[1]) : 1;
    double megabytes = argc > 2 ? atof(argv[2]) : 256;
    printf("%-14s %11s\n", "", "events");
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        if (argc < 4 || !strcmp(argv[3], programs[i].name))
            measure(i, (uint64_t)(millions * 1e6), (uint64_t)(megabytes * 1048576));
    return 0;
}
