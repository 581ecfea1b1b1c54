/* What libspanwise-locks.so tells of the program's locks (target/locks/hooks.h) becomes events of the strand. */
#ifndef SPANWISE_TARGET_CILK_LOCK_H
#define SPANWISE_TARGET_CILK_LOCK_H

#include "live/live.h"

#include <stdbool.h>

/* Where that library is loaded, and the run is a serial one without a tool. When all is set up; once. */
void sw_cilk_lock_start(struct sw_live *live);

/* Whether that is code of a scheduler which is linked into the program or a library: register.c. */
bool sw_cilk_is_scheduler(const void *address);

#endif
