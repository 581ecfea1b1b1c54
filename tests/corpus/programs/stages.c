/* C, pthreads: threads meet at a barrier, and the first has four times as much to do. */
#include "shared.h"

#include <pthread.h>

static pthread_barrier_t barrier;
static uint32_t state[64];
static long rounds;

__attribute__((noinline)) static uint32_t advance(uint32_t x, int steps)
{
    for (int i = 0; i < steps; i++)
        x = (x ^ x >> 15) * 2246822519u + 1;
    return x;
}

static void *work(void *number)
{
    uintptr_t own = (uintptr_t)number;
    for (long i = 0; i < rounds; i++) {
        state[own] = advance(state[own], own ? 100000 : 400000);
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[64];
    int n = threads_wanted();
    rounds = scaled(argc, argv, 1000);
    pthread_barrier_init(&barrier, NULL, (unsigned)n);
    for (int i = 0; i < n; i++)
        pthread_create(&threads[i], NULL, work, (void *)(uintptr_t)i);
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    return print_sum(state[0]);
}
