/* What operations of threads take while nobody else wants anything, by processor time: name, operations in one, and nanoseconds, a line each. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;

static void *nothing(void *unused)
{
    return unused;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* The least of some rounds: what disturbs only adds to it. */
#define TIME(name, operations, n, ...)                   \
    do {                                                 \
        double least = 1e18;                             \
        for (int round = 0; round < 9; round++) {        \
            double begin = now();                        \
            for (long i = 0; i < (n); i++) {             \
                __VA_ARGS__;                             \
            }                                            \
            double took = (now() - begin) / (double)(n); \
            least = took < least ? took : least;         \
        }                                                \
        printf("%s %d %.1f\n", name, operations, least); \
    } while (0)

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 200000;
    pthread_t t;
    if (pthread_create(&t, NULL, nothing, NULL) || pthread_join(t, NULL) ||
        sem_init(&semaphore, 0, 1))
        return 1;
    TIME("mutex", 2, n, pthread_mutex_lock(&mutex), pthread_mutex_unlock(&mutex));
    TIME("rwlock", 2, n, pthread_rwlock_rdlock(&rwlock), pthread_rwlock_unlock(&rwlock));
    TIME("semaphore", 2, n, sem_wait(&semaphore), sem_post(&semaphore));
    TIME("signal", 1, n, pthread_cond_signal(&condition));
    TIME("thread", 2, n / 500, pthread_create(&t, NULL, nothing, NULL), pthread_join(t, NULL));
    return 0;
}
