/*
 * OpenMP programs with planted truth: openmp PHASE MILLISECONDS. Work is in units of so many milliseconds of processor
 * time, by counting, whatever else the machine does. N is the processors, two or more; threads may be more.
 *
 *   serial     four times: `alone` has a unit, outside all regions; then each thread has one in `together`.
 *              So alone idles (N - 1) times its work, together not at all.
 *   balance    the first thread has three units in `most`, all others one in `little`: N - 1 times two of
 *              most's units are idle. It prints what part of most really was alone.
 *   grain      chunks of one iteration that does next to nothing, in `chunks`: mostly scheduling.
 *   tasks      tasks that do next to nothing, by `tiny_tasks`: mostly creation, scheduling and waiting.
 *   critical   all threads are in `hold`, in a critical of a name, for three quarters of their time, ...
 *   lock       ... with a lock: threads wait for it, hold is to blame.
 *   pipeline   each of 40 pieces goes through `fast` and `slow`, which takes three times as long, one piece at a
 *              time: two thirds of a processor are idle for slow, if there are two.
 *   tree       tasks that create tasks, ten deep; `leaf` has the work.
 *   loop       tasks of a taskloop, in a function of its own; `leaf` has the work.
 *   nested     regions in regions; `leaf` has the work.
 *   forks      a region of one thread, which forks: the child leaves the region first.
 */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static uint64_t unit; /* steps that a millisecond of processor time takes */
static volatile uint64_t sink;
static double ms;

static __attribute__((noinline)) uint64_t spin(uint64_t steps)
{
    uint64_t x = steps;
    for (uint64_t i = 0; i < steps; i++) {
        x = x * 6364136223846793005u + 1442695040888963407u;
        __asm__ volatile("" : "+r"(x));
    }
    return x;
}

static uint64_t cpu_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void calibrate(void)
{
    uint64_t best = UINT64_MAX;
    for (int i = 0; i < 5; i++) {
        uint64_t start = cpu_ns();
        sink += spin(200000);
        uint64_t took = cpu_ns() - start;
        best = took < best ? took : best;
    }
    unit = 200000ull * 1000000 / best;
}

/* No tail call: the caller is to be on the stack. */
#define STAY __asm__ volatile("" ::: "memory")

/* Its name is in it, or the compiler would have one function for all. */
#define WORK(name)                                           \
    static __attribute__((noinline)) void name(double units) \
    {                                                        \
        sink += spin((uint64_t)(units * ms * (double)unit)); \
        __asm__ volatile("/* " #name " */" ::: "memory");    \
    }

WORK(alone)
WORK(together)
WORK(most)
WORK(little)
WORK(hold)
WORK(free_of_it)
WORK(fast)
WORK(slow)
WORK(leaf)

static __attribute__((noinline)) void serial(void)
{
    for (int i = 0; i < 4; i++) {
        alone(1);
#pragma omp parallel
        together(1);
    }
    STAY;
}

static _Atomic int busy;

/* What part of most was alone: it depends on when the machine lets the others run. */
static __attribute__((noinline)) void balance(void)
{
    int alone_in = 0;
#pragma omp parallel
    if (omp_get_thread_num() == 0) {
        for (int i = 0; i < 60; i++) {
            most(0.05);
            alone_in += !busy;
        }
    } else {
        busy++;
        little(1);
        busy--;
    }
    printf("%.3f\n", alone_in / 60.0);
}

static __attribute__((noinline)) void chunks(void)
{
    uint64_t sum = 0;
#pragma omp parallel for schedule(dynamic, 1) reduction(+ : sum)
    for (long i = 0; i < (long)(ms * 20000); i++)
        sum += (uint64_t)i;
    sink += sum;
}

static __attribute__((noinline)) void tiny_tasks(void)
{
#pragma omp parallel
#pragma omp single
    for (long i = 0; i < (long)(ms * 2000); i++) {
#pragma omp task firstprivate(i)
        sink = (uint64_t)i;
        if (i % 50 == 49) {
#pragma omp taskwait
        }
    }
    STAY;
}

static __attribute__((noinline)) void critical(void)
{
#pragma omp parallel
    for (int i = 0; i < 40; i++) {
#pragma omp critical(the_lock)
        hold(0.075);
        free_of_it(0.025);
    }
    STAY;
}

static omp_lock_t a_lock;

static __attribute__((noinline)) void lock(void)
{
    omp_init_lock(&a_lock);
#pragma omp parallel
    for (int i = 0; i < 40; i++) {
        omp_set_lock(&a_lock);
        hold(0.075);
        omp_unset_lock(&a_lock);
        free_of_it(0.025);
    }
    omp_destroy_lock(&a_lock);
}

static __attribute__((noinline)) void pipeline(void)
{
    char pieces[40], stage; /* only their addresses matter */
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 40; i++) {
#pragma omp task depend(out : pieces[i])
        fast(0.1);
#pragma omp task depend(in : pieces[i]) depend(inout : stage)
        slow(0.3);
    }
    (void)pieces, (void)stage;
    STAY;
}

static __attribute__((noinline)) void tree(int depth)
{
    if (depth == 0) {
        leaf(0.01);
        return;
    }
#pragma omp task
    tree(depth - 1);
#pragma omp task
    tree(depth - 1);
#pragma omp taskwait
}

static __attribute__((noinline)) void loop(void)
{
#pragma omp taskloop grainsize(4)
    for (int i = 0; i < 400; i++)
        leaf(0.01);
    STAY;
}

static __attribute__((noinline)) void nested(void)
{
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    for (int i = 0; i < 20; i++) {
#pragma omp parallel num_threads(2)
        leaf(0.1);
    }
    STAY;
}

static __attribute__((noinline)) void forks(void)
{
    for (int i = 0; i < 10; i++) {
        pid_t child = -1;
#pragma omp parallel num_threads(1)
        {
            child = fork();
            if (child)
                leaf(0.5);
        }
        if (!child)
            _exit(0);
        if (waitpid(child, NULL, 0) != child)
            abort();
    }
    STAY;
}

static __attribute__((noinline)) void in_region(void (*run)(void))
{
#pragma omp parallel
#pragma omp single
    run();
    STAY;
}

static void all_of_tree(void)
{
    tree(10);
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    ms = atof(argv[2]);
    calibrate();
    if (!strcmp(argv[1], "serial"))
        serial();
    else if (!strcmp(argv[1], "balance"))
        balance();
    else if (!strcmp(argv[1], "grain"))
        chunks();
    else if (!strcmp(argv[1], "tasks"))
        tiny_tasks();
    else if (!strcmp(argv[1], "critical"))
        critical();
    else if (!strcmp(argv[1], "lock"))
        lock();
    else if (!strcmp(argv[1], "pipeline"))
        pipeline();
    else if (!strcmp(argv[1], "tree"))
        in_region(all_of_tree);
    else if (!strcmp(argv[1], "loop"))
        in_region(loop);
    else if (!strcmp(argv[1], "nested"))
        nested();
    else if (!strcmp(argv[1], "forks"))
        forks();
    else
        return 2;
    puts("done");
    return 0;
}
