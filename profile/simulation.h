/*
 * What a run on N simulated processors showed: an OpenMP program's, whose constructs the runtime saw, or one that makes threads itself.
 * Of the latter a "region" is a thread that was made, and constructs are where threads are made, wait and hold locks.
 * A profile holds one for each N that the program was run for; their constructs lie one after the
 * other, those of one run together.
 */
#pragma once

#include "profile/openmp_costs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sw_construct_kind {
    SW_CONSTRUCT_SERIAL, /* outside all regions: the root, the first of each run */
    SW_CONSTRUCT_PARALLEL,
    SW_CONSTRUCT_LOOP,
    SW_CONSTRUCT_SECTIONS,
    SW_CONSTRUCT_SINGLE,
    SW_CONSTRUCT_TASK,
    SW_CONSTRUCT_TASKLOOP,
    SW_CONSTRUCT_CRITICAL,
    SW_CONSTRUCT_LOCK,
    SW_CONSTRUCT_ORDERED,
    SW_CONSTRUCT_BARRIER, /* what comes before one, since the one before that: a phase */
    SW_CONSTRUCT_TASKWAIT,
    SW_CONSTRUCT_TASKGROUP,
    SW_CONSTRUCT_TEAMS,
    SW_CONSTRUCT_REDUCTION,
    SW_CONSTRUCT_SPIN, /* a loop of the program's own in which threads wait for what others write */
    /* Of programs that make threads themselves; their locks and barriers are of the kinds above: */
    SW_CONSTRUCT_THREAD, /* those that are made at one place */
    SW_CONSTRUCT_JOIN,   /* what waits for threads to end, ... */
    SW_CONSTRUCT_CONDITION,
    SW_CONSTRUCT_SEMAPHORE,
    SW_CONSTRUCT_FUTEX,
    SW_CONSTRUCT_SLEEP,
    SW_CONSTRUCT_YIELD,     /* a loop that waits for what others write, and yields */
    SW_CONSTRUCT_ALGORITHM, /* oneTBB's: parallel_for and the like, ... */
    SW_CONSTRUCT_TASKS, /* ... and what waits for tasks that depend on each other as they like */
    SW_CONSTRUCT_KINDS
};

enum sw_construct_schedule {
    SW_SCHEDULE_NONE,
    SW_SCHEDULE_STATIC,
    SW_SCHEDULE_DYNAMIC,
    SW_SCHEDULE_GUIDED,
    SW_SCHEDULE_AUTO
};

#define SW_CONSTRUCT_NO_SITE UINT32_MAX

/* Why a task ran in the thread that made it, before that went on. */
enum sw_at_once {
    SW_AT_ONCE_FULL,   /* the runtime had too many that waited */
    SW_AT_ONCE_CLAUSE, /* it was told to: if, final */
    SW_AT_ONCE_REASONS
};

struct sw_at_once_tasks {
    uint64_t n;    /* those in others of the kind too */
    uint64_t time; /* that they took, simulated; without those */
    uint64_t idle; /* what threads with nothing to do waited meanwhile: all of them together */
};

/* Sums over its instances, in one place of the tree of constructs. Costs are in the meter's unit; where
 * they are of simulated time, it says so. */
struct sw_construct {
    uint32_t run;    /* index of the simulation */
    uint32_t parent; /* index among the constructs of that run; its own: the root */
    uint32_t site;   /* index of the site that has its place; SW_CONSTRUCT_NO_SITE: the root */
    uint32_t kind;   /* enum sw_construct_kind */
    uint64_t count;
    uint64_t work;       /* its own code's, on all threads; without the constructs inside */
    uint64_t total_work; /* with them */
    uint64_t span, burdened_span; /* of instances that are not inside another one of it */
    uint64_t on_span;             /* of its own work, what is on the critical path, ... */
    uint64_t count_on_span;       /* ... and how many instances ended there */
    /* Simulated time: */
    uint64_t elapsed; /* from begin to end; of a region: of those not inside another one of it */
    uint64_t busy;    /* what threads worked in it: all of them together, ... */
    uint64_t longest; /* ... and the one that worked most */
    uint64_t workers; /* ... once for each that worked a twentieth of that, of a region or phase */
    uint64_t wait;    /* what threads waited at its end: all of them together */
    uint64_t lock_wait; /* ... for a lock, or for their turn */
    uint64_t overhead;  /* what its costs added to all threads */
    uint64_t largest;   /* the longest chunk or task of all */
    /* Numbers: */
    uint64_t threads;    /* that took part, a sum too; of the root: at once, of all regions */
    uint64_t chunks;     /* of iterations; sections; tasks; times that a lock was held */
    uint64_t iterations; /* of a lock: times that another thread had it before */
    uint64_t schedule;   /* enum sw_construct_schedule, as last used, ... */
    uint64_t chunk;      /* ... with that chunk; 0: none given */
    /* Of those locks that were taken there, the one that was held longest, wherever it was taken: */
    uint64_t held; /* in all */
    uint64_t lock; /* its number; 0: none */
    struct sw_at_once_tasks at_once[SW_AT_ONCE_REASONS];
    /* Of a region: */
    uint64_t occupied;  /* simulated: the lives of its threads, but for the one that came to it */
    uint64_t inner;     /* instances inside another one of it */
    uint64_t under_way; /* instances that had not ended with the program: they count until then */
    /* Of programs that make threads themselves, if the run was simulated again without what is lost there: */
    uint64_t fixed;   /* to which cause: enum sw_cause, plus one; 0: it was not, ... */
    uint64_t without; /* ... and how long it takes then */
    /* Where threads wait: one more than the index of the sampled path that most of those ran in who were waited for; 0: not known. */
    uint64_t late;
};

/* Whether its instances are teams of threads: a region, or a league whose teams run beside each other. */
static inline bool sw_construct_is_team(const struct sw_construct *c)
{
    return c->kind == SW_CONSTRUCT_PARALLEL || c->kind == SW_CONSTRUCT_THREAD ||
           (c->kind == SW_CONSTRUCT_TEAMS && c->threads);
}

/* Whether it ends in a barrier of its team: what threads wait there, the team has counted as well. */
static inline bool sw_construct_ends_in_barrier(const struct sw_construct *c)
{
    return c->kind == SW_CONSTRUCT_LOOP || c->kind == SW_CONSTRUCT_SECTIONS ||
           c->kind == SW_CONSTRUCT_SINGLE || c->kind == SW_CONSTRUCT_BARRIER ||
           c->kind == SW_CONSTRUCT_REDUCTION;
}

struct sw_simulation {
    uint64_t processors; /* N */
    uint64_t threads;    /* of the largest team */
    uint64_t time;       /* simulated: T_N */
    uint64_t work, span, burdened_span;
    uint64_t serial;        /* simulated time outside all regions */
    uint64_t busy, longest; /* of all threads by their number; of the busiest */
    uint64_t wait, lock_wait, overhead;
    uint64_t regions;          /* instances, outermost ones */
    uint32_t first, n;         /* its constructs */
    struct sw_omp_costs costs; /* what was added for each, in the unit; all 0: nothing */
    /* On one processor, by a run that is not one of these; 0: there was none. */
    uint64_t one_time, one_work;
};
