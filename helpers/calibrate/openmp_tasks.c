/* What critical sections and tasks cost. */
#include "helpers/calibrate/openmp_team.h"

/* --- Critical sections --- */

enum { SECTION = 200, ROUND = 16, REGIONS = 3, WINDOWS = 50 };
#define WAIT_NS  2000 /* long enough for the other one to be where it waits */
#define APART_NS 200

static void enter_alone(void *data SW_UNUSED)
{
    for (SW_TIMED(sw_team_note(start, SW_TEAM_BATCH)))
        for (int i = 0; i < SW_TEAM_BATCH; i++) {
            sw_omp.critical_start();
            sw_omp.critical_end();
        }
}

/* One holds the lock until the other has waited for it a while. */
static _Alignas(128) double released_ns;
static _Alignas(128) atomic_bool lock_held, waits;

static void give_lock(void)
{
    sw_omp.critical_start();
    lock_held = true;
    while (!waits)
        ;
    /* No rhythm of the runtime's: */
    sw_spin_ns(WAIT_NS / 2 + sw_team_times.n % ROUND * (WAIT_NS / ROUND));
    released_ns = sw_now_ns();
    sw_omp.critical_end();
}

static void take_lock(void)
{
    while (!lock_held)
        ;
    waits = true;
    sw_omp.critical_start();
    sw_team_more = sw_team_note(released_ns, 1);
    sw_omp.critical_end();
}

static void hand_overs(void *data SW_UNUSED)
{
    bool first = sw_omp.thread() == 0;
    do {
        lock_held = waits = false;
        sw_omp.barrier();
        if (first)
            give_lock();
        else
            take_lock();
        sw_omp.barrier();
    } while (sw_team_more);
}

/* In turns, so that the other one had it last and does not want it. */
static _Alignas(128) atomic_int turn;

static void in_turns(void *data SW_UNUSED)
{
    int me = sw_omp.thread();
    do {
        while (turn != me && sw_team_more)
            ;
        sw_spin_ns(APART_NS);
        double start = sw_now_ns();
        sw_omp.critical_start();
        sw_omp.critical_end();
        if (me == 0)
            sw_team_more = sw_team_note(start, 1);
        turn = !me;
    } while (sw_team_more);
}

/* Both do nothing else. */
static void crowd(void *data SW_UNUSED)
{
    int me = sw_omp.thread();
    do {
        double start = sw_now_ns();
        unsigned long before = sw_team_had[1].n;
        for (int i = 0; i < SW_TEAM_CROWD; i++) {
            sw_omp.critical_start();
            sw_team_work();
            sw_omp.critical_end();
            sw_team_had[me].n++;
        }
        double end = sw_now_ns();
        unsigned long others = sw_team_had[1].n - before;
        if (me == 0)
            sw_team_more =
                sw_team_note_crowd(end - start - sw_team_clock_ns, SW_TEAM_CROWD, others);
    } while (sw_team_more);
}

/* From one section to the next: in the middle, of several regions. How threads come to take turns is luck, and stays so for a
 * while. */
static double time_crowd(void)
{
    double values[REGIONS], middle = 0;
    int n = 0;
    for (int i = 0; i < REGIONS; i++) {
        sw_team_run(crowd, NULL, 2);
        values[n] = sw_team_value(0.5);
        n += values[n] > 0;
    }
    for (int i = 0; i < n; i++) {
        int below = 0;
        for (int k = 0; k < n; k++)
            below += values[k] < values[i] || (values[k] == values[i] && k < i);
        if (below == n / 2)
            middle = values[i];
    }
    return middle;
}

void sw_lock_costs_measure(struct sw_lock_costs *c, unsigned processors, bool libomp)
{
    struct sw_figure moved;
    c->lock = sw_team_time(enter_alone, 1);
    if (processors < 2)
        return;
    c->hands_over = sw_team_try(hand_overs, 2, &c->hand_over);
    if (sw_team_try(in_turns, 2, &moved))
        c->moved = moved.value - c->lock.value;
    int enough = sw_team_times.enough;
    sw_team_times.enough = WINDOWS;
    sw_team_set_work(0);
    if (!libomp) /* whose locks are queues: nobody can come back and be first */
        c->hand_over_empty = time_crowd();
    sw_team_set_work(SECTION);
    c->hand_over_back = time_crowd();
    sw_team_times.enough = enough;
    c->section = sw_team_work_ns();
    c->hand_over_back -= c->section;
}

/* --- Tasks --- */

/*
 * Tasks of a team of two. What makes them is a task itself, which a thread runs at a barrier: as a rule programs make tasks in
 * tasks, and libgomp then does not wake anybody as long as each thread runs one. The other thread is in one that sleeps, makes
 * tasks too, or is done and takes those of the first.
 */

enum { FULL = 300, TAKEN = 32, APART = 3000 };
#define MOST_AGAIN_NS 5000 /* more is another process's turn: libomp yields */

static void nothing(void *data SW_UNUSED)
{
}

static void work(void *data SW_UNUSED)
{
    sw_team_work();
}

static int batch; /* tasks between two waits */
static bool untied;

static void make_and_wait(void)
{
    void (*make)(sw_omp_body *, void *) = untied ? sw_omp.untied_task : sw_omp.task;
    for (int i = 0; i < batch; i++)
        make(work, NULL);
    sw_omp.taskwait();
}

/* Both threads are where they are to be; false: one of them does not come, or only when the first has gone. */
static atomic_int n_there;

static bool meet(void)
{
    n_there++;
    while (n_there < 2 && sw_team_more && sw_team_may_try(sw_team_times.start_ns))
        usleep(20);
    return n_there == 2 && sw_team_more;
}

static void alone(void *data)
{
    int rounds = batch > 1 ? 1 : SW_TEAM_BATCH;
    if (data || meet())
        for (SW_TIMED(sw_team_note(start, rounds * batch)))
            for (int i = 0; i < rounds; i++)
                make_and_wait();
    sw_team_more = false;
}

/* Making alone, without the wait, after so many that are not timed. */
static void time_making(bool go, int before)
{
    while (go) {
        for (int i = 0; i < before; i++)
            sw_omp.task(nothing, NULL);
        double start = sw_now_ns();
        for (int i = 0; i < SW_TEAM_BATCH; i++)
            sw_omp.task(nothing, NULL);
        go = sw_team_note(start, SW_TEAM_BATCH);
        sw_omp.taskwait();
    }
    sw_team_more = false;
}

static void makes(void *data SW_UNUSED)
{
    time_making(meet(), 0);
}

/* Those that run at once, as so many wait. */
static void makes_at_once(void *data)
{
    time_making(data || meet(), FULL);
}

static void sleeps(void *data SW_UNUSED)
{
    meet();
    while (sw_team_more)
        usleep(100);
}

static void makes_in_crowd(void *data)
{
    int me = (int)(intptr_t)data, rounds = SW_TEAM_CROWD / batch;
    if (!meet())
        sw_team_more = false;
    while (sw_team_more) {
        double start = sw_now_ns();
        unsigned long before = sw_team_had[1].n;
        for (int i = 0; i < rounds; i++) {
            make_and_wait();
            sw_team_had[me].n += (unsigned long)batch;
        }
        double end = sw_now_ns();
        unsigned long others = sw_team_had[1].n - before;
        if (me == 0)
            sw_team_more = sw_team_note_crowd(end - start - sw_team_clock_ns,
                                              (unsigned long)(rounds * batch), others);
    }
}

/* Tasks that the other thread has to take, since this one does not. */
static _Alignas(128) atomic_int n_run;

static void count(void *data SW_UNUSED)
{
    n_run++;
}

static void makes_for_other(void *data SW_UNUSED)
{
    bool go = true;
    while (go) {
        n_run = 0;
        double start = sw_now_ns();
        for (int i = 0; i < TAKEN; i++)
            sw_omp.task(count, NULL);
        while (n_run < TAKEN && sw_now_ns() - start < SW_TEAM_MEETING_NS * TAKEN)
            ;
        go = sw_team_note(start, TAKEN) && sw_team_may_try(sw_team_times.start_ns);
        sw_omp.taskwait();
    }
}

/* More than may wait, so that most run at once. Those that the other thread takes are made in their place, which takes longer
 * than alone. */
static void count_by_thread(void *data SW_UNUSED)
{
    sw_team_had[sw_omp.thread() != 0].n++;
}

static void makes_too_many(void *data)
{
    const struct sw_task_costs *c = data;
    bool go = sw_omp.thread() == 0;
    while (go) {
        for (int i = 0; i < FULL; i++)
            sw_omp.task(count_by_thread, NULL);
        double start = sw_now_ns();
        unsigned long before = sw_team_had[1].n;
        for (int i = 0; i < SW_TEAM_CROWD; i++)
            sw_omp.task(count_by_thread, NULL);
        double ns = sw_now_ns() - start - sw_team_clock_ns;
        double taken = (double)(sw_team_had[1].n - before);
        go = sw_team_may_try(sw_team_times.start_ns);
        if (taken > SW_TEAM_CROWD / 10)
            go = sw_times_note(&sw_team_times,
                               (ns - (SW_TEAM_CROWD - taken) * c->at_once) / taken - c->make);
        sw_omp.taskwait();
    }
}

struct two {
    sw_omp_body *first, *second;
};

/* Taken from the barrier by the two threads. */
static void as_tasks(void *data)
{
    const struct two *two = data;
    if (sw_omp.thread() == 0) {
        sw_omp.task(two->first, (void *)0);
        sw_omp.task(two->second, (void *)1);
    }
}

static void outside(void *data)
{
    const struct two *two = data;
    if (sw_omp.thread() == 0)
        two->first(NULL);
    else
        two->second(NULL);
}

static double time_two(sw_omp_body *how, sw_omp_body *first, sw_omp_body *second)
{
    struct two two = {first, second};
    n_there = 0;
    sw_team_run(how, &two, 2);
    return sw_team_value(first == second ? 0.5 : 0.25);
}

void sw_task_costs_measure_alone(struct sw_task_costs *c)
{
    static int yes = 1;
    sw_team_set_work(0);
    batch = SW_TEAM_BATCH;
    sw_team_run(alone, &yes, 1);
    c->task = sw_times_figure(&sw_team_times, 1);
    sw_team_run(makes_at_once, &yes, 1);
    c->at_once = sw_team_value(0.25);
}

/* n tasks and their wait take n * task + wait + (n - 1) * again. */
static double measure_batches(struct sw_task_costs *c)
{
    batch = 1;
    double single = time_two(as_tasks, alone, sleeps);
    batch = SW_TEAM_BATCH;
    double several = time_two(as_tasks, alone, sleeps);
    double again = single > 0 && several > 0 ? (several - single) * batch / (batch - 1) : 0;
    c->again = again > 0 && again < MOST_AGAIN_NS ? again : 0;
    c->wait = again < 0 ? -again : 0;
    if (single > 0)
        c->task.value = single - c->wait;
    return several;
}

static void measure_parts(struct sw_task_costs *c, double several)
{
    untied = true;
    c->part = time_two(as_tasks, alone, sleeps) - several;
    untied = false;
}

static void measure_taking(struct sw_task_costs *c)
{
    double taken = time_two(as_tasks, makes_for_other, nothing);
    c->taken = taken - (c->task.value - c->make) - c->again;
    sw_team_run(makes_too_many, c, 2);
    c->queue_moved = sw_team_value(0.5);
}

/* Of all uses of the queue all are in the way of each other, or, of tasks that take a while, those to end one and to make the
 * first of a batch. */
static void measure_queue(struct sw_task_costs *c, double several)
{
    double uses = 2 + 1.0 / batch;
    c->queue_wake = time_two(outside, makes, sleeps) - c->make;
    c->queue_busy = time_two(as_tasks, makes_in_crowd, makes_in_crowd) / uses;
    sw_team_set_work(APART);
    double apart = time_two(as_tasks, makes_in_crowd, makes_in_crowd);
    if (apart > 0)
        c->queue_moved = (2 * apart - sw_team_work_ns() - several) / (uses - 1);
}

void sw_task_costs_measure(struct sw_task_costs *c, bool libomp)
{
    sw_team_set_work(0);
    double several = measure_batches(c);
    c->make = time_two(as_tasks, makes, sleeps);
    c->at_once = time_two(outside, makes_at_once, sleeps);
    if (!(several > 0) || !(c->make > 0))
        return;
    if (sw_omp.untied_task)
        measure_parts(c, several);
    if (libomp)
        measure_taking(c);
    else
        measure_queue(c, several);
}
