/*
 * Teams: the threads of a parallel region, and their barriers.
 *
 * In the dag a region is a fork of its implicit tasks and a join of them and of all explicit tasks that
 * belong to it; a barrier is a meeting of all of these, from where all go on. In simulated time a barrier
 * ends when the last of them has come.
 */
#pragma once

#include "agent/openmp/simulator/share.h"
#include "agent/openmp/simulator/simulator.h"
#include "agent/openmp/simulator/task.h"
#include "engine/runtime_cost.h"

/* What a thread is about in its team. */
struct sw_omp_member {
    struct sw_omp_share *share; /* the work-sharing construct that it came to last */
    struct sw_omp_chunks chunks;
    int reducing;              /* how: kmpc */
    struct sw_queue_use queue; /* libomp's, of the tasks that it has made */
    unsigned n_queued;         /* tasks that it has made, and that can run */
    uint64_t
        inside;    /* of the time since the last barrier, what it was in regions inside this one */
    uint64_t came; /* the simulated time when it came to its last single */
    uint32_t barrier; /* the construct that it waits at, ... */
    bool released;    /* ... and from which it is released */
    bool cancellable; /* that barrier is, and was not yet */
    unsigned loops;   /* for the program tree: that it has left since the last barrier, ... */
    struct sw_omp_log *chunk_log; /* ... and what it does in one */
};

struct sw_omp_team {
    unsigned n;
    unsigned level, active_level;
    struct sw_omp_thread **threads;
    struct sw_omp_task *tasks; /* the implicit ones */
    struct sw_omp_member *members;
    /* Of the thread that has begun the region: what it was before. */
    struct sw_omp_team *outer;
    struct sw_omp_task *outer_task;
    unsigned outer_number;
    uint64_t outer_phase;
    /* The barrier: */
    unsigned n_arrived;
    struct sw_dag_strand meeting;
    uint64_t latest;            /* arrival, or end of a task */
    uint64_t phase;             /* the simulated time when the last barrier ended */
    struct sw_omp_thread *idle; /* those at the barrier that have nothing to do */
    unsigned n_idle;
    struct sw_omp_link waiting; /* tasks */
    unsigned n_waiting;         /* tasks that are queued */
    unsigned n_tasks;           /* that have not ended */
    unsigned n_deferred;        /* of those: queued, and taken from there */
    unsigned n_running;         /* that threads run at a barrier */
    struct sw_queue_use queue;  /* libgomp's, of all tasks */
    unsigned n_at_once;         /* that run in who made them, and not in another one that does */
    /* Work-sharing constructs: those that not all threads have left, in their order. */
    struct sw_omp_share *first_share;
    /* The region: */
    uint32_t construct;
    struct sw_dag_instance instance;
    uint64_t begun;
    const void *address;
    uint32_t path;                 /* of who called it: origin.h */
    bool cancelled;                /* the region */
    bool share_cancelled;          /* the work-sharing construct that it is in */
    unsigned team_number, n_teams; /* of a league */
    unsigned most;                 /* threads that a region in it gets; 0: any number */
    struct sw_omp_phase *in_tree;  /* tree/phase.h; NULL: none */
    void *abi;
};

/* Whether a region that the team's threads begin is one inside another to the runtime, which keeps no threads for such: libomp
 * does not count regions of one thread. */
static inline bool sw_omp_is_nested(const struct sw_omp_team *outer)
{
    return (sw_omp_settings.libomp ? outer->active_level : outer->level) > 0;
}

static inline struct sw_omp_member *sw_omp_member(const struct sw_omp_thread *t)
{
    return &t->team->members[t->number];
}
