/* Sells tickets: the lock is right beside what it guards. */
#include "shared.h"

#include <pthread.h>

enum { MOST = 64, SEATS = 4 };

static struct {
    pthread_mutex_t lock;
    uint64_t sold[SEATS];
} office __attribute__((aligned(64))) = {.lock = PTHREAD_MUTEX_INITIALIZER};
static long n_threads, tickets;

static uint64_t price(long i)
{
    uint64_t x = (uint64_t)i;
    for (int k = 0; k < 40; k++)
        x = (x ^ x >> 7) * 6364136223846793005ull;
    return x % 7;
}

static void sell(long first, long last)
{
#ifdef REPAIRED
    uint64_t sold[SEATS] = {0};
    for (long i = first; i < last; i++) {
        uint64_t paid = price(i);
        for (int k = 0; k < SEATS; k++)
            sold[k] += paid + (uint64_t)k;
    }
    pthread_mutex_lock(&office.lock);
    for (int k = 0; k < SEATS; k++)
        office.sold[k] += sold[k];
    pthread_mutex_unlock(&office.lock);
#else
    for (long i = first; i < last; i++) {
        uint64_t paid = price(i);
        pthread_mutex_lock(&office.lock);
        for (int k = 0; k < SEATS; k++)
            office.sold[k] += paid + (uint64_t)k;
        pthread_mutex_unlock(&office.lock);
    }
#endif
}

static void *work(void *number)
{
    long me = (long)number;
    sell(tickets * me / n_threads, tickets * (me + 1) / n_threads);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[MOST];
    n_threads = threads_wanted();
    tickets = scaled(argc, argv, 4000000);
    for (long t = 0; t < n_threads; t++)
        pthread_create(&threads[t], NULL, work, (void *)t);
    for (long t = 0; t < n_threads; t++)
        pthread_join(threads[t], NULL);
    uint64_t sum = 0;
    for (int k = 0; k < SEATS; k++)
        sum = sum * 31 + office.sold[k];
    return print_sum(sum);
}
