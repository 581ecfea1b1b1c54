/*
 * For the program tree: what the threads of a team do from one barrier to the next. All come to the same
 * work-sharing loops in the same order. The chunks of each loop are one section of the tree, in the order
 * of their iterations; what threads do before, between and after loops (a *gap*) is a section with a task
 * for each of them. Those follow each other without a wait, but for the last, which the barrier ends.
 */
#pragma once

#include "agent/openmp/tree/log.h"

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

/* Ready for the next one. */
void sw_omp_phase_empty(struct sw_omp_logs *logs, struct sw_omp_phase *phase);

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
