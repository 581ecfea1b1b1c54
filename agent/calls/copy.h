/* System calls that make a copy of the process. */
#ifndef SPANWISE_AGENT_CALLS_COPY_H
#define SPANWISE_AGENT_CALLS_COPY_H

#include <stdbool.h>

typedef long sw_system_call(long number, long a, long b, long c, long d, long e, long f);

/* Whether that one does, by its first two arguments; the child has the same stack. */
bool sw_is_copy(long number, long a, long b);

/* Makes that call by libc's syscall(). In the child, the profiler forgets everything. */
long sw_copy(sw_system_call *call, long number, const long *arguments);

#endif
