/* Reads meters: each thread has its figures in a struct of its own, one after the other in memory. */
#include "shared.h"

#include <pthread.h>

enum { MOST = 64, METERS = 4096 };

struct figures {
    volatile uint64_t sum, least, read;
#ifdef REPAIRED
    char apart[128 - 3 * sizeof(uint64_t)];
#endif
};
static struct figures *all;
static long n_threads, rounds;
static uint32_t meters[METERS];

static void read_all(struct figures *f, long first, long last)
{
    for (long r = first; r < last; r++)
        for (long i = 0; i < METERS; i++) {
            uint32_t x = meters[i] ^ (uint32_t)r;
            f->sum += x;
            f->read = f->read + 1;
            if (x < f->least)
                f->least = x;
        }
}

static void *work(void *number)
{
    long me = (long)number;
    read_all(&all[me], rounds * me / n_threads, rounds * (me + 1) / n_threads);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[MOST];
    n_threads = threads_wanted();
    rounds = scaled(argc, argv, 96000);
    for (uint32_t i = 0; i < METERS; i++)
        meters[i] = i * 2654435761u;
    all = aligned_alloc(64, (size_t)(n_threads + 3) / 4 * 4 * sizeof *all);
    for (long t = 0; t < n_threads; t++) {
        all[t].sum = all[t].read = 0;
        all[t].least = UINT32_MAX;
        pthread_create(&threads[t], NULL, work, (void *)t);
    }
    uint64_t sum = 0, least = UINT32_MAX;
    for (long t = 0; t < n_threads; t++) {
        pthread_join(threads[t], NULL);
        sum += all[t].sum + all[t].read;
        least = all[t].least < least ? all[t].least : least;
    }
    return print_sum(sum * 31 + least);
}
