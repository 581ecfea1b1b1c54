/* What gcc's code calls: libgomp's interface, of version 12. */
#pragma once

#include "agent/openmp/core/constructs.h"

/* Some of what gcc passes is not needed. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* As sw_omp_team_begin() of a region; with OMP_DISPLAY_AFFINITY it says where the threads are. */
struct sw_omp_team *sw_gomp_team_begin(struct sw_omp_thread *thread, unsigned n,
                                       void (*function)(void *), void *data, const void *address);

/*
 * Reductions of tasks. Each thread of the team has its own copy of the variables, all copies of a
 * taskgroup lie in one piece of memory, and tasks ask for the copy of the thread that they run on.
 * gcc describes the variables in an array of words:
 *   [0] how many variables; [1] the size of one thread's copies; [2] their alignment, and from the
 *   registration on the address of the memory; [3] the allocator; [4] the next array or 0; [5] and [6]
 *   are ours: whether it is the first of its registration, and the end of the memory; from [7] on three
 *   words each variable: its address, where its copy lies among the thread's, and one for us.
 */

/* For the thread's taskgroup, with copies for n threads. `first`: the array of a thread that has made
 * the memory already, or NULL. */
void sw_gomp_reductions_register(struct sw_omp_group *group, uintptr_t *array,
                                 const uintptr_t *first, unsigned n);

/* What gcc wants of a work-sharing construct beyond its iterations: reductions of the thread's
 * taskgroup, which is begun; memory that all threads have in common, of *memory bytes. Both may be NULL. */
void sw_gomp_share_extend(struct sw_omp_thread *thread, struct sw_omp_share *share,
                          uintptr_t *reductions, void **memory);

/* Iterations from start, by step, up or down to before end. `any`: there are some, as the counter's own type has it. */
static inline uint64_t sw_gomp_trips(uint64_t start, uint64_t end, uint64_t step, bool up, bool any)
{
    uint64_t apart = up ? end - start : start - end;
    return any ? (apart - 1) / (up ? step : 0 - step) + 1 : 0;
}
