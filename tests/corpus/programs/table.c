/* C, pthreads: a table of sines is made before the threads start. */
#include "shared.h"

#include <math.h>
#include <pthread.h>

enum { SIZE = 1 << 16 };
static double table[SIZE];
static double sums[64];
static long rounds;

__attribute__((noinline)) static void fill_table(void)
{
    for (long r = 0; r < rounds; r++)
        for (int i = 0; i < SIZE; i++)
            table[i] += sin((double)i * 0.37 + (double)r) * cos((double)i * 0.11);
}

static void *work(void *number)
{
    double sum = 0;
    for (long r = 0; r < 20 * rounds; r++)
        for (int i = 0; i < SIZE; i++)
            sum += table[i] * (double)r;
    sums[(uintptr_t)number] = sum;
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[64];
    int n = threads_wanted();
    rounds = scaled(argc, argv, 200);
    fill_table();
    for (int i = 0; i < n; i++)
        pthread_create(&threads[i], NULL, work, (void *)(uintptr_t)i);
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    return print_sum((uint64_t)(sums[0] != sums[0]));
}
