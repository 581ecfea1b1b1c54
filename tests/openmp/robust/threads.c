/* The program's own threads, each with regions, at the same time; locks between them. */
#include "../constructs/suite.h"
#include <pthread.h>

static omp_lock_t lock;
static long locked, entered, counted;
static int mine;
#pragma omp threadprivate(mine)

static void *runner(void *argument)
{
    int id = *(int *)argument, sum = 0;
    mine = id;
    omp_set_num_threads(2 + id % 3);
    for (int round = 0; round < 5; round++) {
#pragma omp parallel reduction(+ : sum)
        {
            same(omp_get_num_threads(), 2 + id % 3);
            same(omp_get_level(), 1);
            sum += omp_get_thread_num();
#pragma omp barrier
            omp_set_lock(&lock);
            locked++;
            omp_unset_lock(&lock);
#pragma omp critical
            entered++;
#pragma omp for schedule(dynamic)
            for (int i = 0; i < 20; i++) {
#pragma omp atomic
                counted++;
            }
#pragma omp single
            for (int i = 0; i < 10; i++) {
#pragma omp task
                {
#pragma omp atomic
                    counted++;
                }
            }
        }
    }
    int threads = 2 + id % 3;
    same(sum, 5 * threads * (threads - 1) / 2);
    same(mine, id);
    same(omp_get_max_threads(), threads);
    return NULL;
}

static void *plain(void *argument)
{
    same(omp_get_num_threads(), 1);
    same(omp_get_thread_num(), 0);
    same(omp_in_parallel(), 0);
    omp_set_lock(&lock);
    locked++;
    omp_unset_lock(&lock);
    return argument;
}

int main(void)
{
    pthread_t threads[6];
    int ids[6];
    long want = 0;
    int n = omp_get_max_threads();
    omp_init_lock(&lock);
    for (int i = 0; i < 6; i++) {
        ids[i] = i;
        pthread_create(&threads[i], NULL, runner, &ids[i]);
        want += 5 * (2 + i % 3);
    }
    int sum = 0;
#pragma omp parallel reduction(+ : sum) /* and the main thread at the same time */
    sum++;
    same(sum, n);
    for (int i = 0; i < 6; i++)
        pthread_join(threads[i], NULL);
    same(locked, want);
    same(entered, want);
    same(counted, 6 * 5 * 30);
#pragma omp parallel num_threads(3)
    { /* threads that are made and waited for inside a region */
        pthread_t t;
        pthread_create(&t, NULL, plain, NULL);
        pthread_join(t, NULL);
    }
    same(locked, want + 3);
    for (int i = 0; i < 20; i++) { /* many, one after the other: nothing piles up */
        pthread_create(&threads[0], NULL, runner, &ids[i % 6]);
        pthread_join(threads[0], NULL);
    }
    return finish();
}
