/* Whose line and doing it is: each case is one for both compilers. The line of a pragma is told by a comment beside it. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void work(long units)
{
    unsigned long x = (unsigned long)units;
    for (long i = 0; i < units * 1000; i++)
        x = x * 6364136223846793005ul + 1442695040888963407ul;
    __asm__ volatile("" : : "r"(x));
}

/* A single that makes tasks, and is done long before they are. */
static inline __attribute__((always_inline)) void make(int n)
{
    for (int i = 0; i < n; i++) {
#pragma omp task /* made */
        work(10 + i);
    }
}

static void tasks(void)
{
#pragma omp parallel /* tasks */
#pragma omp single
    make(20);
}

/* A single that is what others wait for. */
static void single(void)
{
#pragma omp parallel
    for (int i = 0; i < 4; i++) {
        work(5);
#pragma omp single /* single */
        work(50);
    }
}

/* The results of a loop that is not balanced. */
static void reduction(void)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static) /* reduction */
    for (int i = 0; i < 80; i++) {
        work(i);
        sum += i;
    }
    printf("%g\n", sum);
}

/* A function that is inlined here and there, with one task, one loop and one critical section. */
static inline __attribute__((always_inline)) void part(int n)
{
#pragma omp task /* part */
    work(n);
#pragma omp critical /* critical */
    work(1);
}

static void copies(void)
{
#pragma omp parallel
#pragma omp single
    {
        part(1);
        work(1);
        part(2);
        work(1);
        part(3);
        work(1);
        part(4);
        part(5);
        part(6);
        part(7);
        part(8);
    }
}

/* The same in a recursion that compilers unroll. */
static void walk(int depth)
{
    if (!depth) {
        work(5);
        return;
    }
#pragma omp task /* left */
    walk(depth - 1);
#pragma omp task /* right */
    walk(depth - 1);
#pragma omp taskwait
}

static void recursion(void)
{
#pragma omp parallel
#pragma omp single
    walk(6);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*function)(void);
    } all[] = {{"tasks", tasks},
               {"single", single},
               {"reduction", reduction},
               {"copies", copies},
               {"recursion", recursion}};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (argc > 1 && !strcmp(argv[1], all[i].name))
            all[i].function();
    return 0;
}
