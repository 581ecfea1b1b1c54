/* The program's own threads: each has regions of its own, and they share locks. */
#include "robust.h"

#include <errno.h>

enum { THREADS = 4, ROUNDS = 20 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static long count;
static int ready;

static void *run(void *argument)
{
    long *sum = argument;
    for (int i = 0; i < ROUNDS; i++) {
#pragma omp parallel
        {
            __atomic_add_fetch(sum, 1, __ATOMIC_RELAXED);
            pthread_mutex_lock(&mutex);
            long before = count;
            hop();
            count = before + 1;
            pthread_mutex_unlock(&mutex);
        }
    }
    return NULL;
}

static void *tell(void *argument)
{
    usleep(10000);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&mutex);
    return argument;
}

/* A region waits for a thread that is not in it. */
static void wait_for_outside(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, tell, NULL);
#pragma omp parallel
    {
        pthread_mutex_lock(&mutex);
        while (!ready)
            pthread_cond_wait(&condition, &mutex);
        pthread_mutex_unlock(&mutex);
        if (omp_get_thread_num() == 0)
            CHECK(!pthread_join(thread, NULL));
    }
}

static void *ask(void *argument)
{
    CHECK(omp_get_thread_num() == 0 && omp_get_num_threads() == 1);
    return argument;
}

static int tasks_of_process(void)
{
    char line[256];
    int n = 0;
    FILE *f = fopen("/proc/self/status", "r");
    while (fgets(line, sizeof line, f))
        sscanf(line, "Threads: %d", &n);
    fclose(f);
    return n;
}

int main(void)
{
    long sums[THREADS] = {0}, all = 0, n = 0;
    pthread_t threads[THREADS], one;
    CHECK(!pthread_create(&one, NULL, ask, NULL) && !pthread_join(one, NULL));
#pragma omp parallel
    n = omp_get_num_threads();
    int before = tasks_of_process();
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < THREADS; i++)
            CHECK(!pthread_create(&threads[i], NULL, run, &sums[i]));
        for (int i = 0; i < THREADS; i++)
            CHECK(!pthread_join(threads[i], NULL));
    }
    for (int i = 0; i < THREADS; i++)
        all += sums[i];
    CHECK(all == 3 * THREADS * ROUNDS * n && count == all);
    wait_for_outside();
    CHECK(tasks_of_process() <= before + 2);
    puts("ok");
    return 0;
}
