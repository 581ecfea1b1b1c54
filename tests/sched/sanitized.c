/*
 * Steals that are certain, for the sanitizers. A child waits until what follows its spawn in the parent has begun, so that this is
 * stolen; with one worker it would wait for ever. By its argument:
 *
 *   reused    frames of a child that ended on its parent's stack, and not by a return, are memory like any other
 *   overflow  a write beyond an array, in a continuation that was stolen
 *   race      two strands write to a variable, both while the other one runs
 *   ordered   the same, but for a sync between them; and by a lock
 */
#include <cilk/cilk.h>
#include <pthread.h>
#include <string.h>

#define NOINLINE __attribute__((__noinline__))

static int begun, met; /* relaxed: no order for what is around them */
static long shared, locked;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void await(const int *what)
{
    while (!__atomic_load_n(what, __ATOMIC_RELAXED))
        ;
}

static void say(int *what)
{
    __atomic_store_n(what, 1, __ATOMIC_RELAXED);
}

static NOINLINE long sum(const char *bytes, int n)
{
    long all = 0;
    for (int i = 0; i < n; i++)
        all += bytes[i];
    return all;
}

/* Becomes part of the task, whose frame has a place that may not be touched on either side of the array. */
static inline __attribute__((__always_inline__)) long child_with_array(int n)
{
    char bytes[512];
    memset(bytes, n, sizeof bytes);
    await(&begun);
    return sum(bytes, sizeof bytes);
}

static NOINLINE long filled(int n)
{
    char bytes[4000];
    memset(bytes, n, sizeof bytes);
    return sum(bytes, sizeof bytes);
}

static NOINLINE int reused(void)
{
    long wrong = 0;
    for (int i = 0; i < 100; i++) {
        __atomic_store_n(&begun, 0, __ATOMIC_RELAXED);
        long a = cilk_spawn child_with_array(1);
        say(&begun);
        long b = filled(2);
        cilk_sync;
        wrong += (a != 512) + (b != 8000) + (filled(3) != 12000);
    }
    return wrong != 0;
}

static NOINLINE long overflowing(int n)
{
    char bytes[32] = {0};
    bytes[n] = 1; /* n is 32 */
    return sum(bytes, sizeof bytes);
}

static NOINLINE int overflow(int n)
{
    long a = cilk_spawn child_with_array(1);
    say(&begun);
    long b = overflowing(n);
    cilk_sync;
    return a + b == 0;
}

static NOINLINE void write_in_child(void)
{
    await(&begun);
    shared++;
    say(&met);
}

static NOINLINE int race(void)
{
    cilk_spawn write_in_child();
    say(&begun);
    await(&met);
    shared++;
    cilk_sync;
    return 0;
}

static NOINLINE void add_locked(void)
{
    pthread_mutex_lock(&lock);
    locked++;
    pthread_mutex_unlock(&lock);
}

static NOINLINE void ordered_child(long *result)
{
    *result = shared + 1;
    await(&begun);
    add_locked();
}

static NOINLINE int ordered(void)
{
    for (int i = 0; i < 100; i++) {
        long result;
        __atomic_store_n(&begun, 0, __ATOMIC_RELAXED);
        shared = i;
        cilk_spawn ordered_child(&result);
        say(&begun);
        add_locked();
        cilk_sync;
        shared = result;
    }
    return shared != 100 || locked != 200;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (!strcmp(what, "reused"))
        return reused();
    if (!strcmp(what, "overflow"))
        return overflow(argc + 30);
    if (!strcmp(what, "race"))
        return race();
    return strcmp(what, "ordered") ? 2 : ordered();
}
