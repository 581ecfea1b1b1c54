/* The program's own locks, conditions and semaphores, held while others run. */
#define _GNU_SOURCE
#include "robust.h"

#include <errno.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

static int n;
static long count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

/* Loses some if two threads are in it. */
static void add(void)
{
    long before = count;
    hop();
    count = before + 1;
}

static void expect(int each)
{
    CHECK(count == (long)each * n);
    count = 0;
}

static struct timespec soon(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += 20000000;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

static void mutexes(void)
{
#pragma omp parallel
    for (int i = 0; i < 20; i++) {
        pthread_mutex_lock(&mutex);
        add();
        pthread_mutex_unlock(&mutex);
    }
    expect(20);
#pragma omp parallel
    for (int i = 0; i < 20; i++) {
        while (pthread_mutex_trylock(&mutex))
            ;
        add();
        pthread_mutex_unlock(&mutex);
    }
    expect(20);
}

static void kinds_of_mutexes(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutex_t again, checks;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&again, &attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checks, &attributes);
#pragma omp parallel
    for (int i = 0; i < 10; i++) {
        CHECK(!pthread_mutex_lock(&again));
        CHECK(!pthread_mutex_lock(&again));
        hop();
        CHECK(!pthread_mutex_unlock(&again));
        add();
        CHECK(!pthread_mutex_unlock(&again));
    }
    expect(10);
#pragma omp parallel
    for (int i = 0; i < 10; i++) {
        CHECK(pthread_mutex_unlock(&checks) == EPERM);
        CHECK(!pthread_mutex_lock(&checks));
        CHECK(pthread_mutex_lock(&checks) == EDEADLK);
        add();
        CHECK(!pthread_mutex_unlock(&checks));
    }
    expect(10);
}

static void over_regions(void)
{
    pthread_mutex_lock(&mutex);
#pragma omp parallel
    {
        if (omp_get_thread_num() == 0) {
            hop();
            pthread_mutex_unlock(&mutex);
        }
        pthread_mutex_lock(&mutex);
        add();
        pthread_mutex_unlock(&mutex);
    }
    expect(1);
#pragma omp parallel
    if (omp_get_thread_num() == 0)
        pthread_mutex_lock(&mutex);
    struct timespec until = soon();
#pragma omp parallel
    if (omp_get_thread_num())
        CHECK(pthread_mutex_timedlock(&mutex, &until) == ETIMEDOUT);
    pthread_mutex_unlock(&mutex);
#pragma omp parallel
    {
        pthread_mutex_lock(&mutex);
        add();
        pthread_mutex_unlock(&mutex);
    }
    expect(1);
}

static void conditions(void)
{
    int arrived = 0, rounds = 0, tokens = 0;
#pragma omp parallel
    for (int i = 0; i < 10; i++) {
        pthread_mutex_lock(&mutex);
        int round = rounds;
        if (++arrived == n) {
            arrived = 0;
            rounds++;
            pthread_cond_broadcast(&condition);
        }
        while (round == rounds)
            pthread_cond_wait(&condition, &mutex);
        pthread_mutex_unlock(&mutex);
    }
    CHECK(rounds == 10);
#pragma omp parallel
    for (int i = 0; i < (omp_get_thread_num() ? 5 : 5 * (n - 1)); i++) {
        pthread_mutex_lock(&mutex);
        if (omp_get_thread_num()) {
            while (!tokens)
                pthread_cond_wait(&condition, &mutex);
            tokens--;
        } else {
            tokens++;
            pthread_cond_signal(&condition);
        }
        pthread_mutex_unlock(&mutex);
    }
    CHECK(tokens == 0);
    struct timespec until = soon();
#pragma omp parallel
    {
        int result;
        pthread_mutex_lock(&mutex);
        while (!(result = pthread_cond_timedwait(&condition, &mutex, &until)))
            ;
        CHECK(result == ETIMEDOUT);
        pthread_mutex_unlock(&mutex);
    }
}

static void others(void)
{
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    pthread_spinlock_t spin;
    pthread_spin_init(&spin, 0);
#pragma omp parallel
    for (int i = 0; i < 10; i++) {
        pthread_rwlock_rdlock(&lock);
        long before = count;
        hop();
        CHECK(count == before);
        pthread_rwlock_unlock(&lock);
        pthread_rwlock_wrlock(&lock);
        add();
        CHECK(pthread_rwlock_wrlock(&lock) == EDEADLK);
        pthread_rwlock_unlock(&lock);
        pthread_spin_lock(&spin);
        add();
        pthread_spin_unlock(&spin);
    }
    CHECK(count >= 10L * n); /* the two locks keep apart their own only */
    count = 0;
}

/* C11's, and limits by a clock of the caller's choice. */
static void other_names(void)
{
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    mtx_t one;
    cnd_t changed;
    int turn = 0;
    mtx_init(&one, mtx_timed);
    cnd_init(&changed);
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += 100;
#pragma omp parallel
    for (int i = 0; i < 10; i++) {
        CHECK(mtx_lock(&one) == thrd_success);
        add();
        mtx_unlock(&one);
        while (mtx_trylock(&one) == thrd_busy)
            ;
        add();
        mtx_unlock(&one);
        CHECK(!pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &until));
        hop();
        pthread_rwlock_unlock(&lock);
    }
    expect(20);
#pragma omp parallel
    {
        mtx_lock(&one);
        while (turn != n - 1 - omp_get_thread_num())
            cnd_wait(&changed, &one);
        turn++;
        cnd_broadcast(&changed);
        mtx_unlock(&one);
    }
    CHECK(turn == n);
    mtx_lock(&one);
    struct timespec end = soon();
#pragma omp parallel
    if (omp_get_thread_num())
        CHECK(mtx_timedlock(&one, &end) == thrd_timedout);
    mtx_unlock(&one);
}

static void semaphores(void)
{
    sem_t *ring = calloc((size_t)n, sizeof *ring);
    for (int i = 0; i < n; i++)
        sem_init(&ring[i], 0, i == 0);
#pragma omp parallel
    for (int i = 0; i < 10; i++) {
        int me = omp_get_thread_num();
        sem_wait(&ring[me]);
        CHECK(count == (long)i * n + me);
        add();
        sem_post(&ring[(me + 1) % n]);
    }
    expect(10);
    free(ring);
}

static void polls(void)
{
    volatile int flag = 0;
#pragma omp parallel
    if (omp_get_thread_num() == n - 1) {
        usleep(3000);
        flag = 1;
    } else {
        while (!flag)
            usleep(50);
    }
#pragma omp parallel
    if (omp_get_thread_num() == n - 1)
        flag = 2;
    else
        while (flag != 2)
            sched_yield();
}

int main(void)
{
#pragma omp parallel
    n = omp_get_num_threads();
    mutexes();
    kinds_of_mutexes();
    over_regions();
    conditions();
    others();
    other_names();
    semaphores();
    polls();
    puts("ok");
    return 0;
}
