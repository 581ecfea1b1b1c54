/* Threads that brighten a long film, copy by copy. */
#include "shared.h"

#include <pthread.h>
#include <string.h>

enum { FRAMES = 512, PIXELS = 32768, MOST = 64 };
static uint64_t *film, *copy;
static long passes;
static int n_threads;
static pthread_barrier_t all;

static void brighten(uint64_t *restrict to, const uint64_t *restrict from)
{
    for (long i = 0; i < PIXELS; i++)
        to[i] = from[i] + (from[i] >> 3);
}

static void *part(void *number)
{
    long me = (long)number;
    for (long f = me; f < FRAMES; f += n_threads)
        for (long i = f * PIXELS; i < (f + 1) * PIXELS; i++)
            film[i] = (uint64_t)i, copy[i] = 0;
    pthread_barrier_wait(&all);
#ifdef REPAIRED
    uint64_t *spare = malloc(PIXELS * sizeof *spare);
    for (long f = me; f < FRAMES; f += n_threads)
        for (long p = 0; p < passes; p++) {
            brighten(spare, film + f * PIXELS);
            memcpy(film + f * PIXELS, spare, PIXELS * sizeof *spare);
        }
    free(spare);
#else
    for (long p = 0; p < passes; p++) {
        for (long f = me; f < FRAMES; f += n_threads)
            brighten(copy + f * PIXELS, film + f * PIXELS);
        pthread_barrier_wait(&all);
        if (!me) {
            uint64_t *old = film;
            film = copy;
            copy = old;
        }
        pthread_barrier_wait(&all);
    }
#endif
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[MOST];
    n_threads = threads_wanted();
    passes = scaled(argc, argv, 40);
    film = malloc((size_t)FRAMES * PIXELS * sizeof *film);
    copy = malloc((size_t)FRAMES * PIXELS * sizeof *copy);
    pthread_barrier_init(&all, NULL, (unsigned)n_threads);
    for (long t = 1; t < n_threads; t++)
        pthread_create(&threads[t], NULL, part, (void *)t);
    part(NULL);
    for (long t = 1; t < n_threads; t++)
        pthread_join(threads[t], NULL);
    uint64_t sum = 0;
    for (long i = 0; i < (long)FRAMES * PIXELS; i += 997)
        sum = sum * 31 + film[i];
    return print_sum(sum);
}
