/* Distances between all cities, and the nearest of each. */
#include "shared.h"

#include <pthread.h>

enum { CITIES = 24000 };
static int x[CITIES], y[CITIES];
static int64_t nearest[CITIES];
static long cities, threads;

static void *pairs(void *which)
{
    long me = (long)which;
#ifdef REPAIRED
    for (long i = me; i < cities; i += threads) {
#else
    for (long i = cities * me / threads; i < cities * (me + 1) / threads; i++) {
#endif
        int64_t least = INT64_MAX;
        for (long j = i + 1; j < cities; j++) {
            int64_t dx = x[i] - x[j], dy = y[i] - y[j];
            int64_t d = (dx * dx + dy * dy) * (1 + (i & 7));
            if (d < least)
                least = d;
        }
        nearest[i] = least;
    }
    return NULL;
}

int main(int argc, char **argv)
{
    cities = scaled(argc, argv, CITIES);
    if (cities > CITIES)
        cities = CITIES;
    for (int i = 0; i < CITIES; i++) {
        x[i] = (int)((uint32_t)i * 2654435761u >> 12);
        y[i] = (int)((uint32_t)i * 2246822519u >> 12);
    }
    threads = threads_wanted();
    pthread_t *all = malloc((size_t)threads * sizeof(*all));
    for (long t = 0; t < threads; t++)
        pthread_create(&all[t], NULL, pairs, (void *)t);
    for (long t = 0; t < threads; t++)
        pthread_join(all[t], NULL);
    free(all);
    uint64_t sum = 0;
    for (long i = 0; i + 1 < cities; i++)
        sum = sum * 31 + (uint64_t)nearest[i];
    return print_sum(sum);
}
