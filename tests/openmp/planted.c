/* What keeps it from scaling is the first argument; report.sh knows on which line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile double sink;

static void __attribute__((noinline)) work(long n)
{
    double sum = 0;
    for (long i = 1; i <= n; i++)
        sum += 1.0 / (double)i;
    sink = sum;
}

static void serial(void)
{
    work(12000000);
#pragma omp parallel for /* balanced */
    for (int i = 0; i < 64; i++)
        work(40000);
}

static void triangle(void)
{
#pragma omp parallel for /* triangle */
    for (int i = 0; i < 1000; i++)
        work(i * 50);
}

static void chunks(void)
{
#pragma omp parallel for schedule(dynamic, 250) /* chunks */
    for (int i = 0; i < 1000; i++)
        work(20000);
}

static void critical(void)
{
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
#pragma omp critical
        work(20000);
}

static void single(void)
{
#pragma omp parallel
    for (int k = 0; k < 10; k++) {
#pragma omp single
        work(800000);
        work(40000);
    }
}

static void threads(void)
{
#pragma omp parallel for num_threads(2) /* threads */
    for (int i = 0; i < 1000; i++)
        work(20000);
}

int main(int argc, char **argv)
{
    static void (*const all[])(void) = {serial, triangle, chunks, critical, single, threads};
    static const char *const names[] = {"serial",   "triangle", "chunks",
                                        "critical", "single",   "threads"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (argc > 1 && !strcmp(argv[1], names[i]))
            all[i]();
    puts("done");
    return 0;
}
