/* The internal control variables: those of the process, from its environment, and those that each task
 * has a copy of. */
#pragma once

#include "agent/openmp/simulator/construct.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#define SW_OMP_LEVELS 8 /* of OMP_NUM_THREADS' list */

/* A task's own. */
struct sw_omp_icv {
    unsigned threads; /* of the next region */
    unsigned max_active_levels;
    unsigned thread_limit;
    int schedule; /* enum sw_omp_schedule, for schedule(runtime) */
    bool monotonic;
    bool dynamic;
    int chunk; /* 0: not given */
    int default_device;
    uintptr_t allocator; /* the handle of the default one */
};

struct sw_omp_settings {
    struct sw_omp_icv initial;
    unsigned processors;                    /* that the program is told of */
    unsigned nested_threads[SW_OMP_LEVELS]; /* of inner levels */
    unsigned n_nested;
    bool force;  /* num_threads clauses are ignored */
    bool baton;  /* switch.h */
    bool libomp; /* which the program is linked with, not libgomp: some defaults differ */
    bool cancellation;
    int proc_bind;
    unsigned max_task_priority;
    unsigned num_teams, teams_thread_limit;
    uint64_t stack_size; /* 0: as pthreads have */
};

extern struct sw_omp_settings sw_omp_settings __attribute__((visibility("hidden")));

/* Handles of allocators that need not be made, from 1 on, and what they are called. */
#define SW_OMP_DEFAULT_ALLOCATOR 1
#define SW_OMP_ALLOCATORS        8
extern const char *const sw_omp_allocator_names[SW_OMP_ALLOCATORS]
    __attribute__((visibility("hidden")));

/* Active levels of regions that there may be at most. */
static inline unsigned sw_omp_levels(void)
{
    return sw_omp_settings.libomp ? INT_MAX : UCHAR_MAX;
}

/* Reads the environment, once. */
void sw_omp_settings_init(void);
