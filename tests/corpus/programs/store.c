/* C, pthreads: a log of records that all threads append to, under one lock, and keep in order there. */
#include "shared.h"

#include <pthread.h>
#include <string.h>

enum { RECORDS = 512 };
static struct {
    pthread_mutex_t mutex;
    uint32_t keys[RECORDS];
    unsigned n;
} records = {.mutex = PTHREAD_MUTEX_INITIALIZER};
static long rounds;

static int by_key(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

__attribute__((noinline)) static void append(uint32_t key)
{
    pthread_mutex_lock(&records.mutex);
    records.keys[records.n++ % RECORDS] = key;
    qsort(records.keys, RECORDS, sizeof(*records.keys), by_key);
    pthread_mutex_unlock(&records.mutex);
}

static void *work(void *number)
{
    uint32_t x = (uint32_t)(uintptr_t)number;
    for (long i = 0; i < rounds; i++) {
        for (int k = 0; k < 2000; k++)
            x = (x ^ x >> 15) * 2246822519u + 1;
        append(x);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[64];
    int n = threads_wanted();
    rounds = scaled(argc, argv, 20000) / n;
    for (int i = 0; i < n; i++)
        pthread_create(&threads[i], NULL, work, (void *)(uintptr_t)(i + 1));
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    return print_sum(records.n);
}
