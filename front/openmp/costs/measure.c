/*
 * What constructs cost on real threads: a program of its own, run by `spanwise run`, that calls the
 * machine's OpenMP runtime as compiled code does and prints nanoseconds, in the order of struct
 * sw_omp_costs, separated by commas. Each construct is timed by itself, many times, and what a quarter of
 * them stay below counts: on a busy machine too, most of them are not interrupted.
 */
#include <dlfcn.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { TIMES = 400, BATCH = 10, ATTEMPTS = 12 };
#define MOST_BARRIER_NS 5000 /* a thread: more is waiting for a processor */
#define MOST_REGION_NS  20000
#define ATTEMPTS_NS     5e8
#define LIMIT_NS        2e7 /* for one figure: on a busy machine there are fewer */

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
    int (*thread)(void);
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
    *(void **)&omp.thread = dlsym(library, "omp_get_thread_num");
    return omp.parallel && omp.barrier && omp.dynamic_start && omp.dynamic_next && omp.loop_end &&
           omp.critical_start && omp.critical_end && omp.task && omp.taskwait && omp.thread;
}

static struct {
    double ns[TIMES];
    int n;
    double start;
} times;

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of one of a batch. */
static double quarter(int batch)
{
    qsort(times.ns, (size_t)times.n, sizeof *times.ns, by_value);
    return times.n ? times.ns[times.n / 4] / batch : 0;
}

/* One more: false when it is enough. */
static bool note(double since)
{
    double now = now_ns();
    times.ns[times.n++] = now - since;
    return times.n < TIMES && now - times.start < LIMIT_NS;
}

static void begin(void)
{
    times.n = 0;
    times.start = now_ns();
}

static void nothing(void *data)
{
    (void)data;
}

static double time_region(unsigned threads)
{
    double start;
    begin();
    do {
        start = now_ns();
        omp.parallel(nothing, NULL, threads, 0);
    } while (note(start));
    return quarter(1);
}

static bool more; /* as thread 0 says, which times; all others do as it does */

static void barriers(void *data)
{
    bool first = omp.thread() == 0;
    (void)data;
    do {
        omp.barrier();
        double start = now_ns();
        for (int i = 0; i < BATCH; i++)
            omp.barrier();
        if (first)
            more = note(start);
        omp.barrier();
    } while (more);
}

static void chunks(void *data)
{
    bool first = omp.thread() == 0;
    (void)data;
    do {
        long from, to;
        int n = 0;
        omp.barrier();
        double start = now_ns();
        bool got = omp.dynamic_start(0, 2 * BATCH, 1, 1, &from, &to);
        for (; got; n++)
            got = omp.dynamic_next(&from, &to);
        double end = now_ns();
        omp.loop_end();
        if (first && n)
            more = note(now_ns() - (end - start) / n * BATCH);
        omp.barrier();
    } while (more);
}

static void tasks(void *data)
{
    double start;
    (void)data;
    do {
        start = now_ns();
        for (int i = 0; i < BATCH; i++)
            omp.task(nothing, NULL, NULL, 0, 1, true, 0, NULL, 0, NULL);
        omp.taskwait();
    } while (note(start));
}

static void locks(void *data)
{
    bool first = omp.thread() == 0;
    (void)data;
    do {
        omp.barrier();
        double start = now_ns();
        for (int i = 0; i < BATCH; i++) {
            omp.critical_start();
            omp.critical_end();
        }
        if (first)
            more = note(start);
        omp.barrier();
    } while (more);
}

static double time_in(body *function, unsigned threads)
{
    begin();
    more = true;
    omp.parallel(function, NULL, threads, 0);
    return quarter(BATCH);
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

/* A region and a barrier, for each thread; none where they are no more than the machine's being busy. */
struct meeting {
    double fork, barrier;
};

static struct meeting time_meetings(unsigned p, double region_1)
{
    struct meeting best = {0};
    double start = now_ns();
    for (int i = 0; p > 1 && i < ATTEMPTS && now_ns() - start < ATTEMPTS_NS; i++) {
        double region = time_region(p), barrier = time_in(barriers, p);
        if (barrier / p > MOST_BARRIER_NS || region / p > MOST_REGION_NS) {
            usleep(20000);
            continue;
        }
        best.barrier = barrier / p;
        best.fork = (region - barrier - region_1) / p;
        break;
    }
    return best;
}

int main(void)
{
    unsigned p = processors();
    if (!find())
        return 1;
    p = p > 8 ? 8 : p;
    double region = time_region(1);
    struct meeting meeting = time_meetings(p, region);
    double chunk = time_in(chunks, p), task = time_in(tasks, 1), lock = time_in(locks, 1);
    double hand_over = p > 1 ? time_in(locks, p) / p - lock : 0;
    printf("%lu,%lu,%lu,%lu,%lu,%lu,%lu,%lu\n", whole(region), whole(meeting.fork), 0ul,
           whole(meeting.barrier), whole(chunk), whole(task), whole(lock), whole(hand_over));
    return 0;
}
