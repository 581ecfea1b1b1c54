/*
 * What constructs cost on real threads: a program of its own, run by `spanwise run`, that calls the
 * machine's OpenMP runtime as compiled code does and prints nanoseconds, in the order of struct
 * sw_omp_costs, separated by commas. Each figure is the least of several rounds.
 */
#include <dlfcn.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum { ROUNDS = 9, REGIONS = 40, BARRIERS = 100, CHUNKS = 2000, TASKS = 300, LOCKS = 500 };
#define LIMIT_NS 2e7 /* for the rounds of one figure: on a busy machine there are fewer */

typedef void body(void *);

static struct {
    void (*parallel)(body *, void *, unsigned, unsigned);
    void (*barrier)(void);
    bool (*dynamic_start)(long, long, long, long, long *, long *);
    bool (*dynamic_next)(long *, long *);
    void (*loop_end)(void);
    void (*critical_start)(void);
    void (*critical_end)(void);
    void (*task)(body *, void *, void (*)(void *, void *), long, long, bool, unsigned, void **, int,
                 void *);
    void (*taskwait)(void);
} omp;

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static bool find(void)
{
    static const char *const names[] = {"libgomp.so.1", "libomp.so.5", "libomp.so"};
    void *library = NULL;
    for (size_t i = 0; !library && i < sizeof names / sizeof *names; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_GLOBAL);
    if (!library)
        return false;
    *(void **)&omp.parallel = dlsym(library, "GOMP_parallel");
    *(void **)&omp.barrier = dlsym(library, "GOMP_barrier");
    *(void **)&omp.dynamic_start = dlsym(library, "GOMP_loop_nonmonotonic_dynamic_start");
    *(void **)&omp.dynamic_next = dlsym(library, "GOMP_loop_nonmonotonic_dynamic_next");
    *(void **)&omp.loop_end = dlsym(library, "GOMP_loop_end");
    *(void **)&omp.critical_start = dlsym(library, "GOMP_critical_start");
    *(void **)&omp.critical_end = dlsym(library, "GOMP_critical_end");
    *(void **)&omp.task = dlsym(library, "GOMP_task");
    *(void **)&omp.taskwait = dlsym(library, "GOMP_taskwait");
    return omp.parallel && omp.barrier && omp.dynamic_start && omp.dynamic_next && omp.loop_end &&
           omp.critical_start && omp.critical_end && omp.task && omp.taskwait;
}

static void nothing(void *data)
{
    (void)data;
}

static void barriers(void *data)
{
    (void)data;
    for (int i = 0; i < BARRIERS; i++)
        omp.barrier();
}

static void chunks(void *data)
{
    long from, to;
    (void)data;
    bool more = omp.dynamic_start(0, CHUNKS, 1, 1, &from, &to);
    while (more)
        more = omp.dynamic_next(&from, &to);
    omp.loop_end();
}

static void tasks(void *data)
{
    (void)data;
    for (int i = 0; i < TASKS; i++)
        omp.task(nothing, NULL, NULL, 0, 1, true, 0, NULL, 0, NULL);
    omp.taskwait();
}

static void locks(void *data)
{
    (void)data;
    for (int i = 0; i < LOCKS; i++) {
        omp.critical_start();
        omp.critical_end();
    }
}

static double region(body *function, unsigned threads, int times)
{
    double start = now_ns();
    for (int i = 0; i < times; i++)
        omp.parallel(function, NULL, threads, 0);
    return now_ns() - start;
}

static double least(body *function, unsigned threads, int times)
{
    double start = now_ns(), best = region(function, threads, times);
    for (int i = 1; i < ROUNDS && now_ns() - start < LIMIT_NS; i++) {
        double next = region(function, threads, times);
        best = next < best ? next : best;
    }
    return best;
}

static unsigned processors(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) ? 1 : (unsigned)CPU_COUNT(&set);
}

static unsigned long whole(double ns)
{
    return ns > 0 ? (unsigned long)(ns + 0.5) : 0;
}

int main(void)
{
    unsigned p = processors();
    if (!find())
        return 1;
    p = p > 8 ? 8 : p;
    double region_1 = least(nothing, 1, REGIONS) / REGIONS;
    double region_p = p > 1 ? least(nothing, p, REGIONS) / REGIONS : region_1;
    double barrier_p = p > 1 ? (least(barriers, p, 1) - region_p) / BARRIERS : 0;
    double chunk = (least(chunks, p, 1) - region_p - barrier_p) * p / CHUNKS;
    double task = (least(tasks, 1, 1) - region_1) / TASKS;
    double lock = (least(locks, 1, 1) - region_1) / LOCKS;
    double hand_over = p > 1 ? (least(locks, p, 1) - region_p) / LOCKS / p - lock : 0;
    double fork = region_p - barrier_p;
    printf("%lu,%lu,%lu,%lu,%lu,%lu,%lu,%lu\n", whole(region_1),
           whole(p > 1 ? (fork - region_1) / p : 0), 0ul, whole(barrier_p / p), whole(chunk),
           whole(task), whole(lock), whole(hand_over));
    return 0;
}
