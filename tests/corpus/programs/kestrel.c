/* Clusters of points: each point to its nearest centre, then the centres anew. */
#include "shared.h"

#include <pthread.h>

enum { POINTS = 20000, CENTRES = 24, ITERATIONS = 10000 };
static int64_t at[POINTS], centre[CENTRES];
static int of[POINTS];
static long threads, iterations;
static pthread_barrier_t barrier;
static struct part {
    int64_t sum[CENTRES], n[CENTRES];
} * parts;

static void assign(long me)
{
    for (long p = POINTS * me / threads; p < POINTS * (me + 1) / threads; p++) {
        int best = 0;
        for (int c = 1; c < CENTRES; c++)
            if (llabs(at[p] - centre[c]) < llabs(at[p] - centre[best]))
                best = c;
        of[p] = best;
    }
}

static void add_up(struct part *to, long first, long last)
{
    for (long p = first; p < last; p++) {
        int64_t weight = 1 + (at[p] ^ at[p] >> 7) % 13 * (at[p] % 29) % 7;
        to->sum[of[p]] += at[p] * weight;
        to->n[of[p]] += weight;
    }
}

static void renew(long me)
{
#ifdef REPAIRED
    parts[me] = (struct part){0};
    add_up(&parts[me], POINTS * me / threads, POINTS * (me + 1) / threads);
    long n = threads;
    pthread_barrier_wait(&barrier);
#else
    long n = 1;
    if (me == 0) {
        parts[0] = (struct part){0};
        add_up(&parts[0], 0, POINTS);
    }
#endif
    if (me == 0)
        for (int c = 0; c < CENTRES; c++) {
            int64_t sum = 0, all = 0;
            for (long t = 0; t < n; t++) {
                sum += parts[t].sum[c];
                all += parts[t].n[c];
            }
            centre[c] = all ? sum / all : centre[c];
        }
}

static void *work(void *which)
{
    for (long i = 0; i < iterations; i++) {
        assign((long)which);
        pthread_barrier_wait(&barrier);
        renew((long)which);
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    for (int p = 0; p < POINTS; p++)
        at[p] = (uint32_t)p * 2654435761u >> 8;
    for (int c = 0; c < CENTRES; c++)
        centre[c] = at[c * 7];
    iterations = scaled(argc, argv, 600);
    threads = threads_wanted();
    pthread_barrier_init(&barrier, NULL, (unsigned)threads);
    parts = calloc((size_t)threads, sizeof(*parts));
    pthread_t *all = malloc((size_t)threads * sizeof(*all));
    for (long t = 0; t < threads; t++)
        pthread_create(&all[t], NULL, work, (void *)t);
    for (long t = 0; t < threads; t++)
        pthread_join(all[t], NULL);
    uint64_t sum = 0;
    for (int c = 0; c < CENTRES; c++)
        sum = sum * 31 + (uint64_t)centre[c];
    return print_sum(sum);
}
