/*
 * What constructs cost on real threads: a program of its own, that calls the machine's OpenMP runtime as
 * compiled code does. Each construct is timed by itself, many times.
 *
 *     openmp-costs [libomp]     for `spanwise run`: nanoseconds by the names of struct sw_omp_costs; of gcc's runtime, or of
 *                               clang's
 *     openmp-costs --machine    for `spanwise calibrate`: lines of a machine description, in more time
 *
 * What is not between two readings of one thread's clock is between those of two: all processors have the same.
 */
#include "base/processors.h"
#include "helpers/calibrate/openmp_runtime.h"
#include "helpers/calibrate/times.h"

#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BATCH = 10, CHUNKS = 40, MOST_THREADS = 64, CROWD = 200, LEAST_CROWDS = 10, WORK = 200 };
#define MOST_MEETING_NS 20000 /* a thread: more is waiting for a processor */
#define MOST_NESTED_NS  50000 /* the same where threads are made */
#define ATTEMPTS_NS     (patient ? 1.5e9 : 5e8)
#define BODY_NS         2000 /* long enough for the others to be where they wait */
#define SHORT_NS        200

static bool patient; /* --machine */
static struct sw_omp_runtime omp;
static struct sw_times times, times_too;
static double clock_ns;

static atomic_bool more; /* as thread 0 says, which times; all others do as it does */

/* A region: when each of its threads came to the body, and when it left it. */
static struct stay {
    _Alignas(128) double from, to;
} stays[MOST_THREADS];

static void stay(void *data)
{
    struct stay *s = &stays[omp.thread()];
    (void)data;
    s->from = sw_now_ns();
    sw_spin_ns(BODY_NS);
    s->to = sw_now_ns();
}

struct meeting {
    struct sw_figure fork, join;
};

static double latest(unsigned threads, size_t offset)
{
    double last = 0;
    for (unsigned i = 0; i < threads; i++) {
        double t = *(const double *)(const void *)((const char *)&stays[i] + offset);
        last = t > last ? t : last;
    }
    return last;
}

static struct meeting time_meeting(unsigned threads)
{
    bool go;
    sw_times_begin(&times);
    sw_times_begin(&times_too);
    do {
        double start = sw_now_ns();
        omp.parallel(stay, NULL, threads, 0);
        double end = sw_now_ns();
        sw_times_note(&times_too, end - latest(threads, offsetof(struct stay, to)) - clock_ns);
        go = sw_times_note(&times, latest(threads, offsetof(struct stay, from)) - start - clock_ns);
    } while (go);
    return (struct meeting){sw_times_figure(&times, 1), sw_times_figure(&times_too, 1)};
}

/* False: on a busy machine it is no more than waiting for a processor. */
static bool try_meeting(unsigned threads, double most_ns, struct meeting *meeting)
{
    double start = sw_now_ns();
    while (sw_now_ns() - start < ATTEMPTS_NS) {
        *meeting = time_meeting(threads);
        if ((meeting->fork.value + meeting->join.value) / threads < most_ns)
            return true;
        usleep(20000);
    }
    return false;
}

/* A region of t threads takes base + slope t, with the base that of one thread; by least squares, where more
 * than one other number of threads was tried. */
struct line {
    struct sw_figure base, slope;
    double sum_xy, sum_xx;
};

static void line_add(struct line *line, unsigned threads, struct sw_figure f)
{
    line->sum_xy += threads * (f.value - line->base.value);
    line->sum_xx += (double)threads * threads;
    line->slope.value = line->sum_xy / line->sum_xx;
    line->slope.spread = f.spread / threads;
    if (line->slope.value < 0)
        line->slope.value = 0;
}

struct costs {
    struct line fork, join;
    struct meeting nested;
    bool nests;
    unsigned seen_to;
    struct sw_figure chunk_static, chunk_dynamic, task, lock, hand_over;
    struct sw_figure region_of_one, nested_of_one, barrier_of_one;
    struct sw_figure lock_moved, hand_over_back, section, hand_over_empty;
    bool hands_over;
};

/* By 2, 4, 8, ... and all. */
static void measure_meetings(struct costs *costs, unsigned p)
{
    struct meeting m = time_meeting(1);
    costs->fork.base = m.fork;
    costs->join.base = m.join;
    costs->seen_to = 1;
    for (unsigned t = 2; t <= p; t = t == p ? p + 1 : 2 * t < p ? 2 * t : p) {
        if (!try_meeting(t, MOST_MEETING_NS, &m))
            break;
        line_add(&costs->fork, t, m.fork);
        line_add(&costs->join, t, m.join);
        costs->seen_to = t;
    }
}

/* A team of two made by one of a team of two, while the other sleeps: gcc's runtime makes threads for it. */
static void nested_meeting(void *data)
{
    static atomic_bool is_over;
    struct costs *costs = data;
    if (omp.thread() == 0) {
        is_over = false;
        costs->nests = try_meeting(2, MOST_NESTED_NS, &costs->nested);
        is_over = true;
    }
    while (!is_over)
        usleep(1000);
}

static void measure_nested(struct costs *costs, unsigned p)
{
    if (p < 2)
        return;
    omp.set_levels(2);
    omp.parallel(nested_meeting, costs, 2, 0);
    omp.set_levels(1);
}

/* Each thread to a processor of its own: on a busy machine they may else share one. Not the runtime's business, which would also
 * bind those of nested teams, each time. */
static void bind(void *data)
{
    const cpu_set_t *allowed = data;
    cpu_set_t own;
    int cpu = 0;
    for (int before = omp.thread(); cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, allowed) && !before--)
            break;
    CPU_ZERO(&own);
    CPU_SET(cpu, &own);
    sched_setaffinity(0, sizeof own, &own);
}

static void bind_all(unsigned threads)
{
    cpu_set_t allowed;
    if (!sched_getaffinity(0, sizeof allowed, &allowed))
        omp.parallel(bind, &allowed, threads, 0);
}

static struct sw_figure time_in(sw_omp_body *function, unsigned threads)
{
    sw_times_begin(&times);
    more = true;
    omp.parallel(function, &times, threads, 0);
    return sw_times_figure(&times, 1);
}

/* The same by several; false: on a busy machine it is no more than waiting for a processor. */
static bool try_in(sw_omp_body *function, unsigned threads, struct sw_figure *figure)
{
    double start = sw_now_ns();
    while (sw_now_ns() - start < ATTEMPTS_NS) {
        *figure = time_in(function, threads);
        if (times.n && figure->value < MOST_MEETING_NS)
            return true;
        usleep(20000);
    }
    *figure = (struct sw_figure){0};
    return false;
}

/* A time in which one thread did so many of something, and the other one some: of each one, if both were at it all the time. */
static bool note_crowd(double ns, unsigned long own, unsigned long others)
{
    if (others < own / 3 || others > own * 3)
        return sw_now_ns() - times.start_ns < ATTEMPTS_NS;
    return sw_times_note(&times, ns / (double)(own + others));
}

/* By two; in the middle, as luck may make it shorter too. None: they were never at it together. */
static struct sw_figure time_crowd(sw_omp_body *function)
{
    struct sw_figure figure = time_in(function, 2);
    figure.value = times.n < LEAST_CROWDS ? 0 : sw_times_below(&times, 0.5);
    return figure;
}

/* What gcc makes of schedule(static): each thread finds out for itself. */
static void static_shares(void *data)
{
    static volatile long count = 1000;
    (void)data;
    do {
        double start = sw_now_ns();
        for (int i = 0; i < BATCH; i++) {
            long n = omp.threads(), me = omp.thread(), share = count / n, rest = count % n;
            share += me < rest;
            long start_at = me * share + (me < rest ? 0 : rest);
            __asm__ volatile("" ::"r"(start_at));
        }
        more = sw_times_note(&times, (sw_now_ns() - start - clock_ns) / BATCH);
    } while (more);
}

/* Only the taking, and with something to do in between: threads that do nothing else meet at the
 * counter more often than in any program. */
static void chunks(void *data)
{
    bool first = omp.thread() == 0;
    (void)data;
    do {
        long from, to;
        double spent = 0;
        int n = 0;
        omp.barrier();
        bool got = omp.dynamic_start(0, CHUNKS * omp.threads(), 1, 1, &from, &to);
        while (got) {
            sw_spin_ns(500);
            double start = sw_now_ns();
            got = omp.dynamic_next(&from, &to);
            spent += sw_now_ns() - start - clock_ns;
            n++;
        }
        omp.loop_end();
        if (first)
            more = n > CHUNKS / 2 && n < CHUNKS * 3 / 2 /* else one of them was alone */
                       ? sw_times_note(&times, spent / n)
                       : sw_now_ns() - times.start_ns < ATTEMPTS_NS;
        omp.barrier();
    } while (more);
}

static void nothing(void *data)
{
    (void)data;
}

/* All threads of the team do it; the first one times. */
static void regions_of_one(void *data)
{
    bool first = !data || omp.thread() == 0;
    do {
        double start = sw_now_ns();
        for (int i = 0; i < BATCH; i++)
            omp.parallel(nothing, NULL, 1, 0);
        if (first)
            more = sw_times_note(&times, (sw_now_ns() - start - clock_ns) / BATCH);
    } while (more);
}

static struct sw_figure time_regions_of_one(void)
{
    sw_times_begin(&times);
    regions_of_one(NULL);
    return sw_times_figure(&times, 1);
}

static void barriers_of_one(void *data)
{
    double start;
    (void)data;
    do {
        start = sw_now_ns();
        for (int i = 0; i < BATCH; i++)
            omp.barrier();
    } while (sw_times_note(&times, (sw_now_ns() - start - clock_ns) / BATCH));
}

static void tasks(void *data)
{
    double start;
    (void)data;
    do {
        start = sw_now_ns();
        for (int i = 0; i < BATCH; i++)
            omp.task(nothing, NULL);
        omp.taskwait();
    } while (sw_times_note(&times, (sw_now_ns() - start - clock_ns) / BATCH));
}

static void locks(void *data)
{
    double start;
    (void)data;
    do {
        start = sw_now_ns();
        for (int i = 0; i < BATCH; i++) {
            omp.critical_start();
            omp.critical_end();
        }
    } while (sw_times_note(&times, (sw_now_ns() - start - clock_ns) / BATCH));
}

/* One holds the lock until the other has waited for it a while. */
static _Alignas(128) double released_ns;
static _Alignas(128) atomic_bool held, waits;

static void give(void)
{
    omp.critical_start();
    held = true;
    while (!waits)
        ;
    sw_spin_ns(BODY_NS / 2 + times.n % 16 * (BODY_NS / 16)); /* no rhythm of the runtime's */
    released_ns = sw_now_ns();
    omp.critical_end();
}

static void take(void)
{
    while (!held)
        ;
    waits = true;
    omp.critical_start();
    double now = sw_now_ns();
    more = sw_times_note(&times, now - released_ns - clock_ns);
    omp.critical_end();
}

static void hand_overs(void *data)
{
    bool first = omp.thread() == 0;
    (void)data;
    do {
        held = waits = false;
        omp.barrier();
        if (first)
            give();
        else
            take();
        omp.barrier();
    } while (more);
}

/* In turns, so that the other one had it last and does not want it. */
static _Alignas(128) atomic_int turn;

static void locks_in_turns(void *data)
{
    int me = omp.thread();
    (void)data;
    do {
        while (turn != me && more)
            ;
        sw_spin_ns(SHORT_NS);
        double start = sw_now_ns();
        omp.critical_start();
        omp.critical_end();
        double end = sw_now_ns();
        if (me == 0)
            more = sw_times_note(&times, end - start - clock_ns);
        turn = !me;
    } while (more);
}

/* Both do nothing else. What one of them takes for so many is timed, if the other one had about as many meanwhile. */
static struct {
    _Alignas(128) atomic_ulong n;
} had[2];

static int length;

static void work(void)
{
    for (int i = 0; i < length; i++)
        __asm__ volatile("");
}

static void sections(void *data)
{
    int me = omp.thread();
    (void)data;
    do {
        double start = sw_now_ns();
        unsigned long before = had[1].n;
        for (int i = 0; i < CROWD; i++) {
            omp.critical_start();
            work();
            omp.critical_end();
            had[me].n = had[me].n + 1;
        }
        double end = sw_now_ns();
        unsigned long others = had[1].n - before;
        if (me == 0)
            more = note_crowd(end - start - clock_ns, CROWD, others);
    } while (more);
}

static struct sw_figure time_work(void)
{
    bool go;
    sw_times_begin(&times);
    do {
        double start = sw_now_ns();
        work();
        go = sw_times_note(&times, sw_now_ns() - start - clock_ns);
    } while (go);
    return sw_times_figure(&times, 1);
}

/* From one section to the next, without what is in it. */
static void measure_crowds(struct costs *c)
{
    length = 0;
    c->hand_over_empty = time_crowd(sections);
    length = WORK;
    c->section = time_work();
    c->hand_over_back = time_crowd(sections);
    c->hand_over_back.value -= c->section.value;
}

static void print_machine(const struct costs *c)
{
    sw_figure_print("fork_ns", c->fork.base);
    sw_figure_print("barrier_ns", c->join.base);
    if (c->seen_to > 1) {
        sw_figure_print("fork_thread_ns", c->fork.slope);
        sw_figure_print("barrier_thread_ns", c->join.slope);
    }
    if (c->nests) {
        sw_figure_print("fork_nested_ns", c->nested.fork);
        sw_figure_print("barrier_nested_ns", c->nested.join);
    }
    sw_figure_print("chunk_static_ns", c->chunk_static);
    sw_figure_print("chunk_dynamic_ns", c->chunk_dynamic);
    sw_figure_print("task_ns", c->task);
    sw_figure_print("lock_ns", c->lock);
    if (c->hands_over)
        sw_figure_print("hand_over_ns", c->hand_over);
    printf("overheads_seen_to_threads = %u\n", c->seen_to);
}

static void print_named(const char *name, double ns)
{
    if (ns > 0)
        printf(",%s=%.0f", name, ns);
}

/* What could not be measured is not there. */
static void print_costs(const struct costs *c)
{
    printf("fork=%.0f", c->fork.base.value);
    print_named("fork_thread", c->fork.slope.value);
    print_named("barrier", c->join.base.value);
    print_named("barrier_thread", c->join.slope.value);
    print_named("chunk", c->chunk_dynamic.value);
    print_named("task", c->task.value);
    print_named("lock", c->lock.value);
    print_named("hand_over", c->hand_over.value);
    print_named("region_of_one", c->region_of_one.value);
    print_named("nested_of_one", c->nested_of_one.value);
    print_named("barrier_of_one", c->barrier_of_one.value);
    if (c->nests) {
        print_named("fork_nested", c->nested.fork.value - c->fork.base.value);
        print_named("join_nested", c->nested.join.value - c->join.base.value);
    }
    print_named("lock_moved", c->lock_moved.value - c->lock.value);
    print_named("hand_over_back", c->hand_over_back.value);
    print_named("section", c->section.value);
    print_named("hand_over_empty", c->hand_over_empty.value);
    puts("");
}

int main(int argc, char **argv)
{
    patient = argc > 1 && !strcmp(argv[1], "--machine");
    bool libomp = argc > 1 && !strcmp(argv[1], "libomp");
    unsigned p = sw_processors(), most = patient ? MOST_THREADS : 8;
    struct costs costs = {0};
    unsetenv("OMP_PROC_BIND");
    if (!sw_omp_runtime_find(&omp, libomp))
        return 1;
    p = p > most ? most : p;
    times.enough = times_too.enough = patient ? SW_TIMES_MOST : SW_TIMES_MOST / 10;
    times.limit_ns = times_too.limit_ns = patient ? 6e7 : 2e7;
    clock_ns = sw_clock_cost_ns();
    measure_nested(&costs, p);
    bind_all(p);
    measure_meetings(&costs, p);
    costs.region_of_one = time_regions_of_one();
    costs.nested_of_one = time_in(regions_of_one, p > 1 ? 2 : 1);
    costs.barrier_of_one = time_in(barriers_of_one, 1);
    costs.chunk_static = time_in(static_shares, 1);
    if (!try_in(chunks, p, &costs.chunk_dynamic))
        costs.chunk_dynamic = time_in(chunks, 1);
    costs.task = time_in(tasks, 1);
    costs.lock = time_in(locks, 1);
    costs.hands_over = p > 1 && try_in(hand_overs, 2, &costs.hand_over);
    if (p > 1 && !patient) {
        try_in(locks_in_turns, 2, &costs.lock_moved);
        measure_crowds(&costs);
    }
    if (patient)
        print_machine(&costs);
    else
        print_costs(&costs);
    return 0;
}
