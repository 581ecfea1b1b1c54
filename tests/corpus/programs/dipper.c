/* A game of life of stripes: each thread has its own, reads its neighbours' edges after the barrier, and counts in a copy of its own. */
#include "shared.h"

#include <pthread.h>
#include <string.h>

enum { STRIPES = 64, ROWS = 32, COLUMNS = 1024 };
static uint8_t fields[2][STRIPES * ROWS][COLUMNS];
static pthread_barrier_t all;
static long n_threads, steps;
static uint64_t total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static uint64_t step(long from, long to, int now)
{
    const uint8_t(*old)[COLUMNS] = fields[now];
    uint64_t alive = 0;
    for (long r = from > 1 ? from : 1; r < to && r < STRIPES * ROWS - 1; r++)
        for (long c = 1; c < COLUMNS - 1; c++) {
            int n = old[r - 1][c] + old[r + 1][c] + old[r][c - 1] + old[r][c + 1];
            fields[!now][r][c] = (uint8_t)((n + old[r][c]) & 1);
            alive += fields[!now][r][c];
        }
    return alive;
}

static void *play(void *number)
{
    long me = (long)number, rows = STRIPES * ROWS;
    uint64_t mine = 0;
    for (long s = 0; s < steps; s++) {
        mine += step(rows * me / n_threads, rows * (me + 1) / n_threads, (int)(s % 2));
        pthread_barrier_wait(&all);
    }
    pthread_mutex_lock(&lock);
    total += mine;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[STRIPES];
    n_threads = threads_wanted();
    steps = scaled(argc, argv, 150);
    for (long r = 0; r < STRIPES * ROWS; r++)
        for (long c = 0; c < COLUMNS; c++)
            fields[0][r][c] = (r * 31 + c * 17) % 5 == 0;
    memcpy(fields[1], fields[0], sizeof fields[0]);
    pthread_barrier_init(&all, NULL, (unsigned)n_threads);
    for (long t = 0; t < n_threads; t++)
        pthread_create(&threads[t], NULL, play, (void *)t);
    for (long t = 0; t < n_threads; t++)
        pthread_join(threads[t], NULL);
    return print_sum(total);
}
