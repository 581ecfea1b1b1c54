/*
 * Work-sharing constructs: loops, sections, single. All threads of a team come to them in the same
 * order; the first one makes a share, the last one that goes on to the next releases it.
 *
 * Iterations are numbered from 0 on, whatever the program's own counter is. A chunk is one that anybody
 * could have taken when the thread came to the loop: in the dag all chunks start there.
 */
#pragma once

#include "agent/openmp/simulator/construct.h"
#include "engine/dag/dag.h"

struct sw_omp_simulator;
struct sw_omp_thread;
struct sw_omp_doacross;

/* A thread's way through a loop. */
struct sw_omp_chunks {
    struct sw_dag_strand start, ends;
    struct sw_dag_instance instance;
    uint64_t begun;    /* the thread's clock less what it waited, when it came to the loop */
    uint64_t chunk;    /* ... and to the chunk that it is in */
    uint64_t taken;    /* chunks that it has had */
    uint64_t turn;     /* of an ordered loop: the number of its chunk among all */
    uint64_t from, to; /* the chunk */
    struct sw_dag_instance ordered; /* the part of it whose turn it is */
    uint64_t turn_begun;
    bool in_order;
    bool inside;   /* a chunk */
    bool together; /* ... or several, that cannot be told apart */
    bool open;     /* it has come to the loop and not left it */
};

struct sw_omp_share {
    struct sw_omp_share *next;
    unsigned n_passed; /* threads that have gone on to the next one */
    unsigned n_left;
    uint32_t kind, construct;
    unsigned in_tree; /* of a loop: its number in the phase, tree/phase.h */
    uint64_t begun,
        ended; /* the simulated time when the first thread came, and when the last left */
    uint64_t busy, longest;  /* of the threads that have left */
    uint64_t span, burdened; /* the longest of theirs */
    /* The iterations, and the program's own counter of them: */
    uint64_t n, at, chunk;
    uint64_t start, end, step;
    int schedule; /* enum sw_omp_schedule */
    bool ordered;
    bool halves;                    /* guided: see struct sw_omp_loop */
    uint64_t given;                 /* chunks, in all */
    uint64_t turn;                  /* the chunk whose turn it is: ordered */
    struct sw_omp_thread *waiting;  /* for their turn */
    struct sw_dag_strand turn_ends; /* where the last ordered part ended */
    uint64_t turn_clock;
    const struct sw_omp_thread *turn_user; /* whose it was */
    struct sw_omp_doacross *doacross;
    uint64_t *counts; /* of its nested loops, the outermost first */
    unsigned n_counts;
    bool cancelled;
    struct sw_omp_thread *taker; /* of a single: who does it */
    void *copied;                /* what it hands to all: copyprivate */
    void *memory;                /* that all threads have in common; released with it */
    void *abi;                   /* what the compiler's interface keeps */
};
