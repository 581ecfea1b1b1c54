/* Between the parts of the Cilk reporter. */
#pragma once

#include "abi/cilk.h"
#include "agent/sampler/unwind/walk.h"

/* What the scheduler calls. */
extern const struct sw_cilk_parallel sw_cilk_watch __attribute__((visibility("hidden")));

/* A stack that the calling thread's frames may be on, besides its own. In handlers too. */
bool sw_cilk_stack_at(uint64_t address, struct sw_unwind_stack *stack);
