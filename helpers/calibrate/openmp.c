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
#include "helpers/calibrate/openmp_team.h"

#include <sched.h>
#include <stdatomic.h>

enum { CHUNKS = 40, MOST_THREADS = 64 };
#define MOST_NESTED_NS 50000 /* the same where threads are made */
#define BODY_NS        2000  /* long enough for the others to be where they wait */

static bool patient; /* --machine */
static struct sw_times times_too;

/* A region: when each of its threads came to the body, and when it left it. */
static struct stay {
    _Alignas(128) double from, to;
} stays[MOST_THREADS];

static void stay(void *data SW_UNUSED)
{
    struct stay *s = &stays[sw_omp.thread()];
    s->from = sw_now_ns();
    sw_spin_ns(BODY_NS);
    s->to = sw_now_ns();
}

struct meeting {
    struct sw_figure fork, join;
};

static struct meeting time_meeting(unsigned threads)
{
    bool go;
    sw_times_begin(&sw_team_times);
    sw_times_begin(&times_too);
    do {
        double start = sw_now_ns();
        sw_omp.parallel(stay, NULL, threads, 0);
        double end = sw_now_ns(), from = 0, to = 0;
        for (unsigned i = 0; i < threads; i++) {
            from = stays[i].from > from ? stays[i].from : from;
            to = stays[i].to > to ? stays[i].to : to;
        }
        sw_times_note(&times_too, end - to - sw_team_clock_ns);
        go = sw_times_note(&sw_team_times, from - start - sw_team_clock_ns);
    } while (go);
    return (struct meeting){sw_times_figure(&sw_team_times, 1), sw_times_figure(&times_too, 1)};
}

/* False: on a busy machine it is no more than waiting for a processor. */
static bool try_meeting(unsigned threads, double most_ns, struct meeting *meeting)
{
    double start = sw_now_ns();
    while (sw_team_may_try(start)) {
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
    struct sw_figure chunk_static, chunk_dynamic, chunk_of_one, turn, turn_given, post,
        post_and_sink;
    struct sw_figure region_of_one, nested_of_one, barrier_of_one;
    struct sw_lock_costs locks;
    struct sw_task_costs tasks;
};

/* By 2, 4, 8, ... and all. */
static void measure_meetings(struct costs *costs, unsigned p)
{
    struct meeting m = time_meeting(1);
    costs->fork.base = m.fork;
    costs->join.base = m.join;
    costs->seen_to = 1;
    for (unsigned t = 2; t <= p; t = t == p ? p + 1 : 2 * t < p ? 2 * t : p) {
        if (!try_meeting(t, SW_TEAM_MEETING_NS, &m))
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
    if (sw_omp.thread() == 0) {
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
    sw_omp.set_levels(2);
    sw_omp.parallel(nested_meeting, costs, 2, 0);
    sw_omp.set_levels(1);
}

/* Each thread to a processor of its own: on a busy machine they may else share one. Far from each other, since neighbours may be
 * two halves of one. Not the runtime's business, which would also bind those of nested teams, each time. */
static cpu_set_t allowed;

static void bind(void *data SW_UNUSED)
{
    cpu_set_t own;
    int cpu = 0, before = sw_omp.thread() * (CPU_COUNT(&allowed) / sw_omp.threads());
    while (cpu < CPU_SETSIZE && (!CPU_ISSET(cpu, &allowed) || before--))
        cpu++;
    CPU_ZERO(&own);
    CPU_SET(cpu, &own);
    sched_setaffinity(0, sizeof own, &own);
}

static void unbind(void *data SW_UNUSED)
{
    sched_setaffinity(0, sizeof allowed, &allowed);
}

/* What gcc makes of schedule(static): each thread finds out for itself. */
static void static_shares(void *data SW_UNUSED)
{
    static volatile long count = 1000;
    for (SW_TIMED(sw_team_note(start, SW_TEAM_BATCH)))
        for (int i = 0; i < SW_TEAM_BATCH; i++) {
            long n = sw_omp.threads(), me = sw_omp.thread(), share = count / n, rest = count % n;
            share += me < rest;
            long start_at = me * share + (me < rest ? 0 : rest);
            __asm__ volatile("" ::"r"(start_at));
        }
}

/* Only the taking, and with something to do in between: threads that do nothing else meet at the
 * counter more often than in any program. */
static void chunks(void *data SW_UNUSED)
{
    bool first = sw_omp.thread() == 0;
    do {
        long from, to;
        double spent = 0;
        int n = 0;
        sw_omp.barrier();
        bool got = sw_omp.dynamic_start(0, CHUNKS * sw_omp.threads(), 1, 1, &from, &to);
        while (got) {
            sw_spin_ns(500);
            double start = sw_now_ns();
            got = sw_omp.dynamic_next(&from, &to);
            spent += sw_now_ns() - start - sw_team_clock_ns;
            n++;
        }
        sw_omp.loop_end();
        if (first)
            sw_team_more = n > CHUNKS / 2 && n < CHUNKS * 3 / 2 /* else one of them was alone */
                               ? sw_times_note(&sw_team_times, spent / n)
                               : sw_team_may_try(sw_team_times.start_ns);
        sw_omp.barrier();
    } while (sw_team_more);
}

static void chunks_of_one(void *data SW_UNUSED)
{
    bool go;
    do {
        long from, to;
        double start = sw_now_ns();
        bool got = sw_omp.dynamic_start(0, CHUNKS, 1, 1, &from, &to);
        while (got)
            got = sw_omp.dynamic_next(&from, &to);
        go = sw_team_note(start, CHUNKS);
        sw_omp.loop_end();
    } while (go);
}

/* Iterations that have nothing but an ordered part: what one takes is what a turn does. */
static void turns(void *data SW_UNUSED)
{
    bool first = sw_omp.thread() == 0;
    do {
        long from, to;
        sw_omp.barrier();
        double start = sw_now_ns();
        bool got = sw_omp.ordered_start(0, CHUNKS, 1, 1, &from, &to);
        while (got) {
            sw_omp.turn_start();
            sw_omp.turn_end();
            got = sw_omp.ordered_next(&from, &to);
        }
        double ns = sw_now_ns() - start - sw_team_clock_ns;
        sw_omp.loop_end();
        if (first)
            sw_team_more = sw_times_note(&sw_team_times, ns / CHUNKS);
        sw_omp.barrier();
    } while (sw_team_more);
}

/* One thread posts all iterations of a loop with dependences; and waits for the one before each, if `data` is not NULL. */
static void doacross(void *data)
{
    bool go;
    do {
        sw_omp.doacross_start(CHUNKS);
        double start = sw_now_ns();
        for (long i = 0; i < CHUNKS; i++) {
            if (data && i)
                sw_omp.sink(i - 1);
            sw_omp.post(i);
        }
        go = sw_times_note(&sw_team_times, (sw_now_ns() - start - sw_team_clock_ns) / CHUNKS);
        sw_omp.doacross_end();
    } while (go);
}

static void doacross_with_sinks(void *data SW_UNUSED)
{
    doacross(&sw_omp);
}

static void nothing(void *data SW_UNUSED)
{
}

/* All threads of the team do it, or one outside all regions; the first one notes. */
static void regions_of_one(void *data SW_UNUSED)
{
    bool first = sw_omp.thread() == 0;
    do {
        double start = sw_now_ns();
        for (int i = 0; i < SW_TEAM_BATCH; i++)
            sw_omp.parallel(nothing, NULL, 1, 0);
        if (first)
            sw_team_more = sw_team_note(start, SW_TEAM_BATCH);
    } while (sw_team_more);
}

static void barriers_of_one(void *data SW_UNUSED)
{
    for (SW_TIMED(sw_team_note(start, SW_TEAM_BATCH)))
        for (int i = 0; i < SW_TEAM_BATCH; i++)
            sw_omp.barrier();
}

static bool known(struct sw_figure figure)
{
    return figure.value > 0;
}

static struct sw_figure plain(double ns)
{
    return (struct sw_figure){ns, 0};
}

/* Of nested regions, beyond what others cost. */
static struct sw_figure beyond(struct sw_figure nested, struct sw_figure base)
{
    return (struct sw_figure){nested.value - base.value, nested.spread};
}

/* By the names of a machine description, which has nanoseconds with their spread, or by those of struct sw_omp_costs. What could
 * not be measured is not there. */
static void print_cost(bool is_known, const char *name, struct sw_figure figure)
{
    static bool is_first = true;
    char key[64];
    bool may_be_nothing = patient || !strcmp(name, "fork") || !strcmp(name, "chunk_of_one");
    if (!is_known || (!known(figure) && !may_be_nothing))
        return;
    snprintf(key, sizeof key, "%s_ns",
             !strcmp(name, "chunk")         ? "chunk_dynamic"
             : !strcmp(name, "join_nested") ? "barrier_nested"
                                            : name);
    if (patient)
        sw_figure_print(key, figure);
    else
        printf("%s%s=%.0f", is_first ? "" : ",", name, figure.value > 0 ? figure.value : 0);
    is_first = false;
}

static void print_costs(const struct costs *c)
{
    bool several = c->seen_to > 1;
    const struct {
        const char *name;
        struct sw_figure figure;
        bool is_known;
    } all[] = {
        {"fork", c->fork.base, true},
        {"fork_thread", c->fork.slope, several},
        {"barrier", c->join.base, true},
        {"barrier_thread", c->join.slope, several},
        {"chunk", c->chunk_dynamic, known(c->chunk_dynamic)},
        {"task", c->tasks.task, true},
        {"lock", c->locks.lock, true},
        {"hand_over", c->locks.hand_over, c->locks.hands_over},
        {"region_of_one", c->region_of_one, true},
        {"nested_of_one", c->nested_of_one, true},
        {"barrier_of_one", c->barrier_of_one, true},
        {"fork_nested", beyond(c->nested.fork, c->fork.base), c->nests},
        {"join_nested", beyond(c->nested.join, c->join.base), c->nests},
        {"chunk_of_one", c->chunk_of_one, true},
        {"turn", c->turn, true},
        {"turn_given", c->turn_given, known(c->turn_given)},
        {"post", c->post, true},
        {"sink", beyond(c->post_and_sink, c->post), true},
    };
    const struct {
        const char *name;
        double ns;
    } more[] = {
        {"lock_moved", c->locks.moved},        {"hand_over_back", c->locks.hand_over_back},
        {"section", c->locks.section},         {"hand_over_empty", c->locks.hand_over_empty},
        {"task_make", c->tasks.make},          {"task_at_once", c->tasks.at_once},
        {"task_wait", c->tasks.wait},          {"task_again", c->tasks.again},
        {"task_taken", c->tasks.taken},        {"task_part", c->tasks.part},
        {"queue_moved", c->tasks.queue_moved}, {"queue_busy", c->tasks.queue_busy},
        {"queue_wake", c->tasks.queue_wake},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        print_cost(all[i].is_known, all[i].name, all[i].figure);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        print_cost(more[i].ns > 0, more[i].name, plain(more[i].ns));
    if (!patient)
        puts("");
    else {
        sw_figure_print("chunk_static_ns", c->chunk_static);
        printf("overheads_seen_to_threads = %u\n", c->seen_to);
    }
}

static void measure(struct costs *costs, unsigned p, bool libomp)
{
    bool binds = !sched_getaffinity(0, sizeof allowed, &allowed);
    if (binds)
        sw_omp.parallel(bind, NULL, p, 0);
    measure_meetings(costs, p);
    sw_task_costs_measure_alone(&costs->tasks);
    if (p > 1)
        sw_task_costs_measure(&costs->tasks, libomp);
    sw_lock_costs_measure(&costs->locks, p, libomp);
    if (!sw_team_try(chunks, p, &costs->chunk_dynamic) && patient)
        costs->chunk_dynamic = sw_team_time(chunks, 1);
    costs->chunk_of_one = sw_team_time(chunks_of_one, 1);
    costs->turn = sw_team_time(turns, 1);
    if (p > 1)
        sw_team_try(turns, 2, &costs->turn_given);
    costs->post = sw_team_time(doacross, 1);
    costs->post_and_sink = sw_team_time(doacross_with_sinks, 1);
    sw_times_begin(&sw_team_times);
    regions_of_one(NULL);
    costs->region_of_one = sw_times_figure(&sw_team_times, 1);
    costs->nested_of_one = sw_team_time(regions_of_one, p > 1 ? 2 : 1);
    costs->barrier_of_one = sw_team_time(barriers_of_one, 1);
    costs->chunk_static = sw_team_time(static_shares, 1);
    if (binds)
        sw_omp.parallel(unbind, NULL, p, 0);
    /* At last: libomp keeps its threads, and waits in another way for more than processors. */
    measure_nested(costs, p);
}

int main(int argc, char **argv)
{
    patient = argc > 1 && !strcmp(argv[1], "--machine");
    bool libomp = argc > 1 && !strcmp(argv[1], "libomp");
    unsigned p = sw_processors(), most = patient ? MOST_THREADS : 8;
    struct costs costs = {0};
    unsetenv("OMP_PROC_BIND");
    if (!sw_omp_runtime_find(&sw_omp, libomp))
        return 1;
    libomp = sw_omp.untied_task; /* whichever there is */
    sw_team_begin(patient ? 1.5e9 : 2.5e8, patient ? 6e9 : 1.2e9);
    sw_team_times.enough = times_too.enough = patient ? SW_TIMES_MOST : SW_TIMES_MOST / 10;
    sw_team_times.limit_ns = times_too.limit_ns = patient ? 6e7 : 2e7;
    measure(&costs, p > most ? most : p, libomp);
    print_costs(&costs);
    return 0;
}
