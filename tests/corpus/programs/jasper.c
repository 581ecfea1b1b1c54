/* Passwords are tried until their digest is the wanted one. */
#include "shared.h"

#include <pthread.h>

static long passwords, threads;
static uint64_t *sums;

static uint64_t digest(uint64_t password)
{
    for (int i = 0; i < 200; i++)
        password = (password ^ password >> 29) * 0x9E3779B97F4A7C15u + 1;
    return password;
}

static void *try_some(void *which)
{
    uint64_t sum = 0;
    for (long p = (long)which; p < passwords; p += threads)
        sum ^= digest((uint64_t)p);
    sums[(long)which] = sum;
    return NULL;
}

int main(int argc, char **argv)
{
    passwords = scaled(argc, argv, 2000000);
    threads = threads_wanted();
    sums = calloc((size_t)threads, sizeof(*sums));
    pthread_t *all = malloc((size_t)threads * sizeof(*all));
    for (long t = 0; t < threads; t++)
        pthread_create(&all[t], NULL, try_some, (void *)t);
    uint64_t sum = 0;
    for (long t = 0; t < threads; t++) {
        pthread_join(all[t], NULL);
        sum ^= sums[t];
    }
    free(all);
    free(sums);
    return print_sum(sum);
}
