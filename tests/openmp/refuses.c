/* A program that refuses some numbers of threads: all above 4, and 3. The argument says how it ends then: "status" N, "late" (after
 * a region that finds out how many there are), "signal". */
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

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "status";
    int n = omp_get_max_threads();
    if (!strcmp(how, "late")) {
#pragma omp parallel
#pragma omp single
        n = omp_get_num_threads();
    }
    for (int i = 0; i < 2000; i++)
        printf("line %d\n", i);
    if (n > 4 || n == 3) {
        printf("cannot run with %d threads\n", n);
        fflush(stdout);
        if (!strcmp(how, "signal"))
            abort();
        return argc > 2 ? atoi(argv[2]) : 0;
    }
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
        work(300);
    return 0;
}
