/* Locks of pthreads that are held where the runtime may switch to another thread. */
#include "../constructs/suite.h"
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, recursive, checked;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_once_t one = PTHREAD_ONCE_INIT;
static int inits, count, turn, readers;

static void init(void)
{
    inits++;
}

static void kinds(int n)
{
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&recursive, &a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checked, &a);
    pthread_spin_init(&spin, 0);
#pragma omp parallel num_threads(n)
    for (int i = 0; i < 5; i++) {
        pthread_mutex_lock(&plain);
#pragma omp critical
        count++;
#pragma omp taskyield
        pthread_mutex_unlock(&plain);
        pthread_mutex_lock(&recursive);
        pthread_mutex_lock(&recursive);
#pragma omp critical
        count++;
        pthread_mutex_unlock(&recursive);
        pthread_mutex_unlock(&recursive);
        pthread_mutex_lock(&checked);
#pragma omp critical
        count++;
        same(pthread_mutex_lock(&checked), EDEADLK);
        pthread_mutex_unlock(&checked);
        same(pthread_mutex_unlock(&checked), EPERM);
        pthread_spin_lock(&spin);
        count += 0;
#pragma omp taskyield
        pthread_spin_unlock(&spin);
        pthread_once(&one, init);
        while (pthread_mutex_trylock(&plain)) {
#pragma omp taskyield
        }
        pthread_mutex_unlock(&plain);
        struct timespec late;
        clock_gettime(CLOCK_REALTIME, &late);
        late.tv_sec += 20;
        same(pthread_mutex_timedlock(&plain, &late), 0);
        pthread_mutex_unlock(&plain);
    }
    same(count, 15 * n);
    same(inits, 1);
    count = 0;
}

/* A mutex against an OpenMP lock: each is waited for while the other is held. */
static void mixed(int n)
{
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel num_threads(n)
    for (int i = 0; i < 5; i++) {
        pthread_mutex_lock(&plain);
        omp_set_lock(&lock);
        count++;
        omp_unset_lock(&lock);
        pthread_mutex_unlock(&plain);
        omp_set_lock(&lock);
        count++;
        omp_unset_lock(&lock);
    }
    same(count, 10 * n);
    count = 0;
}

static void conditions(int n)
{
#pragma omp parallel num_threads(n)
    { /* each waits for its turn, the last thread has the first */
        int t = omp_get_thread_num();
        pthread_mutex_lock(&plain);
        while (turn != n - 1 - t)
            pthread_cond_wait(&changed, &plain);
        turn++;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&plain);
    }
    same(turn, n);
    struct timespec soon;
    clock_gettime(CLOCK_REALTIME, &soon);
    soon.tv_nsec += 5000000;
    soon.tv_sec += soon.tv_nsec / 1000000000;
    soon.tv_nsec %= 1000000000;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            pthread_mutex_lock(&plain);
            same(pthread_cond_timedwait(&changed, &plain, &soon), ETIMEDOUT);
            pthread_mutex_unlock(&plain);
        }
    }
}

static void others(int n)
{
    pthread_barrier_t barrier;
    sem_t semaphore;
    pthread_barrier_init(&barrier, NULL, (unsigned)n);
    sem_init(&semaphore, 0, 0);
    int serial = 0;
#pragma omp parallel num_threads(n) reduction(+ : serial)
    {
        int t = omp_get_thread_num();
        for (int i = 0; i < 3; i++)
            serial += pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
        if (t == n - 1) {
            for (int i = 0; i < n - 1; i++)
                sem_post(&semaphore);
        } else {
            sem_wait(&semaphore);
        }
        pthread_rwlock_rdlock(&shared);
#pragma omp atomic
        readers++;
#pragma omp critical
        count++;
        pthread_rwlock_unlock(&shared);
        pthread_rwlock_wrlock(&shared);
        count++;
#pragma omp taskyield
        pthread_rwlock_unlock(&shared);
    }
    same(serial, 3);
    same(readers, n);
    same(sem_trywait(&semaphore), -1);
}

int main(void)
{
    int n = omp_get_max_threads() < 2 ? 2 : omp_get_max_threads();
    kinds(n);
    mixed(n);
    conditions(n);
    others(n);
    return finish();
}
