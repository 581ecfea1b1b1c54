/*
 * Small functions in place of tasks' own, all alike but for a number: a task's function gets nothing but its
 * data, and who created the task has to be known when it runs. By its number each knows the function, and
 * where the creator's path is:
 *   - behind the data, if that was made larger: for all tasks of the function with so much data;
 *   - in the thunk: for all tasks that were created on that path;
 *   - in an origin that stands as long as the tasks do: for those of one creator.
 * The first two are kept for good, the last is given back. There is a limited number of them.
 */
#ifndef SPANWISE_AGENT_SAMPLE_GOMP_THUNK_H
#define SPANWISE_AGENT_SAMPLE_GOMP_THUNK_H

#include "agent/sample/gomp/piece.h"

struct sw_gomp_thunk {
    _Atomic uint32_t state; /* 0: free, 1: being filled in, 2: is there */
    uint32_t path;
    sw_gomp_function *function;
    size_t behind; /* where in the data the creator's path is, a uint32_t; 0: nowhere */
    struct sw_origin *origin;
};

/* NULL: there are no more. */
const struct sw_gomp_thunk *sw_gomp_thunk_behind(sw_gomp_function *function, size_t behind);
const struct sw_gomp_thunk *sw_gomp_thunk_on_path(sw_gomp_function *function, uint32_t path);
const struct sw_gomp_thunk *sw_gomp_thunk_take(sw_gomp_function *function,
                                               struct sw_origin *origin);
void sw_gomp_thunk_give_back(const struct sw_gomp_thunk *thunk);

/* What the runtime is to call. */
sw_gomp_function *sw_gomp_thunk_code(const struct sw_gomp_thunk *thunk);

#endif
