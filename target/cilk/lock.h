/* What libspanwise-locks.so tells of the program's locks (target/locks/hooks.h) becomes events of the strand. */
#ifndef SPANWISE_TARGET_CILK_LOCK_H
#define SPANWISE_TARGET_CILK_LOCK_H

#include "live/live.h"

/* Where that library is loaded, and the run is a serial one without a tool. When all is set up; once. */
void sw_cilk_lock_start(struct sw_live *live);

/* Code that is no more the program's than ours is. */
void sw_cilk_lock_leave_out(const void *low, const void *high);

#endif
