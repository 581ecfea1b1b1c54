/* A team of the machine's OpenMP runtime, and what is timed in it: one figure at a time, by the thread that notes. */
#ifndef SPANWISE_HELPERS_CALIBRATE_OPENMP_TEAM_H
#define SPANWISE_HELPERS_CALIBRATE_OPENMP_TEAM_H

#include "helpers/calibrate/openmp_runtime.h"
#include "helpers/calibrate/times.h"

#include <stdatomic.h>

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

#endif
