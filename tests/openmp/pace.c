/*
 * `pace KIND LOG`: work in a parallel region, of which each run that is not simulated writes a line to LOG: its number of threads, and what
 * those do that wait.
 *   turns    threads share it; where they take turns, it takes four times as long
 *   each     each thread does all of it: that is the program's way
 * It refuses to be counted: instructions are more where it only should take longer.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNITS = 64 };

static void work(int units)
{
    unsigned long x = 1;
    for (long i = 0; i < 500000l * units; i++)
        x = x * 6364136223846793005ul + 1442695040888963407ul;
    __asm__ volatile("" : : "r"(x));
}

static void note(const char *path)
{
    const char *policy = getenv("OMP_WAIT_POLICY");
    FILE *log = fopen(path, "a");
    if (!log)
        exit(2);
    fprintf(log, "%d %s\n", omp_get_max_threads(), policy ? policy : "any");
    fclose(log);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    const char *simulated = getenv("SPANWISE_OPTIONS");
    int each = !strcmp(argv[1], "each");
    if (!simulated)
        note(argv[2]);
    else if (!strstr(simulated, "meter=0"))
        return 1;
#pragma omp parallel
    {
        int n = omp_get_num_threads();
        work(each ? UNITS : UNITS / n * (simulated && n > 1 ? 4 : 1));
    }
    return 0;
}
