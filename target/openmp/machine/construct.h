/* Places of OpenMP in the dag: what kinds of constructs there are, and what is counted of each. */
#ifndef SPANWISE_TARGET_OPENMP_MACHINE_CONSTRUCT_H
#define SPANWISE_TARGET_OPENMP_MACHINE_CONSTRUCT_H

#include "profile/simulation.h"

enum sw_omp_kind {
    SW_OMP_SERIAL = SW_CONSTRUCT_SERIAL,
    SW_OMP_PARALLEL = SW_CONSTRUCT_PARALLEL,
    SW_OMP_LOOP = SW_CONSTRUCT_LOOP,
    SW_OMP_SECTIONS = SW_CONSTRUCT_SECTIONS,
    SW_OMP_SINGLE = SW_CONSTRUCT_SINGLE,
    SW_OMP_TASK = SW_CONSTRUCT_TASK,
    SW_OMP_TASKLOOP = SW_CONSTRUCT_TASKLOOP,
    SW_OMP_CRITICAL = SW_CONSTRUCT_CRITICAL,
    SW_OMP_LOCK = SW_CONSTRUCT_LOCK,
    SW_OMP_ORDERED = SW_CONSTRUCT_ORDERED,
    SW_OMP_BARRIER = SW_CONSTRUCT_BARRIER,
    SW_OMP_TASKWAIT = SW_CONSTRUCT_TASKWAIT,
    SW_OMP_TASKGROUP = SW_CONSTRUCT_TASKGROUP,
    SW_OMP_TEAMS = SW_CONSTRUCT_TEAMS,
    SW_OMP_REDUCTION = SW_CONSTRUCT_REDUCTION,
};

/* All in ticks of the simulated time but where it says otherwise; sums over instances. */
enum sw_omp_counter {
    SW_OMP_ELAPSED,    /* from its begin to its end */
    SW_OMP_BUSY,       /* what threads worked in it: all of them together, ... */
    SW_OMP_LONGEST,    /* ... and the one that worked most */
    SW_OMP_WORKERS,    /* ... once for each that worked at least a twentieth of that */
    SW_OMP_WAIT,       /* what threads waited at its end: all of them together */
    SW_OMP_LOCK_WAIT,  /* ... for a lock, or for their turn */
    SW_OMP_OVERHEAD,   /* what its costs add to all threads: costs.h */
    SW_OMP_THREADS,    /* (a number) that took part */
    SW_OMP_CHUNKS,     /* (a number) of iterations; sections; tasks that were made */
    SW_OMP_ITERATIONS, /* (a number) */
    SW_OMP_LARGEST,    /* the longest chunk: a maximum */
    SW_OMP_SCHEDULE,   /* (enum sw_omp_schedule + 1, and chunk << 8) as last used */
    SW_OMP_BODY,       /* (an address) the function that its code became; 0: not known */
    SW_OMP_HELD,  /* the lock that was held longest, of those that were taken there: in all, ... */
    SW_OMP_WHICH, /* (a number) ... and which it is */
    SW_OMP_FULL,  /* (a number) tasks that ran at once as too many were waiting, ... */
    SW_OMP_FULL_TIME, /* ... what they took, ... */
    SW_OMP_FULL_IDLE, /* ... and what threads with nothing to do waited meanwhile */
    SW_OMP_INCLUDED,  /* The same of those that had to, by an if or final clause */
    SW_OMP_INCLUDED_TIME,
    SW_OMP_INCLUDED_IDLE,
    SW_OMP_SINGLE_ENDS, /* (a number) of a barrier: how often it was the end of a single, ... */
    SW_OMP_SINGLE_AT,   /* (a place) ... and of which; UINT64_MAX: of several */
    SW_OMP_COUNTERS
};

enum sw_omp_schedule {
    SW_OMP_STATIC,
    SW_OMP_DYNAMIC,
    SW_OMP_GUIDED,
    SW_OMP_AUTO,
    SW_OMP_SCHEDULES
};

#endif
