/*
 * Who waits for whom is known here: main for the first thread's end, and then for the second's; the second for the lock, which
 * the first has for HELD_NS of its own processor time.
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>

#define HELD_NS 300000000L
#define REST_NS 100000000L

pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER;
static sem_t has_it, comes;
volatile unsigned sink;

static long cpu_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * 1000000000L + t.tv_nsec;
}

static void work(long ns)
{
    for (long end = cpu_ns() + ns; cpu_ns() < end;)
        for (int i = 0; i < 1000; i++)
            sink += (unsigned)i;
}

__attribute__((noinline)) static void hold(void)
{
    work(HELD_NS);
    sink++;
}

static void *first(void *none)
{
    pthread_mutex_lock(&queue);
    sem_post(&has_it);
    sem_wait(&comes);
    hold();
    pthread_mutex_unlock(&queue);
    return none;
}

static void *second(void *none)
{
    sem_post(&comes);
    pthread_mutex_lock(&queue);
    pthread_mutex_unlock(&queue);
    work(REST_NS);
    return none;
}

int main(void)
{
    pthread_t threads[2];
    sem_init(&has_it, 0, 0);
    sem_init(&comes, 0, 0);
    pthread_create(&threads[0], NULL, first, NULL);
    sem_wait(&has_it);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
