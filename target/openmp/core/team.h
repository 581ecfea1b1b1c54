/*
 * Teams: the threads of a parallel region, and their barriers.
 *
 * In the dag a region is a fork of its implicit tasks and a join of them and of all explicit tasks that
 * belong to it; a barrier is a meeting of all of these, from where all go on. In simulated time a barrier
 * ends when the last of them has come.
 */
#ifndef SPANWISE_TARGET_OPENMP_CORE_TEAM_H
#define SPANWISE_TARGET_OPENMP_CORE_TEAM_H

#include "target/openmp/core/machine.h"
#include "target/openmp/core/share.h"
#include "target/openmp/core/task.h"

/* What a thread is about in its team. */
struct sw_omp_member {
    struct sw_omp_share *share; /* the work-sharing construct that it came to last */
    struct sw_omp_chunks chunks;
    int reducing;      /* how: kmpc */
    unsigned n_queued; /* tasks that it has made, and that can run */
    uint64_t came;     /* the simulated time when it came to its last single */
    uint32_t barrier;  /* the place that it waits at, ... */
    bool released;     /* ... and from which it is released */
    bool cancellable;  /* that barrier is, and was not yet */
    unsigned loops;    /* for the program tree: that it has left since the last barrier, ... */
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
    unsigned n_at_once;         /* that run in who made them, and not in another one that does */
    /* Work-sharing constructs: those that not all threads have left, in their order. */
    struct sw_omp_share *first_share;
    /* The region: */
    uint32_t place;
    struct sw_dag_instance instance;
    uint64_t begun;
    const void *address;
    uint32_t path;                 /* of who called it: origin.h */
    bool cancelled;                /* the region */
    bool share_cancelled;          /* the work-sharing construct that it is in */
    unsigned team_number, n_teams; /* of a league */
    unsigned most;                 /* threads that a region in it gets; 0: any number */
    struct sw_omp_phase *in_tree;  /* tree_phase.h; NULL: none */
    void *abi;
};

/* What an OS thread is in outside all regions. */
void sw_omp_team_begin_root(struct sw_omp_thread *root);

/* How many threads a region gets. `asked`: its num_threads clause, or 0. */
unsigned sw_omp_team_size(const struct sw_omp_thread *thread, unsigned asked);

/* A region of n threads: all but the caller begin to run function(data); the caller is its thread 0
 * from now on, until the end, which waits for all. */
struct sw_omp_team *sw_omp_team_begin(struct sw_omp_thread *thread, unsigned n,
                                      void (*function)(void *), void *data, const void *address);
void sw_omp_team_end(struct sw_omp_thread *thread);

/* The same of a league: the threads that each begin one of its teams (league.h). */
struct sw_omp_team *sw_omp_league_begin(struct sw_omp_thread *thread, unsigned n,
                                        void (*function)(void *), void *data, const void *address);

/* Its memory, of n threads. */
struct sw_omp_team *sw_omp_team_new(unsigned n);
void sw_omp_team_release(struct sw_omp_team *team);

/* All of it. */
void sw_omp_parallel(void (*function)(void *), void *data, unsigned asked, const void *address);

/* What a logical thread of a pool does: waits for a region and runs its part. */
void sw_omp_team_serve(struct sw_omp_thread *thread);

/* The place is that of what it ends: a loop, or what went before it. */
void sw_omp_barrier(struct sw_omp_thread *thread, uint32_t place);

/* The same; true: the region is cancelled, and others may not have come. */
bool sw_omp_barrier_cancellable(struct sw_omp_thread *thread, uint32_t place);

/* The one at the region's end: only its thread 0 comes back, others when they have another job. */
void sw_omp_barrier_final(struct sw_omp_thread *thread);

/* The region is cancelled: who waits at a barrier that can be left does so. */
void sw_omp_team_cancel(struct sw_omp_thread *thread);

static inline struct sw_omp_member *sw_omp_member(const struct sw_omp_thread *t)
{
    return &t->team->members[t->number];
}

/* A task can run: somebody who waits at the barrier may. */
void sw_omp_team_wake_one(struct sw_omp_team *team, uint64_t clock);

#endif
