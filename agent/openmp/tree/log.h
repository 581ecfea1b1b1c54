/*
 * For the program tree: what a task, a chunk of a loop or a thread between two loops did, kept until it is
 * its turn. Logical threads run by turns, but a tree is recorded in serial order: so each stretch of the
 * program has a log of its own, and at a barrier the logs of a team are put together (phase.c).
 *
 * What is outside all regions comes in serial order: its log is direct, and passes all on to the recorder.
 */
#pragma once

#include "engine/tree/tree.h"

#include <stdbool.h>

struct sw_omp_log;

/* The costs of operations are what passed before them. */
enum sw_omp_op_kind {
    SW_OMP_OP_OPEN,       /* a node begins */
    SW_OMP_OP_CLOSE,      /* the innermost one ends */
    SW_OMP_OP_LEAF,       /* a TASK with nothing but work: how much is its detail */
    SW_OMP_OP_SPAWN,      /* a task is made: its log */
    SW_OMP_OP_SPAWN_LEAF, /* ... that has ended, with nothing but work */
    SW_OMP_OP_WAIT        /* for all that were made since the last one */
};

struct sw_omp_op {
    uint8_t what, node, schedule, flags; /* node: enum sw_node_kind */
    uint32_t site;
    union {
        uint64_t detail;
        struct sw_omp_log *child;
    };
    uint64_t cost;
};

/* A node that is open: locks are found again by it. */
struct sw_omp_open {
    uint32_t node, site, detail;
};

struct sw_omp_log {
    uint64_t tail;   /* what passed since the last operation */
    uint64_t spent;  /* ... and before it */
    uint64_t others; /* of a chunk: work of those that it stands for as well */
    uint64_t below;  /* what tasks that it has made did, as far as they have ended */
    struct sw_omp_op *ops;
    uint32_t n, room;
    struct sw_omp_open *open;
    uint32_t n_open, open_room;
    bool direct, spawns;
    bool flat;                /* nothing but work is kept */
    struct sw_omp_log *maker; /* of a task: where its SPAWN is, ... */
    uint32_t index;           /* ... and which one there */
};

/* All logs of a simulator. */
struct sw_omp_logs {
    struct sw_tree *tree;
    uint64_t bytes, bound;
    uint64_t lost;  /* operations that there was no room for */
    uint64_t alike; /* chunks of loops that others stand for */
    struct sw_omp_log *free;
    bool *slow; /* set where something took longer than such things do */
    void (*no_memory)(void) __attribute__((noreturn)); /* where nothing can go on without it */
};

/* NULL: no room. */
struct sw_omp_log *sw_omp_log_new(struct sw_omp_logs *logs);
void sw_omp_log_free(struct sw_omp_logs *logs, struct sw_omp_log *log);

/* False: there was no room for it, and what it stands for counts as work. */
bool sw_omp_log_add(struct sw_omp_logs *logs, struct sw_omp_log *log, struct sw_omp_op op);

/* A CALL or LOCK begins; the innermost CALL ends, with locks that are open in it. */
void sw_omp_log_open(struct sw_omp_logs *logs, struct sw_omp_log *log, enum sw_node_kind node,
                     uint32_t site, uint32_t detail);
void sw_omp_log_close(struct sw_omp_logs *logs, struct sw_omp_log *log);

/* The lock is released: those that were taken later and are held on are taken up again behind it. */
void sw_omp_log_unlock(struct sw_omp_logs *logs, struct sw_omp_log *log, uint32_t lock);

/* All that it did, in another log, and it is empty again. The logs of its tasks are gone. */
void sw_omp_log_replay(struct sw_omp_logs *logs, struct sw_omp_log *log, struct sw_omp_log *to);

/* It has nothing more to say. */
static inline void sw_omp_log_clear(struct sw_omp_log *log)
{
    log->tail = log->spent = log->below = log->others = 0;
    log->n = log->n_open = 0;
    log->spawns = false;
}

static inline uint64_t sw_omp_log_work(const struct sw_omp_log *log)
{
    return log->spent + log->tail;
}

/*
 * Phases: what the threads of a team do from one barrier to the next. All come to the same
 * work-sharing loops in the same order. The chunks of each loop are one section of the tree, in the order
 * of their iterations; what threads do before, between and after loops (a *gap*) is a section with a task
 * for each of them. Those follow each other without a wait, but for the last, which the barrier ends.
 */

/* The chunks of a loop. Where they are too many, so many together (1 << together) are as the first of them that came, and as
 * long as their mean. */
struct sw_omp_chunk_table {
    uint32_t site, lock; /* lock: of its ordered parts; 0: it has none */
    uint8_t schedule;
    uint32_t chunk;   /* of tasks, as the schedule takes them */
    uint64_t *chunks; /* by their turn: work << 1 | 1, or a log; 0: none */
    uint64_t n, room;
    unsigned together;
    bool spawns; /* logs of it are needed as they are */
};

struct sw_omp_phase {
    unsigned n; /* threads */
    uint32_t site;
    struct sw_omp_chunk_table *loops;
    unsigned n_loops, room;
    struct sw_omp_log **gaps; /* those of all threads before the first loop, then ... */
    bool began; /* some section of the region is told: those that follow are the same team's */
};

/* Of a team of n threads; NULL: no memory. */
struct sw_omp_phase *sw_omp_phase_new(struct sw_omp_logs *logs, unsigned n, uint32_t site);
void sw_omp_phase_release(struct sw_omp_logs *logs, struct sw_omp_phase *phase);

/* A loop that the first thread comes to. Returns its number, from 1 on; 0: no memory. */
unsigned sw_omp_phase_loop(struct sw_omp_phase *phase, uint32_t site,
                           enum sw_section_schedule schedule, uint32_t chunk);

/* The log of a thread after so many loops. */
struct sw_omp_log *sw_omp_phase_gap(struct sw_omp_logs *logs, struct sw_omp_phase *phase,
                                    unsigned loops, unsigned thread);

/* A chunk has ended. REFUSED: nothing was done, as it has made tasks. */
enum sw_omp_chunk_end { SW_OMP_CHUNK_KEPT, SW_OMP_CHUNK_SUMMED, SW_OMP_CHUNK_REFUSED };
enum sw_omp_chunk_end sw_omp_phase_chunk(struct sw_omp_logs *logs, struct sw_omp_chunk_table *loop,
                                         uint64_t turn, struct sw_omp_log *log);

/* Makes room: two of the loop's entries become one. False: they cannot. */
bool sw_omp_phase_halve(struct sw_omp_logs *logs, struct sw_omp_chunk_table *loop);

/* A barrier: all that the threads did goes to the log of who has begun the region. Then the phase is empty. What they did after the last
 * loop is of the construct that the barrier ends: its site. */
void sw_omp_phase_end(struct sw_omp_logs *logs, struct sw_omp_phase *phase, uint32_t site,
                      struct sw_omp_log *to);

/* Entries of a table. */
static inline bool sw_omp_chunk_is_log(uint64_t chunk)
{
    return chunk && !(chunk & 1);
}

static inline struct sw_omp_log *sw_omp_chunk_log(uint64_t chunk)
{
    return (struct sw_omp_log *)(uintptr_t)chunk;
}

static inline uint64_t sw_omp_chunk_leaf(uint64_t work)
{
    return work << 1 | 1;
}

static inline uint64_t sw_omp_chunk_work(uint64_t chunk)
{
    if (!sw_omp_chunk_is_log(chunk))
        return chunk >> 1;
    return sw_omp_log_work(sw_omp_chunk_log(chunk)) + sw_omp_chunk_log(chunk)->others;
}
