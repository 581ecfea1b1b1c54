/* All that threads of POSIX and C can do to each other, and what it must return. */
#include "survival.h"

#include <semaphore.h>
#include <threads.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int turn, count;

static void *add(void *unused)
{
    for (int i = 0; i < 100; i++) {
        CHECK(!pthread_mutex_lock(&m));
        int before = count;
        if (i % 10 == 0)
            sched_yield();
        count = before + 1;
        CHECK(!pthread_mutex_unlock(&m));
    }
    return unused;
}

static void mutexes(void)
{
    pthread_t all[8];
    for (int i = 0; i < 8; i++)
        all[i] = start(add, NULL);
    for (int i = 0; i < 8; i++)
        join(all[i]);
    CHECK(count == 800);
    pthread_mutexattr_t a;
    pthread_mutex_t own;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&own, &a);
    CHECK(pthread_mutex_unlock(&own) == EPERM);
    CHECK(!pthread_mutex_lock(&own));
    CHECK(pthread_mutex_lock(&own) == EDEADLK);
    CHECK(!pthread_mutex_unlock(&own));
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&own, &a);
    CHECK(!pthread_mutex_lock(&own) && !pthread_mutex_lock(&own) && !pthread_mutex_trylock(&own));
    CHECK(!pthread_mutex_unlock(&own) && !pthread_mutex_unlock(&own) &&
          !pthread_mutex_unlock(&own));
    CHECK(pthread_mutex_unlock(&own) == EPERM);
}

static void *try_it(void *unused)
{
    struct timespec t = in_ms(CLOCK_REALTIME, 20);
    CHECK(pthread_mutex_trylock(&m) == EBUSY);
    CHECK(pthread_mutex_timedlock(&m, &t) == ETIMEDOUT);
    t = in_ms(CLOCK_MONOTONIC, 20);
    CHECK(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &t) == ETIMEDOUT);
    t.tv_nsec = -1;
    CHECK(pthread_mutex_timedlock(&m, &t) == EINVAL);
    return unused;
}

static void *ping(void *unused)
{
    pthread_mutex_lock(&m);
    for (int i = 0; i < 20; i++) {
        while (turn != 1)
            CHECK(!pthread_cond_wait(&c, &m));
        turn = 0;
        pthread_cond_broadcast(&c);
    }
    pthread_mutex_unlock(&m);
    return unused;
}

static void conditions(void)
{
    pthread_mutex_lock(&m);
    join(start(try_it, NULL));
    pthread_t t = start(ping, NULL);
    for (int i = 0; i < 20; i++) {
        turn = 1;
        pthread_cond_signal(&c);
        while (turn != 0)
            CHECK(!pthread_cond_wait(&c, &m));
    }
    struct timespec until = in_ms(CLOCK_REALTIME, 10);
    CHECK(pthread_cond_timedwait(&c, &m, &until) == ETIMEDOUT);
    until = in_ms(CLOCK_MONOTONIC, 10);
    CHECK(pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &until) == ETIMEDOUT);
    pthread_mutex_unlock(&m);
    join(t);
}

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static int shared, readers_most;
static _Atomic int readers;

static void *read_or_write(void *number)
{
    for (int i = 0; i < 50; i++)
        if ((i + (long)number) % 10) {
            CHECK(!pthread_rwlock_rdlock(&rw));
            int now = ++readers;
            readers_most = now > readers_most ? now : readers_most;
            int before = shared;
            sched_yield();
            CHECK(before == shared);
            readers--;
            CHECK(!pthread_rwlock_unlock(&rw));
        } else {
            CHECK(!pthread_rwlock_wrlock(&rw));
            CHECK(!readers);
            shared++;
            CHECK(!pthread_rwlock_unlock(&rw));
        }
    for (int i = 0; i < 25; i++) {
        CHECK(!pthread_spin_lock(&spin));
        count++;
        CHECK(!pthread_spin_unlock(&spin));
    }
    return NULL;
}

static void locks(void)
{
    pthread_t all[4];
    count = 0;
    pthread_spin_init(&spin, 0);
    for (long i = 0; i < 4; i++)
        all[i] = start(read_or_write, (void *)i);
    for (int i = 0; i < 4; i++)
        join(all[i]);
    CHECK(shared == 20 && count == 100);
    CHECK(!pthread_rwlock_wrlock(&rw));
    CHECK(pthread_rwlock_wrlock(&rw) == EDEADLK && pthread_rwlock_tryrdlock(&rw) == EBUSY);
    CHECK(!pthread_rwlock_unlock(&rw));
    CHECK(!pthread_spin_trylock(&spin) && pthread_spin_trylock(&spin) == EBUSY);
    CHECK(!pthread_spin_unlock(&spin));
}

static pthread_barrier_t barrier;
static sem_t sem;
static _Atomic int serials, done;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void do_once(void)
{
    sched_yield();
    done++;
}

static void *meet(void *unused)
{
    for (int i = 0; i < 10; i++)
        serials += pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
    pthread_once(&once, do_once);
    CHECK(done == 1);
    CHECK(!sem_wait(&sem));
    sched_yield();
    CHECK(!sem_post(&sem));
    return unused;
}

static void meetings(void)
{
    pthread_t all[5];
    pthread_barrier_init(&barrier, NULL, 5);
    sem_init(&sem, 0, 2);
    for (int i = 0; i < 5; i++)
        all[i] = start(meet, NULL);
    for (int i = 0; i < 5; i++)
        join(all[i]);
    CHECK(serials == 10);
    CHECK(!pthread_barrier_destroy(&barrier));
    int value;
    CHECK(!sem_getvalue(&sem, &value) && value == 2);
    CHECK(!sem_wait(&sem) && !sem_trywait(&sem) && sem_trywait(&sem) == -1 && errno == EAGAIN);
    struct timespec t = in_ms(CLOCK_REALTIME, 10);
    CHECK(sem_timedwait(&sem, &t) == -1 && errno == ETIMEDOUT);
}

/* --- Ends --- */

static pthread_key_t key;
static _Atomic int destroyed, cleaned;

static void destroy(void *value)
{
    destroyed++;
    if ((long)value > 1)
        pthread_setspecific(key, (void *)((long)value - 1));
}

static void clean(void *mutex)
{
    cleaned++;
    if (mutex)
        CHECK(!pthread_mutex_unlock(mutex));
}

static void *wait_forever(void *how)
{
    pthread_cleanup_push(clean, how == (void *)1 ? &m : NULL);
    switch ((long)how) {
    case 1:
        pthread_mutex_lock(&m);
        for (;;)
            pthread_cond_wait(&c, &m);
    case 2:
        sleep(1000);
        break;
    case 3:
        sem_init(&sem, 0, 0);
        sem_wait(&sem);
        break;
    default:
        for (;;)
            pthread_testcancel();
    }
    pthread_cleanup_pop(1);
    return NULL;
}

static void *leave(void *how)
{
    pthread_setspecific(key, (void *)3);
    if (how)
        pthread_exit((void *)7);
    return (void *)8;
}

static void *nap(void *unused)
{
    usleep(1000);
    return unused;
}

static void ends(void)
{
    pthread_key_create(&key, destroy);
    CHECK(join(start(leave, (void *)1)) == (void *)7);
    CHECK(join(start(leave, NULL)) == (void *)8);
    CHECK(destroyed == 6);
    for (long how = 1; how <= 4; how++) {
        pthread_t t = start(wait_forever, (void *)how);
        for (int i = 0; i < 20; i++)
            sched_yield();
        usleep(2000);
        CHECK(!pthread_cancel(t));
        CHECK(join(t) == PTHREAD_CANCELED);
    }
    CHECK(cleaned == 4);
    pthread_t t = start(nap, NULL);
    CHECK(pthread_tryjoin_np(t, NULL) == EBUSY);
    struct timespec until = in_ms(CLOCK_REALTIME, 5000);
    CHECK(!pthread_timedjoin_np(t, NULL, &until));
    t = start(nap, NULL);
    CHECK(!pthread_detach(t));
    pthread_attr_t a;
    pthread_attr_init(&a);
    pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
    CHECK(!pthread_create(&t, &a, nap, NULL));
    CHECK(pthread_join(pthread_self(), NULL) == EDEADLK);
}

/* --- C's own names --- */

static mtx_t mtx;
static cnd_t cnd;
static once_flag flag = ONCE_FLAG_INIT;

static int run(void *argument)
{
    mtx_lock(&mtx);
    while (!turn)
        cnd_wait(&cnd, &mtx);
    mtx_unlock(&mtx);
    call_once(&flag, do_once);
    thrd_yield();
    return *(int *)argument;
}

static void c11(void)
{
    thrd_t all[3];
    int numbers[] = {4, 5, 6}, result;
    turn = 0;
    CHECK(mtx_init(&mtx, mtx_timed) == thrd_success && cnd_init(&cnd) == thrd_success);
    for (int i = 0; i < 3; i++)
        CHECK(thrd_create(&all[i], run, &numbers[i]) == thrd_success);
    thrd_sleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    mtx_lock(&mtx);
    struct timespec t = in_ms(CLOCK_REALTIME, 5);
    CHECK(cnd_timedwait(&cnd, &mtx, &t) == thrd_timedout);
    turn = 1;
    cnd_broadcast(&cnd);
    mtx_unlock(&mtx);
    for (int i = 0; i < 3; i++)
        CHECK(thrd_join(all[i], &result) == thrd_success && result == numbers[i]);
    CHECK(done == 2 && mtx_trylock(&mtx) == thrd_success && mtx_trylock(&mtx) == thrd_busy);
}

int main(void)
{
    mutexes();
    conditions();
    locks();
    meetings();
    ends();
    c11();
    puts("ok");
    return 0;
}
