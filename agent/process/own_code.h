/*
 * Where the profiler's own code is in this process: one range, in libspanwise.so and in a static
 * program alike. The compiler's helpers (__udivti3, ...) are in it. Not in it: libc, the stubs, which
 * are copies near the program's code (patch.h), and the scheduler, which is the program's.
 */
#pragma once

#include "base/range.h"

struct sw_range sw_own_code(void);
