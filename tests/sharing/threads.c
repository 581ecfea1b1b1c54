/* The same of threads: openmp.c. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, TIMES = 100000, BLOCK = 4096, STEPS = 16 };

static volatile long counts[THREADS];
static struct {
    volatile long value;
    long unused[7];
} padded[THREADS] __attribute__((aligned(64)));
static struct {
    volatile long made, used;
} stats __attribute__((aligned(64)));
static struct {
    volatile long made, unused[7], used;
} stats_apart __attribute__((aligned(64)));
static struct {
    volatile double limit;
    volatile int hits, base;
} s __attribute__((aligned(64))) = {.limit = TIMES / 2, .base = 1};
struct tally {
    volatile long seen, kept, lost;
};
static struct tally *tallies;
static volatile long *theirs;
static volatile long plain;
static _Atomic long total;
static struct {
    pthread_mutex_t mutex;
    volatile long value[2];
} guarded __attribute__((aligned(64))) = {.mutex = PTHREAD_MUTEX_INITIALIZER};
static struct {
    volatile long sum, beat;
} watched __attribute__((aligned(64)));
static struct {
    pthread_mutex_t mutex __attribute__((aligned(64)));
    volatile long value[8] __attribute__((aligned(64)));
} apart = {.mutex = PTHREAD_MUTEX_INITIALIZER};
static pthread_barrier_t barrier;
static double a[THREADS][BLOCK], b[THREADS][BLOCK];
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n_filled;

static void *array(void *number)
{
    for (int i = 0; i < TIMES; i++)
        counts[(long)number] += i; /* array */
    return NULL;
}

static void *stack(void *number)
{
    for (int i = 0; i < TIMES; i++)
        theirs[(long)number] += i; /* stack */
    return NULL;
}

static void *array_repaired(void *number)
{
    for (int i = 0; i < TIMES; i++)
        padded[(long)number].value += i;
    return NULL;
}

/* One counts what is made, another what is used. */
static void *fields(void *number)
{
    for (int i = 0; number && (long)number < 3 && i < TIMES; i++)
        if ((long)number == 1)
            stats.made++; /* fields */
        else
            stats.used++;
    return NULL;
}

/* One counts; others compare with what is right before it, or use what is right behind it as an index: x86-64 has instructions that
 * read these as something wider. */
static void *limit(void *number)
{
    long n = 0;
    for (int i = 0; i < TIMES; i++)
        if (!number)
            s.hits++; /* limit */
        else
            n += i > s.limit;
    plain = n;
    return NULL;
}

static void *index_of(void *number)
{
    long n = 0;
    for (int i = 0; i < TIMES; i++)
        if (!number)
            s.hits++; /* index */
        else
            n += counts[s.base];
    plain = n;
    return NULL;
}

static void *fields_repaired(void *number)
{
    for (int i = 0; number && (long)number < 3 && i < TIMES; i++)
        if ((long)number == 1)
            stats_apart.made++;
        else
            stats_apart.used++;
    return NULL;
}

static void *structs(void *number)
{
    struct tally *mine = tallies + (long)number;
    for (int i = 0; i < TIMES; i++)
        mine->kept += i; /* structs */
    return NULL;
}

static void *counter(void *number)
{
    for (int i = 0; i < TIMES; i++)
        plain += (long)number; /* counter */
    return NULL;
}

/* Each has its own copy, and adds it to the others' once. */
static void *copies(void *number)
{
    volatile long *mine = calloc(64, sizeof *mine), all = 0;
    for (int i = 0; i < TIMES; i++)
        mine[i % 64] += (long)number;
    for (int i = 0; i < 64; i++)
        all += mine[i];
    total += all;
    free((void *)mine);
    return NULL;
}

static void *atomics(void *number)
{
    for (int i = 0; i < TIMES; i++)
        atomic_fetch_add_explicit(&total, (long)number, memory_order_relaxed); /* atomics */
    return NULL;
}

static void *beside(void *number)
{
    for (int i = 0; i < TIMES / 10; i++) {
        pthread_mutex_lock(&guarded.mutex);
        for (int k = 0; k < 20; k++)
            guarded.value[0] += (long)number; /* beside */
        pthread_mutex_unlock(&guarded.mutex);
    }
    return NULL;
}

/* The first one tells that it is alive, on the line of what all add to now and then, as it does. */
static void *alive(void *number)
{
    for (int i = 0; i < TIMES; i++) {
        if (!number)
            watched.beat = i; /* alive */
        if (i % 100 == 0) {
            pthread_mutex_lock(&lock);
            watched.sum += i;
            pthread_mutex_unlock(&lock);
        }
    }
    return NULL;
}

/* What one tells, the others look at all the time. */
static void *told(void *number)
{
    long seen = 0;
    for (int i = 0; i < TIMES; i++)
        if (!number)
            plain = i; /* told */
        else
            seen += plain;
    return (void *)(seen < 0 ? 1L : 0L);
}

static void *beside_repaired(void *number)
{
    for (int i = 0; i < TIMES / 10; i++) {
        pthread_mutex_lock(&apart.mutex);
        for (int k = 0; k < 20; k++)
            apart.value[0] += (long)number;
        pthread_mutex_unlock(&apart.mutex);
    }
    return NULL;
}

static void *barriers(void *number)
{
    long me = (long)number;
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < BLOCK; i++)
            a[me][i] = b[(me + 1) % THREADS][i] + step;
        pthread_barrier_wait(&barrier);
        for (int i = 0; i < BLOCK; i++)
            b[me][i] = a[(me + 1) % THREADS][i] * 0.5;
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

/* The first one fills blocks, the others wait for them. */
static void *queue(void *number)
{
    long me = (long)number;
    for (int k = 0; k < THREADS; k++) {
        if (!me) {
            for (int step = 0; step < 20; step++)
                for (int i = 0; i < BLOCK; i++)
                    a[k][i] += i;
            pthread_mutex_lock(&lock);
            n_filled++;
            pthread_cond_broadcast(&filled);
            pthread_mutex_unlock(&lock);
            continue;
        }
        pthread_mutex_lock(&lock);
        while (n_filled <= k)
            pthread_cond_wait(&filled, &lock);
        pthread_mutex_unlock(&lock);
        for (int step = 0; step < 20 && k % (THREADS - 1) == me - 1; step++)
            for (int i = 0; i < BLOCK; i++)
                b[me][i] += a[k][i];
    }
    return NULL;
}

static const struct {
    const char *name;
    void *(*run)(void *);
} cases[] = {{"array", array},
             {"array-repaired", array_repaired},
             {"atomics", atomics},
             {"beside", beside},
             {"alive", alive},
             {"told", told},
             {"beside-repaired", beside_repaired},
             {"barriers", barriers},
             {"queue", queue},
             {"fields", fields},
             {"fields-repaired", fields_repaired},
             {"limit", limit},
             {"index", index_of},
             {"structs", structs},
             {"counter", counter},
             {"stack", stack},
             {"copies", copies}};

int main(int argc, char **argv)
{
    volatile long sums[THREADS] = {0};
    pthread_t threads[THREADS];
    theirs = sums;
    tallies = calloc(THREADS, sizeof *tallies); /* structs, allocated */
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(argv[1], cases[i].name)) {
            for (long k = 0; k < THREADS; k++)
                pthread_create(&threads[k], NULL, cases[i].run, (void *)k);
            for (long k = 0; k < THREADS; k++)
                pthread_join(threads[k], NULL);
            return 0;
        }
    return 2;
}
