/*
 * Each act makes events whose number is known; see counts.sh. With several units (unit.c), spawns,
 * calls, loops as OpenCilk outlines them, two regions at once, jumps, threads.
 */
#include "csi.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAIN,
    PAR,
    F,
    LEAF,
    LOOP_FUNCTION,
    OUTLINED,
    REGIONS,
    JUMPER,
    JUMP,
    DEEP,
    BIG,
    THREAD,
    COMPARE,
    SORT
};
UNIT(SORT + 1)

long unit_par(long n);

static volatile long sum;

NOINLINE static long leaf(long n)
{
    ENTRY(LEAF, 0);
    sum += n;
    EXIT(LEAF);
    return n;
}

NOINLINE static long f(long n)
{
    ENTRY(F, 0);
    long r = leaf(n) + 1;
    EXIT(F);
    return r;
}

NOINLINE static void spawn_f(long n, long *result)
{
    TASK;
    *result = f(n);
    TASK_EXIT(0);
}

NOINLINE static long par(long n)
{
    ENTRY(PAR, SPAWNS);
    long x = 0;
    SPAWN(0, spawn_f(n, &x));
    long y = f(n + 1);
    SYNC(0);
    EXIT(PAR);
    return x + y;
}

/* A cilk_for as it is outlined: spawns itself for the left half. */
static void loop(long low, long high);

NOINLINE static void spawn_loop(long low, long high)
{
    TASK;
    loop(low, high);
    TASK_EXIT(0);
}

NOINLINE static void loop(long low, long high)
{
    ENTRY(LOOP_FUNCTION, SPAWNS);
    while (high - low > 1) {
        long middle = low + (high - low) / 2;
        SPAWN_AS(0, LOOP, spawn_loop(low, middle));
        low = middle;
    }
    leaf(low);
    SYNC(0);
    EXIT(LOOP_FUNCTION);
}

/* The same as it really is with optimization: what is spawned is no loop's body, and only the name of the function tells. */
static void outlined(long low, long high) __asm__("work.outline_pfor.cond.ls1");

NOINLINE static void spawn_outlined(long low, long high)
{
    TASK;
    outlined(low, high);
    TASK_EXIT(0);
}

NOINLINE static void outlined(long low, long high)
{
    ENTRY(OUTLINED, SPAWNS);
    while (high - low > 1) {
        long middle = low + (high - low) / 2;
        SPAWN(0, spawn_outlined(low, middle));
        low = middle;
    }
    leaf(low);
    SYNC(0);
    EXIT(OUTLINED);
}

/* One child of region 0 while region 1 spawns and syncs twice. */
NOINLINE static void spawn_leaf(unsigned region, long n)
{
    TASK;
    leaf(n);
    TASK_EXIT(region);
}

NOINLINE static void regions(void)
{
    long x;
    ENTRY(REGIONS, SPAWNS);
    SPAWN(0, spawn_f(1, &x));
    for (int i = 0; i < 4; i++)
        SPAWN_AS(1, LOOP, spawn_leaf(1, i));
    SYNC(1);
    leaf(5);
    SPAWN(1, spawn_leaf(1, 6));
    SYNC(1);
    SPAWN(0, spawn_f(2, &x));
    SYNC(0);
    SYNC(1);
    EXIT(REGIONS);
}

static jmp_buf back;

NOINLINE static void deep(int n)
{
    ENTRY(DEEP, 0);
    if (n == 0)
        longjmp(back, 1);
    deep(n - 1);
    sum++;
    EXIT(DEEP);
}

NOINLINE static void spawn_deep(int n)
{
    TASK;
    deep(n);
    TASK_EXIT(0);
}

/* Its exit is that of the outermost of three, the others are jumped over. */
NOINLINE static void jumper(int n)
{
    ENTRY(JUMPER, 0);
    if (n == 0)
        longjmp(back, 1);
    if (n < 2 || !setjmp(back))
        jumper(n - 1);
    EXIT(JUMPER);
}

NOINLINE static void jump(void)
{
    volatile int i;
    ENTRY(JUMP, SPAWNS);
    for (i = 0; i < 10; i++)
        if (!setjmp(back))
            deep(5);
    leaf(1);
    if (!setjmp(back))
        SPAWN(0, spawn_deep(3));
    leaf(2);
    SYNC(0);
    jumper(2);
    leaf(3);
    EXIT(JUMP);
}

/* The stack pointer is lower at its exit than at its entry. */
NOINLINE static long big(int n)
{
    ENTRY(BIG, 0);
    char room[n];
    memset(room, n, (size_t)n);
    long r = leaf(room[n / 2]);
    sum += room[n - 1];
    EXIT(BIG);
    return r;
}

static int compare(const void *a, const void *b)
{
    ENTRY(COMPARE, 0);
    int r = *(const int *)a - *(const int *)b;
    EXIT(COMPARE);
    return r;
}

/* The task calls a library, which calls back. */
NOINLINE static void spawn_sort(int *numbers)
{
    TASK;
    qsort(numbers, 2, sizeof *numbers, compare);
    TASK_EXIT(0);
}

NOINLINE static void sort(void)
{
    int numbers[2] = {2, 1};
    ENTRY(SORT, SPAWNS);
    SPAWN(0, spawn_sort(numbers));
    SYNC(0);
    EXIT(SORT);
}

static void *thread(void *argument)
{
    ENTRY(THREAD, 0);
    par((long)argument);
    EXIT(THREAD);
    return NULL;
}

static void threads(void)
{
    pthread_t id;
    for (long i = 0; i < 3; i++)
        if (pthread_create(&id, NULL, thread, (void *)i) || pthread_join(id, NULL))
            abort();
}

/* Exits and ends that nothing began. */
static void nonsense(void)
{
    EXIT(F);
    EXIT(LEAF);
    TASK_EXIT(0);
    SYNC(0);
    leaf(1);
    EXIT(LEAF);
    TASK_EXIT(7);
    SYNC(3);
}

/* What inlined code of OpenCilk's reads for the grain of a loop. */
extern unsigned cilkg_nproc __attribute__((weak));

static void act(const char *name)
{
    if (!strcmp(name, "par"))
        par(1);
    else if (!strcmp(name, "loop"))
        loop(0, 16);
    else if (!strcmp(name, "outlined"))
        outlined(0, 16);
    else if (!strcmp(name, "grain"))
        printf("%u\n", &cilkg_nproc ? cilkg_nproc : 0);
    else if (!strcmp(name, "regions"))
        regions();
    else if (!strcmp(name, "jump"))
        jump();
    else if (!strcmp(name, "big"))
        big(1000), big(3000);
    else if (!strcmp(name, "sort"))
        sort();
    else if (!strcmp(name, "threads"))
        threads();
    else if (!strcmp(name, "unit"))
        unit_par(2), f(3);
    else if (!strcmp(name, "nonsense"))
        nonsense();
    else
        abort();
}

int main(int argc, char **argv)
{
    ENTRY(MAIN, 0);
    for (int i = 1; i < argc; i++)
        act(argv[i]);
    printf("%s\n", getenv("CILK_NWORKERS") ? getenv("CILK_NWORKERS") : "-");
    EXIT(MAIN);
    return 42;
}
