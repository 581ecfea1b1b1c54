/*
 * 256 tasks of 100 parts, 40 of them under a lock: with one lock for all, no number of processors is more than 2.5 times as fast.
 * What kind of lock, and how it is taken, is the argument. Whatever libc says must be as without a profiler.
 */
#include <assert.h>
#include <cilk/cilk.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>

enum { TASKS = 256, PART = 400, ALONE = 60, LOCKED = 40 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t table[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spinlock;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static mtx_t of_c11;
static volatile unsigned long sink;
void work(unsigned long parts);
void by_cxx(int i);

__attribute__((noinline)) void work(unsigned long parts)
{
    unsigned long x = parts;
    for (unsigned long i = 0; i < parts * PART; i++)
        x = x * 6364136223846793005ul + 1442695040888963407ul;
    sink += x;
}

#define NOINLINE __attribute__((noinline)) static
#define OK(call) assert((call) == 0)

NOINLINE void by_mutex(int i)
{
    (void)i;
    OK(pthread_mutex_lock(&mutex)); /* mutex */
    work(LOCKED);
    OK(pthread_mutex_unlock(&mutex));
}

NOINLINE void by_table(int i)
{
    OK(pthread_mutex_lock(&table[i % 4])); /* table */
    work(LOCKED);
    OK(pthread_mutex_unlock(&table[i % 4]));
}

NOINLINE void by_spin(int i)
{
    (void)i;
    OK(pthread_spin_lock(&spinlock)); /* spin */
    work(LOCKED);
    OK(pthread_spin_unlock(&spinlock));
}

NOINLINE void by_writer(int i)
{
    (void)i;
    OK(pthread_rwlock_wrlock(&rwlock)); /* writer */
    work(LOCKED);
    OK(pthread_rwlock_unlock(&rwlock));
}

NOINLINE void by_reader(int i)
{
    (void)i;
    OK(pthread_rwlock_rdlock(&rwlock));
    OK(pthread_rwlock_tryrdlock(&rwlock));
    work(LOCKED);
    OK(pthread_rwlock_unlock(&rwlock));
    OK(pthread_rwlock_unlock(&rwlock));
}

NOINLINE void by_c11(int i)
{
    (void)i;
    assert(mtx_lock(&of_c11) == thrd_success); /* c11 */
    work(LOCKED);
    assert(mtx_unlock(&of_c11) == thrd_success);
}

NOINLINE void by_recursion(int i)
{
    (void)i;
    OK(pthread_mutex_lock(&recursive)); /* recursion */
    work(LOCKED / 2);
    OK(pthread_mutex_lock(&recursive));
    OK(pthread_mutex_unlock(&recursive));
    work(LOCKED / 2);
    OK(pthread_mutex_unlock(&recursive));
}

NOINLINE void by_trying(int i)
{
    struct timespec never = {0, 0};
    if (i % 2)
        OK(pthread_mutex_trylock(&mutex)); /* trying */
    else
        OK(pthread_mutex_timedlock(&mutex, &never));
    errno = 42;
    assert(pthread_mutex_trylock(&mutex) == EBUSY);
    assert(pthread_mutex_timedlock(&mutex, &never) == ETIMEDOUT);
    assert(errno == 42);
    work(LOCKED);
    OK(pthread_mutex_unlock(&mutex));
}

NOINLINE void by_waiting(int i)
{
    struct timespec never = {0, 0};
    (void)i;
    OK(pthread_mutex_lock(&mutex)); /* waiting */
    work(LOCKED / 2);
    assert(pthread_cond_timedwait(&condition, &mutex, &never) == ETIMEDOUT);
    work(LOCKED / 2);
    OK(pthread_mutex_unlock(&mutex));
}

/* Each task has one of its own. */
NOINLINE void by_own(int i)
{
    (void)i;
    pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
    OK(pthread_mutex_lock(&own));
    work(LOCKED);
    OK(pthread_mutex_unlock(&own));
}

NOINLINE void take_it(void)
{
    OK(pthread_mutex_lock(&mutex));
    sink++;
}

NOINLINE void give_it(void)
{
    sink++;
    OK(pthread_mutex_unlock(&mutex));
    sink++;
}

NOINLINE void by_others(int i)
{
    (void)i;
    take_it();
    work(LOCKED);
    give_it();
}

/* Without one. */
NOINLINE void by_nothing(int i)
{
    (void)i;
    work(LOCKED);
}

static void tasks(void (*locked)(int))
{
    cilk_for (int i = 0; i < TASKS; i++) {
        work(ALONE);
        locked(i);
    }
}

/* A function has it, and all that it spawns. */
NOINLINE void with_local(pthread_mutex_t *local)
{
    work(ALONE);
    OK(pthread_mutex_lock(local)); /* local */
    work(LOCKED);
    OK(pthread_mutex_unlock(local));
}

NOINLINE void locals(void)
{
    pthread_mutex_t local = PTHREAD_MUTEX_INITIALIZER;
    for (int i = 0; i < TASKS / 4; i++)
        cilk_spawn with_local(&local);
    cilk_sync;
}

/* The lock is held while its holder spawns and waits. */
NOINLINE void across(void)
{
    OK(pthread_mutex_lock(&mutex)); /* across */
    cilk_spawn work(100);
    cilk_spawn work(100);
    work(50);
    cilk_sync;
    OK(pthread_mutex_unlock(&mutex));
}

NOINLINE void lock_only(void)
{
    OK(pthread_mutex_lock(&mutex));
    work(100);
}

/* Another task releases it. */
NOINLINE void elsewhere(void)
{
    cilk_spawn lock_only();
    cilk_sync;
    work(100);
    OK(pthread_mutex_unlock(&mutex));
}

static const struct {
    const char *name;
    void (*locked)(int);
} ways[] = {
    {"mutex", by_mutex},
    {"table", by_table},
    {"spin", by_spin},
    {"writer", by_writer},
    {"reader", by_reader},
    {"c11", by_c11},
    {"recursion", by_recursion},
    {"trying", by_trying},
    {"waiting", by_waiting},
    {"own", by_own},
    {"others", by_others},
    {"nothing", by_nothing},
#ifdef CXX
    {"cxx", by_cxx},
#endif

};

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "mutex";
    OK(pthread_spin_init(&spinlock, PTHREAD_PROCESS_PRIVATE));
    assert(mtx_init(&of_c11, mtx_plain) == thrd_success);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (!strcmp(way, ways[i].name))
            tasks(ways[i].locked);
    if (!strcmp(way, "local"))
        for (int i = 0; i < 4; i++)
            locals();
    if (!strcmp(way, "across"))
        across();
    if (!strcmp(way, "made") || !strcmp(way, "plain")) {
        for (unsigned long i = 0; i < TASKS * PART; i++)
            sink = sink * 3 + i; /* main()'s own */
        if (way[0] == 'm')
            OK(pthread_mutex_init(&mutex, NULL));
    }
    if (!strcmp(way, "elsewhere"))
        elsewhere();
    puts(way);
    return 0;
}
