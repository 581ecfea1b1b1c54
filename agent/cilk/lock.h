/* What libspanwise-locks.so tells of the program's locks (agent/locks/hooks.h) becomes events of the strand. */
#pragma once

#include "base/range.h"
#include "live/live.h"

#include <stdbool.h>

/* Where that library is loaded, and the run is a serial one without a tool. When all is set up; once. */
void sw_cilk_lock_start(struct sw_live *live);

/* Code of a scheduler, which is linked into the program or a library, or is a library: its locks are not the program's. register.c. */
void sw_cilk_add_scheduler(struct sw_range code);
bool sw_cilk_is_scheduler(const void *address);
