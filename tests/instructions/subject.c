/*
 * Spawns, calls, loops and functions of libc, in amounts that do not depend on anything but N.
 *     subject N [region|threads|crash|exec PROGRAM]
 */
#include <cilk/cilk.h>
#include <pthread.h>
#include <signal.h>
#include <spanwise.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t values[1 << 16];

__attribute__((noinline)) uint64_t mix(uint64_t x)
{
    for (int i = 0; i < 20; i++)
        x = x * 6364136223846793005u + 1442695040888963407u;
    return x;
}

__attribute__((noinline)) uint64_t tree(int depth, uint64_t x)
{
    if (depth == 0)
        return mix(x);
    uint64_t a = cilk_spawn tree(depth - 1, 2 * x);
    uint64_t b = tree(depth - 1, 2 * x + 1);
    cilk_sync;
    return a ^ b;
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

__attribute__((noinline)) void fill(int n)
{
    cilk_for (int i = 0; i < n; i++)
        values[i] = mix((uint64_t)i);
}

__attribute__((noinline)) uint64_t middle(int n)
{
    uint64_t sum = tree(8, 1);
    qsort(values, (size_t)n, sizeof *values, by_value);
    memmove(values, values + 1, (size_t)(n - 1) * sizeof *values);
    return sum + values[n / 2];
}

/* So many instructions that all threads differ. */
static void *thread(void *times)
{
    uint64_t sum = 0;
    for (uintptr_t i = 0; i < (uintptr_t)times; i++)
        sum += tree(4, i);
    return (void *)(sum | 1);
}

static void run_threads(void)
{
    pthread_t threads[3];
    for (uintptr_t i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, thread, (void *)(200 * (i + 1)));
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    char what =
        argc > 2 ? argv[2][0] : 0; /* strcmp() takes other paths where the string lies elsewhere */
    int region = what == 'r';
    if (n < 2 || n > 1 << 16)
        return 2;
    fill(n);
    if (region)
        spanwise_begin("middle");
    uint64_t sum = middle(n);
    if (region)
        spanwise_end("middle");
    if (what == 't')
        run_threads();
    printf("%016llx\n", (unsigned long long)sum);
    fflush(stdout);
    if (what == 'c')
        raise(SIGSEGV);
    if (what == 'e')
        execl(argv[3], argv[3], "100", (char *)NULL);
    return 0;
}
