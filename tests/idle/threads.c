/*
 * Programs of pthreads with planted truth: threads PHASE NUMBER-OF-THREADS MILLISECONDS. Work is in units of
 * processor time that all take the same, by counting, whatever else the machine does.
 *
 *   serial     `alone` runs by itself, then every thread runs `together` for as long.
 *   lock       every thread is in `hold` with the lock for three quarters of its work, in `free_of_it` for the rest.
 *              Prints for how many milliseconds of the holders' own time all others waited, or were done: with two
 *              threads that would be half of the work, if the machine had nothing else to do.
 *   balance    `most` has as much as all others have together in `little`, of which each has its share. Prints for
 *              how many milliseconds of its own time `most` went on when all of those were done: it depends on
 *              how the machine schedules.
 *   pipeline   `fast` hands pieces, one at a time, to `slow`, which takes three times as long: it is alone for two
 *              thirds of its work.
 *   short      threads that run `piece` for a fifth of a millisecond each, n at a time, MILLISECONDS in all.
 *   quartz     `phase_x` is run by one thread, `phase_y` by all, for as long: the same time for each.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static unsigned n_threads;
static uint64_t unit; /* steps a millisecond of processor time takes */
static volatile uint64_t sink;

static __attribute__((noinline)) uint64_t spin(uint64_t steps)
{
    uint64_t x = steps;
    for (uint64_t i = 0; i < steps; i++)
        x = x * 6364136223846793005u + 1442695040888963407u;
    return x;
}

static uint64_t now_ns(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void calibrate(void)
{
    uint64_t best = UINT64_MAX;
    for (int i = 0; i < 5; i++) {
        uint64_t start = now_ns(CLOCK_THREAD_CPUTIME_ID);
        sink += spin(1000000);
        uint64_t took = now_ns(CLOCK_THREAD_CPUTIME_ID) - start;
        best = took < best ? took : best;
    }
    unit = 1000000ull * 1000000 / best;
}

#define WORK(name)                                        \
    static __attribute__((noinline)) void name(double ms) \
    {                                                     \
        sink += spin((uint64_t)(ms * (double)unit));      \
        __asm__ volatile("/* " #name " */" ::: "memory"); \
    }

WORK(alone)
WORK(together)
WORK(hold)
WORK(free_of_it)
WORK(uneven)
WORK(fast)
WORK(slow)
WORK(piece)
WORK(phase_x)
WORK(phase_y)

static double ms;

static void run_all(void *(*run)(void *))
{
    pthread_t threads[64];
    for (uintptr_t i = 0; i < n_threads; i++)
        if (pthread_create(&threads[i], NULL, run, (void *)i))
            abort();
    for (unsigned i = 0; i < n_threads; i++)
        pthread_join(threads[i], NULL);
}

static void *run_together(void *arg)
{
    (void)arg;
    together(ms);
    return NULL;
}

static void serial(void)
{
    alone(ms);
    run_all(run_together);
}

pthread_mutex_t the_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_uint n_away; /* threads that wait for it, or do not run */
static uint64_t alone_ns;

static void hold_in_pieces(double time)
{
    for (int i = 0; i < 50; i++) {
        uint64_t start = now_ns(CLOCK_THREAD_CPUTIME_ID);
        int is_alone = n_away == n_threads - 1;
        hold(time / 50);
        if (is_alone)
            alone_ns += now_ns(CLOCK_THREAD_CPUTIME_ID) - start;
    }
}

static __attribute__((noinline)) void take_and_hold(double time)
{
    n_away++;
    pthread_mutex_lock(&the_lock);
    n_away--;
    hold_in_pieces(time);
    pthread_mutex_unlock(&the_lock);
    sink++; /* it is still in here when it unlocks */
}

static void *run_lock(void *arg)
{
    (void)arg;
    n_away--;
    for (int i = 0; i < 40; i++) {
        take_and_hold(ms / 40 * 0.75);
        free_of_it(ms / 40 * 0.25);
    }
    n_away++;
    return NULL;
}

static __attribute__((noinline)) void most(double time)
{
    uneven(time);
    sink++;
}

static __attribute__((noinline)) void little(double time)
{
    uneven(time);
    sink++;
}

static pthread_t first;
static atomic_uint n_done;
static _Atomic uint64_t alone_from;

static void *run_balance(void *arg)
{
    if (!arg) {
        first = pthread_self();
        most(ms);
        printf("%.1f\n", (double)(now_ns(CLOCK_THREAD_CPUTIME_ID) - alone_from) / 1e6);
        return NULL;
    }
    little(ms / (n_threads - 1));
    clockid_t clock;
    if (++n_done == n_threads - 1 && !pthread_getcpuclockid(first, &clock))
        alone_from = now_ns(clock);
    return NULL;
}

/* A queue of one between two stages. */
static pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full, pieces = 40;

static void set_full(int to)
{
    pthread_mutex_lock(&queue);
    while (full == to)
        pthread_cond_wait(&changed, &queue);
    full = to;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&queue);
}

static void *run_stage(void *arg)
{
    for (int i = 0; i < pieces; i++) {
        if (!arg) {
            fast(ms / pieces);
            set_full(1);
        } else {
            set_full(0);
            slow(3 * ms / pieces);
        }
    }
    return NULL;
}

static void *run_short(void *arg)
{
    (void)arg;
    piece(0.2);
    return NULL;
}

static pthread_barrier_t barrier;

static void *run_quartz(void *arg)
{
    for (int i = 0; i < 3; i++) {
        if (!arg)
            phase_x(ms / 3);
        pthread_barrier_wait(&barrier);
        phase_y(ms / 3);
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    n_threads = (unsigned)atoi(argv[2]);
    ms = atof(argv[3]);
    calibrate();
    if (!strcmp(argv[1], "serial")) {
        serial();
    } else if (!strcmp(argv[1], "lock")) {
        n_away = n_threads;
        run_all(run_lock);
        printf("%.1f\n", (double)alone_ns / 1e6);
    } else if (!strcmp(argv[1], "balance")) {
        run_all(run_balance);
    } else if (!strcmp(argv[1], "pipeline")) {
        n_threads = 2;
        run_all(run_stage);
    } else if (!strcmp(argv[1], "short")) {
        for (double done = 0; done < ms; done += 0.2 * n_threads)
            run_all(run_short);
    } else if (!strcmp(argv[1], "quartz")) {
        pthread_barrier_init(&barrier, NULL, n_threads);
        run_all(run_quartz);
    } else {
        return 2;
    }
    return 0;
}
