/* Sand that falls: many short steps, each by threads. */
#include "shared.h"

#include <pthread.h>

enum { CELLS = 24000 };
static uint32_t cells[2][CELLS];
static long threads, steps;
static pthread_barrier_t barrier;

static void fall(const uint32_t *from, uint32_t *to, long me)
{
    for (long i = CELLS * me / threads; i < CELLS * (me + 1) / threads; i++)
        to[i] = (from[i] ^ from[(i + 1) % CELLS] >> 3) * 2246822519u +
                from[(i + CELLS - 1) % CELLS] % 1009;
}

#ifdef REPAIRED
static void *all_steps(void *which)
{
    for (long s = 0; s < steps; s++) {
        fall(cells[s % 2], cells[(s + 1) % 2], (long)which);
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}
#else
static long now;

static void *one_step(void *which)
{
    fall(cells[now % 2], cells[(now + 1) % 2], (long)which);
    return NULL;
}
#endif

static void run(void)
{
    pthread_t *all = malloc((size_t)threads * sizeof(*all));
    pthread_barrier_init(&barrier, NULL, (unsigned)threads);
#ifdef REPAIRED
    for (long t = 0; t < threads; t++)
        pthread_create(&all[t], NULL, all_steps, (void *)t);
    for (long t = 0; t < threads; t++)
        pthread_join(all[t], NULL);
#else
    for (now = 0; now < steps; now++) {
        for (long t = 0; t < threads; t++)
            pthread_create(&all[t], NULL, one_step, (void *)t);
        for (long t = 0; t < threads; t++)
            pthread_join(all[t], NULL);
    }
#endif
    free(all);
}

int main(int argc, char **argv)
{
    for (uint32_t i = 0; i < CELLS; i++)
        cells[0][i] = i * 2654435761u;
    threads = threads_wanted();
    steps = scaled(argc, argv, 3000);
    run();
    uint64_t sum = 0;
    for (int i = 0; i < CELLS; i++)
        sum = sum * 31 + cells[steps % 2][i];
    return print_sum(sum);
}
