#include "helpers/calibrate/openmp_locks.h"

enum { SECTION = 200, ROUND = 16, REGIONS = 3, WINDOWS = 50 };
#define WAIT_NS  2000 /* long enough for the other one to be where it waits */
#define APART_NS 200

static void alone(void *data)
{
    double start;
    (void)data;
    do {
        start = sw_now_ns();
        for (int i = 0; i < SW_TEAM_BATCH; i++) {
            sw_omp.critical_start();
            sw_omp.critical_end();
        }
    } while (
        sw_times_note(&sw_team_times, (sw_now_ns() - start - sw_team_clock_ns) / SW_TEAM_BATCH));
}

/* One holds the lock until the other has waited for it a while. */
static _Alignas(128) double released_ns;
static _Alignas(128) atomic_bool held, waits;

static void give(void)
{
    sw_omp.critical_start();
    held = true;
    while (!waits)
        ;
    /* No rhythm of the runtime's: */
    sw_spin_ns(WAIT_NS / 2 + sw_team_times.n % ROUND * (WAIT_NS / ROUND));
    released_ns = sw_now_ns();
    sw_omp.critical_end();
}

static void take(void)
{
    while (!held)
        ;
    waits = true;
    sw_omp.critical_start();
    double now = sw_now_ns();
    sw_team_more = sw_times_note(&sw_team_times, now - released_ns - sw_team_clock_ns);
    sw_omp.critical_end();
}

static void hand_overs(void *data)
{
    bool first = sw_omp.thread() == 0;
    (void)data;
    do {
        held = waits = false;
        sw_omp.barrier();
        if (first)
            give();
        else
            take();
        sw_omp.barrier();
    } while (sw_team_more);
}

/* In turns, so that the other one had it last and does not want it. */
static _Alignas(128) atomic_int turn;

static void in_turns(void *data)
{
    int me = sw_omp.thread();
    (void)data;
    do {
        while (turn != me && sw_team_more)
            ;
        sw_spin_ns(APART_NS);
        double start = sw_now_ns();
        sw_omp.critical_start();
        sw_omp.critical_end();
        double end = sw_now_ns();
        if (me == 0)
            sw_team_more = sw_times_note(&sw_team_times, end - start - sw_team_clock_ns);
        turn = !me;
    } while (sw_team_more);
}

/* Both do nothing else. */
static void crowd(void *data)
{
    int me = sw_omp.thread();
    (void)data;
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
    c->lock = sw_team_time(alone, 1);
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
