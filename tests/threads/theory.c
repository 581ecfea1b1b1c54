/* Programs of threads whose speedup on N processors is known where waking costs nothing. The argument says which; it says what
 * the speedup must be, from the least to the most; with a number after it, only that, of so many. As many threads as there are processors, unless it says otherwise; the same work for every N. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long n;
static int truth_only;
static double least = 1; /* of the speedup */

static __attribute__((noinline)) void work(long units)
{
    unsigned long x = (unsigned long)units;
    for (long i = 0; i < units * 400; i++)
        x = x * 6364136223846793005ul + 1442695040888963407ul;
    __asm__ volatile("" : : "r"(x));
}

static void run_all(long threads, void *(*run)(void *))
{
    pthread_t all[64];
    if (truth_only)
        return;
    for (long i = 0; i < threads; i++)
        pthread_create(&all[i], NULL, run, (void *)i);
    for (long i = 0; i < threads; i++)
        pthread_join(all[i], NULL);
}

/* A tenth of all is under one lock. */
enum { ITEMS = 1920 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *locker(void *unused)
{
    for (long i = 0; i < ITEMS / n; i++) {
        work(54);
        pthread_mutex_lock(&lock);
        work(6);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static double locked(void)
{
    run_all(n, locker);
    double alone = 60.0 * ITEMS / (double)n + 6.0 * (double)(n - 1), bound = 6.0 * ITEMS + 54;
    return 60.0 * ITEMS / (alone > bound ? alone : bound);
}

/* Four stages with queues of eight between them. The third takes half of all. */
enum { STAGES = 4, ROOM = 8, PIECES = 400 };
static const long stage_work[STAGES] = {20, 40, 80, 20};
static struct {
    pthread_mutex_t lock;
    pthread_cond_t fuller, emptier;
    int n;
} queues[STAGES];

static void change(int i, int by)
{
    pthread_mutex_lock(&queues[i].lock);
    while (by > 0 ? queues[i].n == ROOM : !queues[i].n)
        pthread_cond_wait(by > 0 ? &queues[i].emptier : &queues[i].fuller, &queues[i].lock);
    queues[i].n += by;
    pthread_cond_signal(by > 0 ? &queues[i].fuller : &queues[i].emptier);
    pthread_mutex_unlock(&queues[i].lock);
}

static void *stage(void *number)
{
    int i = (int)(long)number;
    for (int k = 0; k < PIECES; k++) {
        if (i)
            change(i, -1);
        work(stage_work[i]);
        if (i + 1 < STAGES)
            change(i + 1, 1);
    }
    return NULL;
}

static double pipeline(void)
{
    for (int i = 0; i < STAGES; i++) {
        pthread_mutex_init(&queues[i].lock, NULL);
        pthread_cond_init(&queues[i].fuller, NULL);
        pthread_cond_init(&queues[i].emptier, NULL);
    }
    run_all(STAGES, stage);
    return n < STAGES ? 1 : 160.0 * PIECES / (80.0 * PIECES + 80);
}

/* The first does half of all. */
static void *uneven(void *number)
{
    if (n == 1 || !number)
        work(n == 1 ? 96000 : 48000);
    else
        work(48000 / (n - 1));
    return NULL;
}

static double imbalance(void)
{
    run_all(n, uneven);
    return n == 1 ? 1 : 2;
}

/* In each round another one does twice as much as others. */
enum { ROUNDS = 65, ROUND = 1560 };
static pthread_barrier_t barrier;

static void *rounds(void *number)
{
    for (long i = 0; i < ROUNDS; i++) {
        work(ROUND / (n + 1) * ((long)number == i % n ? 2 : 1));
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

static double barriers(void)
{
    pthread_barrier_init(&barrier, NULL, (unsigned)n);
    run_all(n, rounds);
    double one = n == 1 ? ROUND : (double)(ROUND / (n + 1) * 2);
    return ROUND / one;
}

/* A quarter is serial. */
static void *share(void *unused)
{
    work(72000 / n);
    return unused;
}

static double serial(void)
{
    work(truth_only ? 0 : 24000);
    run_all(n, share);
    return 96000.0 / (24000 + 72000.0 / (double)n);
}

/* 24 threads, whatever N is: they share the processors by quanta, and at the end some may have one left. */
static void *some(void *unused)
{
    work(24000);
    return unused;
}

static double many(void)
{
    run_all(24, some);
    least = 0.95;
    return n < 24 ? (double)n : 24;
}

/* Two at a time, by a semaphore. */
static sem_t both;

static void *by_two(void *unused)
{
    for (long i = 0; i < 192 / n; i++) {
        sem_wait(&both);
        work(500);
        sem_post(&both);
    }
    return unused;
}

static double semaphores(void)
{
    sem_init(&both, 0, 2);
    run_all(n, by_two);
    return n < 2 ? 1 : 2;
}

/* One writes for a tenth of the time, and nobody else then; all others only read. */
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *unused)
{
    for (long i = 0; i < 192 / n; i++) {
        pthread_rwlock_rdlock(&table);
        work(500);
        pthread_rwlock_unlock(&table);
    }
    return unused;
}

static double readers(void)
{
    run_all(n, reader);
    return (double)n;
}

static const struct {
    const char *name;
    double (*run)(void);
} all[] = {{"locked", locked},         {"pipeline", pipeline}, {"imbalance", imbalance},
           {"barriers", barriers},     {"serial", serial},     {"many", many},
           {"semaphores", semaphores}, {"readers", readers}};

int main(int argc, char **argv)
{
    truth_only = argc > 2;
    n = truth_only ? atol(argv[2]) : sysconf(_SC_NPROCESSORS_ONLN);
    for (size_t i = 0; argc > 1 && i < sizeof all / sizeof *all; i++)
        if (!strcmp(argv[1], all[i].name)) {
            double most = all[i].run();
            printf("%ld %.4f %.4f\n", n, least * most, most);
            return 0;
        }
    return 2;
}
