/* cilk_for under the profiler: the hooks loop_begin and loop_next of abi.h. */
#pragma once

#include "abi/cilk.h"

/* `site`: where the loop is; NULL: each chunk is to be an event, however short. */
uint64_t sw_cilk_loop_begin(struct sw_cilk_loop *loop, uint64_t count, uint64_t grain,
                            const void *site);
uint64_t sw_cilk_loop_next(struct sw_cilk_loop *loop, const void *site);

/* In a parallel run: a loop begins that divides its iterations itself. Its grain. */
uint64_t sw_cilk_loop_grain(uint64_t count, uint64_t grain);
