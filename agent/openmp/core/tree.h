/*
 * The program tree of an OpenMP program: what happens in it, told to the logs of those that it happens to.
 * A region is a CALL; what its threads do from barrier to barrier are sections (tree/phase.h); an explicit
 * task is a TASK of a section of spawns, that a taskwait or the end of a taskgroup closes; critical
 * sections and locks are LOCKs. One simulator is recorded: that of the first OS thread.
 */
#pragma once

#include "agent/openmp/simulator/simulator.h"
#include "agent/openmp/tree/log.h"

struct sw_live;
struct sw_live_tree;
struct sw_omp_lock;
struct sw_omp_record;
struct sw_omp_share;

/* Of a simulator; what `spanwise run` looks at is in the record. */
struct sw_omp_tree {
    struct sw_omp_logs logs;
    struct sw_live_tree *live;
    struct sw_omp_record *record;
    struct sw_omp_log spilled; /* work of tasks that have no logs for want of memory */
};

/* The simulator is recorded, if a tree is wanted and no other simulator is. */
void sw_omp_tree_begin(struct sw_omp_simulator *simulator, struct sw_live *live);

/* The program ends, maybe inside regions. */
void sw_omp_tree_end(struct sw_omp_thread *thread);

/* A region has begun; all threads of a team have come to a barrier, which may be that at its end: the construct that it ends. */
void sw_omp_tree_region(struct sw_omp_simulator *simulator, struct sw_omp_team *team);
void sw_omp_tree_barrier(struct sw_omp_simulator *simulator, struct sw_omp_team *team,
                         uint32_t construct, bool final);

/* The thread comes to a loop, which it may be the first to; takes a chunk; has done it; leaves. */
void sw_omp_tree_loop(struct sw_omp_thread *thread, struct sw_omp_share *share, bool is_new,
                      bool own);
void sw_omp_tree_chunk(struct sw_omp_thread *thread, struct sw_omp_share *share);
void sw_omp_tree_chunk_end(struct sw_omp_thread *thread, struct sw_omp_share *share, uint64_t turn);
void sw_omp_tree_loop_leave(struct sw_omp_thread *thread, const struct sw_omp_share *share);

/* A task is made, as a part of its parent or not; it has ended; its parent waits for all; a taskgroup. */
void sw_omp_tree_task(struct sw_omp_thread *thread, struct sw_omp_task *task, uint32_t construct);
void sw_omp_tree_task_end(struct sw_omp_thread *thread, struct sw_omp_task *task);
void sw_omp_tree_taskwait(struct sw_omp_thread *thread);
void sw_omp_tree_group(struct sw_omp_thread *thread, uint32_t construct);
void sw_omp_tree_group_end(struct sw_omp_thread *thread);

/* A lock is taken, or is released; the turn of an ordered part has come. */
void sw_omp_tree_lock(struct sw_omp_thread *thread, struct sw_omp_lock *lock, uint32_t construct);
void sw_omp_tree_unlock(struct sw_omp_thread *thread, const struct sw_omp_lock *lock);
void sw_omp_tree_ordered(struct sw_omp_thread *thread, const struct sw_omp_share *share,
                         uint32_t construct);
void sw_omp_tree_ordered_end(struct sw_omp_thread *thread, const struct sw_omp_share *share);

/* Something happens that the tree cannot say. */
void sw_omp_tree_misses(struct sw_omp_simulator *simulator, enum sw_omp_tree_misses what);
