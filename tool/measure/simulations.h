/* A simulated program on several numbers of processors, one run after the other, and again without what its findings are about. */
#pragma once

#include "tool/measure/once.h"
#include "tool/measure/profiling.h"

struct sw_simulations {
    bool wanted[SW_PROCESSORS_MAX + 1]; /* which N; none: one run, as sw_profiling_init() chooses */
    struct sw_profile before; /* of the runs before the last one; initialized by the caller */
    bool is_cut;              /* a signal ended the series: the last run is not counted */
    bool is_short;            /* a signal ended the first of several, which is counted */
    bool steady;              /* more runs, for figures in steady time */
    bool allows;              /* runs after the first, whatever that did */
    const char *list;         /* what asks for several N, as in `plan` */
    struct sw_once_plan plan; /* without the program; `most` of what the caller runs itself */
    uint64_t native_ns;       /* processor time of the program by itself; 0: not known yet */
    const struct sw_live_options *options; /* those of sw_simulations_run() */
    struct sw_child_end end, last;         /* of the first run, and of the last */
    bool is_collected;                     /* the last run is */
    struct sw_tail tail;                   /* what a run has written that nobody sees */
    char **left_out;                       /* numbers of processors, and why */
    size_t n_left_out;
};

/*
 * Runs the program for each N, ascending, as sw_profiled_run() does. The first run has the program's input
 * and output for its own, and *end is its end; the others read the same input and write nothing, but if one goes another way what
 * it wrote is shown: that which has refused so many processors, and is left out; and that which ends otherwise than the first one,
 * which is the last. The last is also one that a signal has interrupted (interrupt.h), which
 * is not counted if there are others. sw_simulations_collect() is to follow.
 */
int sw_simulations_run(struct sw_simulations *simulations, struct sw_profiling *profiling,
                       char *const *argv, const struct sw_live_options *options,
                       const char *tool_path, struct sw_child_end *end);

/* Another run follows: collects what the one before has measured, keeps it, and releases that. */
void sw_simulations_keep(struct sw_simulations *simulations, struct sw_profiling *profiling,
                         int status);

/* Collects the last run, which ended so; its profile gets those that were kept beside it. If `steady`, figures in steady time take
 * their place, which takes more runs (steady.h). */
void sw_simulations_collect(struct sw_simulations *simulations, struct sw_profiling *profiling,
                            int status);

/*
 * What findings of a program with threads are worth, by simulating it again without what they are about: a lock that nobody waits for, a
 * phase that all cores share (agent/threads/simulator.h). The first finding first, until the one that is then first has been; what could
 * not be simulated again stays an estimate.
 */

/* Runs, at most: the finding that comes first after one was mostly among the first before. */
enum { SW_FIXED_MOST = 4 };

/* The only profile gets what came of it. `end`: of the run of its chief number of processors. Runs that would end after `until_ns`
 * by sw_clock_ns() are not begun; 0: as many as are needed, if one does not take too long. */
void sw_fixed_runs(struct sw_profiling *profiling, const struct sw_live_options *options,
                   const struct sw_child_end *end, uint64_t until_ns);
