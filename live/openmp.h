/*
 * The record of a simulated program in the live range (live.h), one of OpenMP or one that makes threads itself: what the runtime in the
 * program (agent/openmp), or what stands in front of libc there (agent/threads), writes, and
 * the tool makes a profile of when the program is gone (collect/simulation.c, collect/tree.c). The runtime records
 * what only it can see; what is meant by it is said by those who read.
 */
#pragma once

#include "engine/cores/cores.h"
#include "engine/dag/dag.h"
#include "live/live.h"
#include "profile/openmp_costs.h"
#include "profile/simulation.h"

/* What is counted of each construct. All in ticks of the simulated time but where it says otherwise; sums over instances. */
enum sw_omp_counter {
    SW_OMP_ELAPSED, /* from its begin to its end; of a region: of those not inside another of it */
    SW_OMP_BUSY,    /* what threads worked in it: all of them together, ... */
    SW_OMP_LONGEST, /* ... and the one that worked most */
    SW_OMP_WORKERS, /* ... once for each that worked at least a twentieth of that */
    SW_OMP_WAIT,    /* what threads waited at its end: all of them together */
    SW_OMP_LOCK_WAIT,  /* ... for a lock, or for their turn */
    SW_OMP_OVERHEAD,   /* what its costs add to all threads */
    SW_OMP_THREADS,    /* (a number) that took part */
    SW_OMP_CHUNKS,     /* (a number) of iterations; sections; tasks that were made */
    SW_OMP_ITERATIONS, /* (a number) */
    SW_OMP_LARGEST,    /* the longest chunk: a maximum */
    SW_OMP_SCHEDULE,   /* (enum sw_construct_schedule, and chunk << 8) as last used */
    SW_OMP_BODY,       /* (an address) the function that its code became; 0: not known */
    SW_OMP_HELD,  /* the lock that was held longest, of those that were taken there: in all, ... */
    SW_OMP_WHICH, /* (a number) ... and which it is */
    SW_OMP_FULL,  /* (a number) tasks that ran at once as too many were waiting, ... */
    SW_OMP_FULL_TIME, /* ... what they took, ... */
    SW_OMP_FULL_IDLE, /* ... and what threads with nothing to do waited meanwhile */
    SW_OMP_INCLUDED,  /* The same of those that had to, by an if or final clause */
    SW_OMP_INCLUDED_TIME,
    SW_OMP_INCLUDED_IDLE,
    SW_OMP_SINGLE_ENDS, /* (a number) of a call of a barrier: how often a single was waited for there, ... */
    SW_OMP_SINGLE_AT, /* (a construct) ... and which; UINT64_MAX: several */
    SW_OMP_RATE,      /* (a rate) of steady time, as it was looked up: live/rates.h; 0: not yet */
    SW_OMP_OCCUPIED,  /* of a region: the lives of its threads, but for the one that came to it */
    SW_OMP_INNER,     /* (a number) ... instances inside another one of it, ... */
    SW_OMP_OPEN,      /* (a number) ... those that have not ended, ... */
    SW_OMP_OPEN_TOP,  /* (a number) ... of which not inside another one, ... */
    SW_OMP_OPEN_THREADS, /* (a number) ... and their threads, but for the one that came. What these have of ELAPSED and OCCUPIED
                            so far is less than nothing: their begin is subtracted, and their end is still to be added */
    SW_OMP_LATE, /* (a majority, engine/lanes/lane.h) of programs that make threads themselves: the path of who was waited for, by samples */
    SW_OMP_CALLER, /* (return addresses) who called what is at its own, from inside out: where that is code of a header */
    SW_OMP_CALLER_LAST = SW_OMP_CALLER + 5,
    SW_OMP_COUNTERS
};

enum { SW_OMP_CALLERS = SW_OMP_CALLER_LAST - SW_OMP_CALLER + 1 };
_Static_assert((int)SW_OMP_COUNTERS == (int)SW_DAG_COUNTERS, "a construct has room for them");

/* What comes before it is known to be its own when a thread comes to it, and not while that is under way: what is noted then, as at
 * ticks of the clock, is noted of what it stands in. */
static inline bool sw_omp_is_known_late(uint32_t kind)
{
    return kind == SW_CONSTRUCT_BARRIER || kind == SW_CONSTRUCT_REDUCTION ||
           kind == SW_CONSTRUCT_SINGLE;
}

/* By which its rate is known: one for all that may be noted of another, or a run that is timed has the time of what a run that is counted
 * has the instructions of elsewhere. The root is serial code, wherever. */
static inline uint64_t sw_omp_rate_key(const struct sw_live *live, const struct sw_dag *dag,
                                       uint32_t construct)
{
    const struct sw_dag_record *r = sw_dag_record(dag, construct);
    while (construct && sw_omp_is_known_late(r->kind)) {
        construct = r->parent;
        r = sw_dag_record(dag, construct);
    }
    return sw_rate_key(&live->modules, SW_PIECE_CONSTRUCT, construct ? r->kind : 0,
                       construct ? r->address : 0, 0);
}

/* Samples of a path are items of the dag: one of what is in regions, one of what is outside all. */
enum sw_omp_item { SW_OMP_ITEM_INSIDE, SW_OMP_ITEM_OUTSIDE, SW_OMP_ITEMS };

/* The item of a path. */
static inline uint32_t sw_omp_item(uint32_t path, enum sw_omp_item where)
{
    return SW_OMP_ITEMS * path + where;
}

/* Sites of nodes of the program tree: twice the construct's number in the dag, and one more for its section. */
enum { SW_OMP_TREE_SITES = 2, SW_OMP_TREE_SECTION = 1 };

/* What a program tree cannot say. */
enum sw_omp_tree_misses {
    SW_OMP_MISSES_DEPEND,
    SW_OMP_MISSES_ORDERED,
    SW_OMP_MISSES_DOACROSS,
    SW_OMP_MISSES_CANCEL,
    SW_OMP_MISSES_TEAMS,
    SW_OMP_MISSES_LOCKS, /* more than there are numbers for */
    SW_OMP_MISSES_FLAGS,
    SW_OMP_MISSES
};

enum { SW_OMP_NUMBERS = 4096 };

/* One for each simulator. Places of its dag are constructs: their kinds are enum sw_construct_kind. */
struct sw_omp_record {
    bool is_void; /* there was no memory for its threads: nothing in it counts */
    struct sw_dag dag;
    struct sw_dag_strand end; /* where the OS thread stood when it was last outside all regions */
    uint64_t clock;           /* the simulated time then */
    struct sw_omp_reached {
        uint64_t clock, span, burdened;
    } reached; /* by any of its threads, at its last event: what counts if the program ends in between */
    uint32_t region;     /* the outermost region that is under way; 0: none is */
    uint64_t processors; /* threads of the largest team */
    uint64_t at_once;    /* ... and of all teams at a time */
    uint64_t regions;
    uint64_t events;    /* hooks of threads that the program makes itself */
    uint64_t unsampled; /* ticks before the first region, of which there are no samples */
    struct sw_omp_costs costs;
    uint64_t busy[SW_OMP_NUMBERS]; /* by thread, in regions; the rest in the last */
    /* Of the program tree, if it is of this simulator: */
    const uint64_t *tree_lacks; /* work outside all regions that is not in it yet; NULL: no tree */
    uint64_t tree_misses;       /* 1 << enum sw_omp_tree_misses */
    uint64_t tree_alike;        /* ... chunks that others stand for */
    uint64_t tree_lost;
    struct sw_cores *cores; /* of threads that the program makes itself; NULL: of OpenMP */
    struct sw_omp_record *next;
};
