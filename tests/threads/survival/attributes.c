/* Mutexes, locks, barriers and threads with attributes: robust, with priorities, shared with other processes, of other clocks, small. */
#include "survival.h"

#include <limits.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/wait.h>

static pthread_mutex_t robust, inherits;
static int count;

static void *die_with_it(void *unused)
{
    CHECK(!pthread_mutex_lock(&robust));
    return unused;
}

static void *find_dead(void *unused)
{
    CHECK(pthread_mutex_lock(&robust) == EOWNERDEAD);
    CHECK(!pthread_mutex_consistent(&robust));
    CHECK(!pthread_mutex_unlock(&robust));
    return unused;
}

static void *hold_and_die(void *unused)
{
    CHECK(!pthread_mutex_lock(&robust));
    usleep(2000);
    return unused;
}

static void robusts(void)
{
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    CHECK(!pthread_mutex_init(&robust, &a));
    join(start(die_with_it, NULL));
    join(start(find_dead, NULL));
    /* Somebody waits for it when its owner dies. */
    pthread_t first = start(hold_and_die, NULL);
    usleep(500);
    pthread_t second = start(find_dead, NULL);
    join(first);
    join(second);
    join(start(die_with_it, NULL));
    CHECK(pthread_mutex_trylock(&robust) == EOWNERDEAD);
    CHECK(!pthread_mutex_unlock(&robust)); /* and not made consistent */
    CHECK(pthread_mutex_lock(&robust) == ENOTRECOVERABLE);
}

static void *add(void *mutex)
{
    for (int i = 0; i < 50; i++) {
        CHECK(!pthread_mutex_lock(mutex));
        int before = count;
        if (i % 10 == 0)
            usleep(100);
        count = before + 1;
        CHECK(!pthread_mutex_unlock(mutex));
    }
    return NULL;
}

static void add_all(pthread_mutex_t *mutex)
{
    pthread_t all[4];
    count = 0;
    for (int i = 0; i < 4; i++)
        all[i] = start(add, mutex);
    for (int i = 0; i < 4; i++)
        join(all[i]);
    CHECK(count == 200);
}

static void *too_late(void *mutex)
{
    struct timespec t = in_ms(CLOCK_REALTIME, 3);
    CHECK(pthread_mutex_timedlock(mutex, &t) == ETIMEDOUT);
    t = in_ms(CLOCK_REALTIME, -3);
    CHECK(pthread_mutex_timedlock(mutex, &t) == ETIMEDOUT);
    return NULL;
}

static void kinds(void)
{
    static const int types[] = {PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE,
                                PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_ADAPTIVE_NP};
    static const int protocols[] = {PTHREAD_PRIO_NONE, PTHREAD_PRIO_INHERIT};
    for (unsigned i = 0; i < 8; i++) {
        pthread_mutexattr_t a;
        pthread_mutexattr_init(&a);
        pthread_mutexattr_settype(&a, types[i % 4]);
        pthread_mutexattr_setprotocol(&a, protocols[i / 4]);
        CHECK(!pthread_mutex_init(&inherits, &a));
        add_all(&inherits);
        CHECK(!pthread_mutex_lock(&inherits));
        join(start(too_late, &inherits));
        CHECK(!pthread_mutex_unlock(&inherits) && !pthread_mutex_destroy(&inherits));
    }
}

/* --- Shared with another process, which is not simulated --- */

struct shared {
    pthread_mutex_t mutex;
    pthread_cond_t cond;
    pthread_barrier_t barrier;
    pthread_rwlock_t rwlock;
    sem_t sem;
    int turn, count;
};

static void *take_turns(void *shared)
{
    struct shared *s = shared;
    int me = s->turn < 0; /* the child */
    pthread_barrier_wait(&s->barrier);
    for (int i = 0; i < 20; i++) {
        CHECK(!pthread_mutex_lock(&s->mutex));
        while (s->count % 2 != me)
            CHECK(!pthread_cond_wait(&s->cond, &s->mutex));
        s->count++;
        pthread_cond_broadcast(&s->cond);
        CHECK(!pthread_mutex_unlock(&s->mutex));
    }
    CHECK(!pthread_rwlock_wrlock(&s->rwlock));
    usleep(1000);
    CHECK(!pthread_rwlock_unlock(&s->rwlock));
    return NULL;
}

static void shared(void)
{
    struct shared *s =
        mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_t m;
    pthread_condattr_t c;
    pthread_barrierattr_t b;
    pthread_rwlockattr_t r;
    pthread_mutexattr_init(&m), pthread_condattr_init(&c);
    pthread_barrierattr_init(&b), pthread_rwlockattr_init(&r);
    pthread_mutexattr_setpshared(&m, PTHREAD_PROCESS_SHARED);
    pthread_condattr_setpshared(&c, PTHREAD_PROCESS_SHARED);
    pthread_barrierattr_setpshared(&b, PTHREAD_PROCESS_SHARED);
    pthread_rwlockattr_setpshared(&r, PTHREAD_PROCESS_SHARED);
    CHECK(!pthread_mutex_init(&s->mutex, &m) && !pthread_cond_init(&s->cond, &c) &&
          !pthread_barrier_init(&s->barrier, &b, 2) && !pthread_rwlock_init(&s->rwlock, &r) &&
          !sem_init(&s->sem, 1, 0));
    pid_t child = fork();
    if (!child) {
        struct shared mine = *s;
        (void)mine;
        pthread_barrier_wait(&s->barrier);
        for (int i = 0; i < 20; i++) {
            pthread_mutex_lock(&s->mutex);
            while (s->count % 2 != 1)
                pthread_cond_wait(&s->cond, &s->mutex);
            s->count++;
            pthread_cond_broadcast(&s->cond);
            pthread_mutex_unlock(&s->mutex);
        }
        pthread_rwlock_wrlock(&s->rwlock);
        usleep(1000);
        pthread_rwlock_unlock(&s->rwlock);
        sem_post(&s->sem);
        _exit(0);
    }
    join(start(take_turns, s));
    CHECK(!sem_wait(&s->sem));
    int status;
    CHECK(waitpid(child, &status, 0) == child && !status && s->count == 40);
    struct timespec t = in_ms(CLOCK_REALTIME, 3);
    CHECK(sem_timedwait(&s->sem, &t) == -1 && errno == ETIMEDOUT);
    CHECK(!pthread_mutex_lock(&s->mutex));
    join(start(too_late, &s->mutex));
    t = in_ms(CLOCK_REALTIME, 3);
    CHECK(pthread_cond_timedwait(&s->cond, &s->mutex, &t) == ETIMEDOUT);
}

/* --- Clocks --- */

static pthread_rwlock_t rw;
static sem_t sem;

static void *late_readers(void *unused)
{
    struct timespec t = in_ms(CLOCK_REALTIME, 2);
    CHECK(pthread_rwlock_timedrdlock(&rw, &t) == ETIMEDOUT);
    t = in_ms(CLOCK_MONOTONIC, 2);
    CHECK(pthread_rwlock_clockwrlock(&rw, CLOCK_MONOTONIC, &t) == ETIMEDOUT);
    t = in_ms(CLOCK_MONOTONIC, 2);
    CHECK(sem_clockwait(&sem, CLOCK_MONOTONIC, &t) == -1 && errno == ETIMEDOUT);
    return unused;
}

static void *nap(void *unused)
{
    usleep(2000);
    return unused;
}

static void clocks(void)
{
    pthread_condattr_t a;
    pthread_cond_t c;
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_rwlockattr_t r;
    pthread_condattr_init(&a);
    pthread_condattr_setclock(&a, CLOCK_MONOTONIC);
    pthread_cond_init(&c, &a);
    pthread_mutex_lock(&m);
    struct timespec t = in_ms(CLOCK_MONOTONIC, 3);
    CHECK(pthread_cond_timedwait(&c, &m, &t) == ETIMEDOUT);
    t = in_ms(CLOCK_MONOTONIC, -3);
    CHECK(pthread_cond_timedwait(&c, &m, &t) == ETIMEDOUT);
    t.tv_nsec = 1000000000;
    CHECK(pthread_cond_timedwait(&c, &m, &t) == EINVAL);
    pthread_rwlockattr_init(&r);
    pthread_rwlockattr_setkind_np(&r, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&rw, &r);
    sem_init(&sem, 0, 0);
    CHECK(!pthread_rwlock_wrlock(&rw));
    join(start(late_readers, NULL));
    CHECK(!pthread_rwlock_unlock(&rw));
    pthread_t n = start(nap, NULL);
    t = in_ms(CLOCK_MONOTONIC, 1);
    CHECK(pthread_clockjoin_np(n, NULL, CLOCK_MONOTONIC, &t) == ETIMEDOUT);
    join(n);
    t = in_ms(CLOCK_MONOTONIC, 2);
    CHECK(!clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL));
    t = (struct timespec){0, 1000000};
    CHECK(!clock_nanosleep(CLOCK_BOOTTIME, 0, &t, NULL));
    CHECK(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &t, NULL) == EINVAL);
}

/* --- Threads --- */

static pthread_barrier_t barrier;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_there = PTHREAD_COND_INITIALIZER;
static int there;

static void *small(void *unused)
{
    pthread_mutex_lock(&lock);
    there++;
    pthread_cond_broadcast(&all_there);
    while (there < 8)
        pthread_cond_wait(&all_there, &lock);
    pthread_mutex_unlock(&lock);
    work(3000000); /* samples and ticks fall here */
    pthread_barrier_wait(&barrier);
    return unused;
}

static void stacks(void)
{
    enum { OWN = 256 << 10 };
    pthread_attr_t a, b;
    pthread_t threads[8];
    void *own = mmap(NULL, OWN, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_attr_init(&a);
    CHECK(!pthread_attr_setstacksize(&a, PTHREAD_STACK_MIN));
    pthread_attr_init(&b);
    CHECK(!pthread_attr_setstack(&b, own, OWN));
    pthread_barrier_init(&barrier, NULL, 8);
    for (int i = 0; i < 8; i++)
        CHECK(!pthread_create(&threads[i], i ? &a : &b, small, NULL));
    for (int i = 0; i < 8; i++)
        join(threads[i]);
    CHECK(!munmap(own, OWN));
}

int main(void)
{
    robusts();
    kinds();
    shared();
    clocks();
    stacks();
    puts("ok");
    return 0;
}
