/*
 * What threads do with work-sharing constructs (simulator/share.h): come to them, take chunks, wait for their turn,
 * leave. Inside the runtime.
 */
#pragma once

#include "agent/openmp/simulator/share.h"
#include "agent/openmp/simulator/simulator.h"

/* A schedule as the program wants it: chunk 0 is none given. */
struct sw_omp_loop {
    uint64_t n, chunk;
    int schedule;
    bool ordered;
    bool halves; /* guided chunks are half of a thread's share of what is left, not all of it */
};

/* The thread comes to its next construct. The first one finds it new (*is_new), and fills it in. */
struct sw_omp_share *sw_omp_share_next(struct sw_omp_thread *thread, enum sw_omp_kind kind,
                                       const void *address, bool *is_new);

void sw_omp_share_release(struct sw_omp_simulator *simulator, struct sw_omp_share *share);

/* A loop; the first chunk comes with sw_omp_loop_chunk(). */
struct sw_omp_share *sw_omp_loop_begin(struct sw_omp_thread *thread, enum sw_omp_kind kind,
                                       const struct sw_omp_loop *loop, const void *address);

/* The thread is done with its chunk, if it has one, and gets the next: iterations from .. to - 1. */
bool sw_omp_loop_chunk(struct sw_omp_thread *thread, uint64_t *from, uint64_t *to);

/* It leaves the loop. The construct is for the barrier that may follow. */
uint32_t sw_omp_loop_leave(struct sw_omp_thread *thread);

/* A loop whose iterations the program divides itself (static), of whose chunks so many are the
 * thread's own. It leaves as it leaves others. */
void sw_omp_loop_own(struct sw_omp_thread *thread, enum sw_omp_kind kind,
                     const struct sw_omp_loop *loop, uint64_t mine, const void *address);

/* True for the one thread that does it. */
bool sw_omp_single(struct sw_omp_thread *thread, const void *address);

/* In an ordered loop: waits for its turn; and the thread's part is done. */
void sw_omp_ordered_begin(struct sw_omp_thread *thread, const void *address);
void sw_omp_ordered_end(struct sw_omp_thread *thread);

/*
 * Loops across whose iterations there are dependences: an iteration posts that it has come as far as
 * others wait for, and waits for earlier ones. Iterations of nested loops are numbered in one row, by
 * the interface that knows their bounds.
 */

struct sw_omp_doacross;

/* Of n iterations in all. Belongs to a share. */
struct sw_omp_doacross *sw_omp_doacross_new(uint64_t n);

/* Iterations are below n. A wait counts as one for a lock, of the construct. */
void sw_omp_doacross_post(struct sw_omp_thread *thread, struct sw_omp_doacross *doacross,
                          uint64_t iteration);
void sw_omp_doacross_wait(struct sw_omp_thread *thread, struct sw_omp_doacross *doacross,
                          uint64_t iteration, uint32_t construct);
