/*
 * Spinning for known times: so many units, each act with its own work and span in them (truth.sh).
 * A fiber as OpenCilk has them: what par() calls is on another stack, par()'s own frame is not.
 */
#include "csi.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { MAIN, SPIN, WIDE, REGIONS, TREE, ON_FIBER, TINY, MANY, N };
UNIT(N)

#define UNIT_STEPS 1500000 /* about a millisecond */

static volatile uint64_t sink;

NOINLINE static void spin(long units)
{
    ENTRY(SPIN, 0);
    uint64_t x = 1;
    for (long i = 0; i < units * UNIT_STEPS; i++) {
        x = x * 0x5851f42d4c957f2d + 1;
        __asm__ volatile("" : "+r"(x));
    }
    sink = x;
    EXIT(SPIN);
}

NOINLINE static void spawn_spin(unsigned region, long units)
{
    TASK;
    spin(units);
    TASK_EXIT(region);
    __asm__ volatile("");
}

/* Work 12, span 5: 1, then 4, 3, 2 and 2 beside each other. */
NOINLINE static void wide(void)
{
    ENTRY(WIDE, SPAWNS);
    spin(1);
    for (long units = 4; units > 1; units--)
        SPAWN(0, spawn_spin(0, units));
    spin(2);
    SYNC(0);
    EXIT(WIDE);
}

/* Work 16, span 8: 8 beside (1 four times beside itself, then 4). */
NOINLINE static void regions(void)
{
    ENTRY(REGIONS, SPAWNS);
    SPAWN(0, spawn_spin(0, 8));
    for (int i = 0; i < 4; i++)
        SPAWN_AS(1, LOOP, spawn_spin(1, 1));
    SYNC(1);
    spin(4);
    SYNC(0);
    EXIT(REGIONS);
}

/* Work 16, span 1. */
static void tree(int depth);

NOINLINE static void spawn_tree(int depth)
{
    TASK;
    tree(depth);
    TASK_EXIT(0);
    __asm__ volatile("");
}

NOINLINE static void tree(int depth)
{
    ENTRY(TREE, SPAWNS);
    if (depth) {
        SPAWN(0, spawn_tree(depth - 1));
        tree(depth - 1);
        SYNC(0);
    } else {
        spin(1);
    }
    EXIT(TREE);
}

static ucontext_t caller, fiber;
static char *fiber_stack;

static void fiber_body(void)
{
    SPAWN(0, spawn_spin(0, 4));
    spin(4);
    SYNC(0);
}

/* Work 8, span 4. The entry and the exit are on the thread's stack, the rest on the fiber. */
NOINLINE static void on_fiber(void)
{
    ENTRY(ON_FIBER, SPAWNS);
    getcontext(&fiber);
    fiber.uc_stack.ss_sp = fiber_stack;
    fiber.uc_stack.ss_size = 1 << 18;
    fiber.uc_link = &caller;
    makecontext(&fiber, fiber_body, 0);
    swapcontext(&caller, &fiber);
    EXIT(ON_FIBER);
}

static void *thread(void *unused)
{
    (void)unused;
    on_fiber();
    return NULL;
}

/* On a thread whose stack is above the fiber's, or below; with a page between the two that is
 * nobody's. */
static void fibers(int above)
{
    size_t size = 1 << 20, guard = 1 << 16;
    char *low =
        mmap(NULL, 2 * size + guard, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *high = low + size + guard;
    pthread_attr_t attributes;
    pthread_t id;
    pthread_attr_init(&attributes);
    fiber_stack = above ? low : high;
    if (low == MAP_FAILED || mprotect(low + size, guard, PROT_NONE) ||
        pthread_attr_setstack(&attributes, above ? high : low, size) ||
        pthread_create(&id, &attributes, thread, NULL) || pthread_join(id, NULL))
        abort();
}

/* A function that is called often and does next to nothing. */
NOINLINE static void tiny(void)
{
    ENTRY(TINY, 0);
    __asm__ volatile("");
    EXIT(TINY);
}

NOINLINE static void many(void)
{
    ENTRY(MANY, 0);
    for (long i = 0; i < 5000000; i++)
        tiny();
    EXIT(MANY);
}

int main(int argc, char **argv)
{
    ENTRY(MAIN, 0);
    const char *act = argc > 1 ? argv[1] : "";
    if (!strcmp(act, "wide"))
        wide();
    else if (!strcmp(act, "regions"))
        regions();
    else if (!strcmp(act, "tree"))
        tree(4);
    else if (!strcmp(act, "fiber")) {
        fiber_stack = malloc(1 << 18);
        on_fiber();
    } else if (!strcmp(act, "above"))
        fibers(1);
    else if (!strcmp(act, "below"))
        fibers(0);
    else if (!strcmp(act, "many"))
        many();
    EXIT(MAIN);
    return 0;
}
