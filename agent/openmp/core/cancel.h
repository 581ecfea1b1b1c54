/* Cancellation, where OMP_CANCELLATION allows it. Others find out at their next cancellation point; tasks
 * that have not begun do not begin any more. */
#pragma once

#include "agent/openmp/core/tree.h"
#include "agent/openmp/simulator/team.h"

static inline bool sw_omp_region_is_cancelled(const struct sw_omp_thread *t)
{
    return t->team->cancelled;
}

static inline bool sw_omp_share_is_cancelled(const struct sw_omp_thread *t)
{
    return t->team->share_cancelled;
}

/* Those of the taskgroup, and with the region all. */
static inline bool sw_omp_group_is_cancelled(const struct sw_omp_group *group)
{
    return group &&
           (group->cancelled || (group->shared && group->outer && group->outer->cancelled));
}

static inline bool sw_omp_tasks_are_cancelled(const struct sw_omp_thread *t)
{
    return t->team->cancelled || sw_omp_group_is_cancelled(t->task->group);
}

static inline void sw_omp_cancel_share(struct sw_omp_thread *t)
{
    sw_omp_tree_misses(t->simulator, SW_OMP_MISSES_CANCEL);
    if (t->team->level)
        t->team->share_cancelled = true;
}

static inline void sw_omp_cancel_tasks(struct sw_omp_thread *t)
{
    struct sw_omp_group *group = t->task->group;
    if (group && group->shared && group->outer)
        group = group->outer;
    sw_omp_tree_misses(t->simulator, SW_OMP_MISSES_CANCEL);
    if (group)
        group->cancelled = true;
}
