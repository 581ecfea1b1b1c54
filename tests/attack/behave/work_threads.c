/* Two threads, one after the other and at once, and a lock. */
#include "behave.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile unsigned long sum;

static void *count(void *unused)
{
    for (unsigned long i = 0; i < 20000; i++)
        if (i % 1000 == 0) {
            pthread_mutex_lock(&lock);
            sum += i;
            pthread_mutex_unlock(&lock);
        }
    return unused;
}

/* Where no thread can be had, by itself: limits may be low. */
void work(void)
{
    pthread_t thread;
    int error = pthread_create(&thread, NULL, count, NULL);
    count(NULL);
    if (!error)
        pthread_join(thread, NULL);
}
