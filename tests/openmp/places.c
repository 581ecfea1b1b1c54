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

/* What comes right after inlined code, of functions that are before and behind this one: compilers may have no line of their own for it. */
static inline __attribute__((always_inline)) unsigned cell(unsigned left, unsigned it,
                                                           unsigned right)
{
    return (left ^ it >> 3) * 2246822519u + (it ^ right) % 1009;
}

static inline unsigned long coded(unsigned long x);

static inline __attribute__((always_inline)) unsigned long in_order(void)
{ /* in_order */
    unsigned long sum = 0;
#pragma omp parallel for ordered schedule(dynamic)
    for (int i = 0; i < 40; i++) {
        unsigned long x = coded((unsigned)i);
#pragma omp ordered
        sum = sum * 31 + coded(x + sum);
    }
    return sum;
} /* end of in_order */

static inline __attribute__((always_inline)) unsigned long coded(unsigned long x)
{
    for (int i = 0; i < 10000; i++)
        x = (x ^ x >> 27) * 0x9E3779B97F4A7C15u;
    return x;
}

static unsigned rows[2][1024];

static inline __attribute__((always_inline)) void evolve(int times)
{ /* evolve */
#pragma omp parallel
    for (int g = 0; g < times; g++) {
        const unsigned *from = rows[g % 2];
        unsigned *to = rows[(g + 1) % 2];
#pragma omp for
        for (int i = 0; i < 1024; i++)
            to[i] = cell(from[i ? i - 1 : 1023], from[i], from[i + 1 < 1024 ? i + 1 : 0]);
    }
} /* end of evolve */

/* While this is really inside what was inlined. */
static inline __attribute__((always_inline)) void orphan(void)
{ /* orphan */
#pragma omp for
    for (int i = 0; i < 20; i++)
        rows[0][i] = (unsigned)coded(i);
#pragma omp critical
    rows[1][0] = (unsigned)coded(rows[1][0]);
} /* end of orphan */

static void inlined(void)
{
    rows[0][1] = (unsigned)in_order();
    evolve(10);
#pragma omp parallel
    {
        rows[0][2] = cell(rows[0][1], 1, 2);
        orphan();
    }
    printf("%u\n", rows[0][1] + rows[1][1]);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*function)(void);
    } all[] = {{"tasks", tasks},   {"single", single},       {"reduction", reduction},
               {"copies", copies}, {"recursion", recursion}, {"inlined", inlined}};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (argc > 1 && !strcmp(argv[1], all[i].name))
            all[i].function();
    return 0;
}
