/*
 * Threads that wait for each other by flags of their own, K steps through all of them: `spins KIND K`. A step of a thread is one unit
 * of work after the same step of the thread before it, so on N processors all takes K + N - 1 units, but for:
 *   token    one thread at a time: K N
 *   late     the first thread has as much to do after its flag as before: 2 units, and the others 1 + 1
 * `spins signal` has no threads: it says how many nanoseconds a signal takes at least.
 */
#include <omp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { THREADS = 256 };
static int flag[THREADS];
static volatile int step_of[THREADS];
static atomic_int done[THREADS];
static atomic_uchar passed[THREADS];
static volatile int turn;

/* Not where a number should be. */
static struct __attribute__((packed, aligned(64))) {
    char before[62];
    volatile int last;
} odd;

static void work(void)
{
    unsigned long x = 1;
    for (long i = 0; i < 20000; i++) {
        x = x * 6364136223846793005ul + 1442695040888963407ul;
        __asm__ volatile("" : "+r"(x)); /* else clang makes one step of several */
    }
}

/* As in LU of the NAS benchmarks: a flag for each pair of threads, set by one and taken back by the other. */
static void __attribute__((noinline)) take(int me)
{
    if (me == 0)
        return;
    while (flag[me - 1] == 0) { /* take */
#pragma omp flush
    }
    flag[me - 1] = 0;
#pragma omp flush
}

static void __attribute__((noinline)) give(int me, int n)
{
#pragma omp flush
    if (me == n - 1)
        return;
    while (flag[me] == 1) { /* give */
#pragma omp flush
    }
    flag[me] = 1;
#pragma omp flush
}

static void pairs(int steps, int me, int n)
{
    for (int k = 0; k < steps; k++) {
        take(me);
        work();
        give(me, n);
    }
}

/* A counter for each thread, as loops that are divided by hand have it. */
static void counters(int steps, int me, int n)
{
    (void)n;
    for (int k = 1; k <= steps; k++) {
        while (me && step_of[me - 1] < k) /* counters */
            ;
        work();
#pragma omp flush
        step_of[me] = k;
#pragma omp flush
    }
}

/* The same by atomic operations. */
static void atomics(int steps, int me, int n)
{
    (void)n;
    for (int k = 1; k <= steps; k++) {
        while (me && atomic_load(&done[me - 1]) < k) /* atomics */
            ;
        work();
        atomic_store(&done[me], k);
    }
}

/* The same in bytes. */
static void bytes(int steps, int me, int n)
{
    (void)n;
    for (int k = 1; k <= steps; k++) {
        while (me && atomic_load(&passed[me - 1]) < k) /* bytes */
            ;
        work();
        atomic_store(&passed[me], (unsigned char)k);
    }
}

static void token(int steps, int me, int n)
{
    for (int k = 0; k < steps; k++) {
        while (turn != k * n + me) /* token */
            ;
        work();
        odd.last = k;
#pragma omp flush
        turn = k * n + me + 1;
#pragma omp flush
    }
}

static void late(int steps, int me, int n)
{
    (void)n;
    for (int k = 0; me && k < 1;) {
        while (!turn) { /* late */
#pragma omp flush
        }
        k = 1;
    }
    for (int k = 0; k < steps; k++)
        work();
    if (me == 0) {
#pragma omp flush
        turn = 1;
#pragma omp flush
        for (int k = 0; k < steps; k++)
            work();
    }
}

/* By a pointer: what it leads to is not found before it runs. */
static void (*volatile hidden)(int, int, int) = pairs;

static void pointers(int steps, int me, int n)
{
    hidden(steps, me, n);
}

static void ignore(int number)
{
    (void)number;
}

static long signal_ns(void)
{
    long least = 1000000;
    signal(SIGTRAP, ignore);
    for (int i = 0; i < 1000; i++) {
        struct timespec from, to;
        clock_gettime(CLOCK_MONOTONIC, &from);
        raise(SIGTRAP);
        clock_gettime(CLOCK_MONOTONIC, &to);
        long ns = (to.tv_sec - from.tv_sec) * 1000000000 + to.tv_nsec - from.tv_nsec;
        least = ns < least ? ns : least;
    }
    return least;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*function)(int, int, int);
    } all[] = {{"pairs", pairs}, {"counters", counters}, {"atomics", atomics},  {"token", token},
               {"late", late},   {"bytes", bytes},       {"pointers", pointers}};
    const char *kind = argc > 1 ? argv[1] : "pairs";
    int steps = argc > 2 ? atoi(argv[2]) : 20;
    int which = 0;
    if (!strcmp(kind, "signal")) {
        printf("%ld\n", signal_ns());
        return 0;
    }
    for (int i = 0; i < (int)(sizeof all / sizeof *all); i++)
        which = strcmp(kind, all[i].name) ? which : i;
#pragma omp parallel
    {
        int me = omp_get_thread_num(), n = omp_get_num_threads();
        switch (which) { /* no pointer: what a region calls is read */
        case 0:
            pairs(steps, me, n);
            break;
        case 1:
            counters(steps, me, n);
            break;
        case 2:
            atomics(steps, me, n);
            break;
        case 3:
            token(steps, me, n);
            break;
        case 4:
            late(steps, me, n);
            break;
        case 5:
            bytes(steps, me, n);
            break;
        default:
            pointers(steps, me, n);
        }
    }
    puts("done");
    fflush(stdout);
    if (argc > 3) /* it ends as it would by itself */
        raise(SIGTRAP);
    return 0;
}
