/*
 * A team of one of the machine's OpenMP runtimes, which are called by the functions that compiled code calls; and what is timed in it: one
 * figure at a time, by the thread that notes.
 */
#pragma once

#include "helpers/calibrate/times.h"

#include <stdatomic.h>

typedef void sw_omp_body(void *);

struct sw_omp_runtime {
    void (*parallel)(sw_omp_body *, void *, unsigned threads, unsigned flags);
    void (*barrier)(void);
    bool (*dynamic_start)(long from, long end, long step, long chunk, long *, long *);
    bool (*dynamic_next)(long *, long *);
    void (*loop_end)(void);
    bool (*ordered_start)(long from, long end, long step, long chunk, long *, long *);
    bool (*ordered_next)(long *, long *);
    void (*turn_start)(void);
    void (*turn_end)(void);
    void (*doacross_start)(
        long n); /* a loop of one thread, whose iterations it posts, and finds posted */
    void (*post)(long iteration);
    void (*sink)(long iteration);
    void (*doacross_end)(void);
    void (*critical_start)(void);
    void (*critical_end)(void);
    void (*task)(sw_omp_body *, void *); /* one that waits, */
    /* ... and one that is queued again before it does anything; NULL: as others */
    void (*untied_task)(sw_omp_body *, void *);
    void (*taskwait)(void);
    int (*thread)(void);
    int (*threads)(void);
    void (*set_levels)(int);
};

/* gcc's, else clang's; or clang's only. False where there is none. */
bool sw_omp_runtime_find(struct sw_omp_runtime *omp, bool libomp);

enum { SW_TEAM_BATCH = 10, SW_TEAM_CROWD = 200 };
#define SW_TEAM_MEETING_NS 20000 /* a thread: more is waiting for a processor */

extern struct sw_omp_runtime sw_omp;
extern struct sw_times sw_team_times;
extern double sw_team_clock_ns;  /* what reading it adds */
extern atomic_bool sw_team_more; /* as who times says; all others do as it does */

/* For how long figures may be tried that need several processors at once: each, and all. */
void sw_team_begin(double each_ns, double all_ns);
bool sw_team_may_try(double since_ns);

/* In a region of so many threads, given the data. */
void sw_team_run(sw_omp_body *function, void *data, unsigned threads);
struct sw_figure sw_team_time(sw_omp_body *function, unsigned threads);

/* What has passed since then, of one out of n: false when it is enough. */
static inline bool sw_team_note(double start_ns, int n)
{
    return sw_times_note(&sw_team_times, (sw_now_ns() - start_ns - sw_team_clock_ns) / n);
}

/* The same by several; false: on a busy machine it is no more than waiting for a processor. */
bool sw_team_try(sw_omp_body *function, unsigned threads, struct sw_figure *figure);

/* What such a part of the times stays below; 0 where there are few, or they are too different to be of one thing. */
double sw_team_value(double part);

/* How many each of two threads has had. */
struct sw_team_had {
    _Alignas(128) atomic_ulong n;
};
extern struct sw_team_had sw_team_had[2];

/* A time in which one thread has had so many, and the other one some: noted, of each one, if both were at it all the time. */
bool sw_team_note_crowd(double ns, unsigned long own, unsigned long others);

/* Something to do, for so long, and how long that is. */
void sw_team_set_work(int turns);
void sw_team_work(void);
double sw_team_work_ns(void);

/* --- What is measured so (openmp_tasks.c) --- */

/* What a critical section costs in addition to what is in it, and tasks, by the names of struct sw_omp_costs (live/openmp.h); 0: not known, or nothing. */
struct sw_lock_costs {
    struct sw_figure lock, hand_over;
    bool hands_over;
    double moved, hand_over_back, section, hand_over_empty;
};

struct sw_task_costs {
    struct sw_figure task;
    double make, at_once, wait, again, taken, part;
    double queue_moved, queue_busy, queue_wake;
};

void sw_lock_costs_measure(struct sw_lock_costs *costs, unsigned processors, bool libomp);

/* By one thread; and what is else of a team of two. */
void sw_task_costs_measure_alone(struct sw_task_costs *costs);
void sw_task_costs_measure(struct sw_task_costs *costs, bool libomp);
