/* Threads that go over 768 kB sixteen times: each over its own (blocks), all over the same (table), each over its part of it with a barrier
 * after each time (steps); and over 192 kB, each over its own (small). */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMES = 16, BLOCK = 768 << 10, WORDS = BLOCK / 8 };

static long sum(const long *from, long n)
{
    long all = 0;
    for (long i = 0; i < n; i++)
        all += from[i];
    return all;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    long all = 0, own = !strcmp(what, "blocks") || !strcmp(what, "small");
    long n = !strcmp(what, "small") ? WORDS / 4 : WORDS, threads = omp_get_max_threads();
    long *data = calloc((size_t)threads * WORDS, sizeof *data);
    if (!data)
        return 1;
    if (!strcmp(what, "steps"))
        for (int i = 0; i < TIMES; i++) {
#pragma omp parallel for reduction(+ : all) schedule(static)
            for (long k = 0; k < n; k++)
                all += data[k];
        }
    else
#pragma omp parallel reduction(+ : all)
        for (int i = 0; i < TIMES; i++)
            all += sum(data + (own ? omp_get_thread_num() * WORDS : 0), n) + i;
    printf("%ld\n", all);
    free(data);
    return 0;
}
