/* Functions that execute programs, for programs that make the system call by libc's syscall(). */
#pragma once

#include "agent/calls/next.h"

#include <stdbool.h>

/* System calls that make a copy of the process. */

typedef long sw_system_call(long number, long a, long b, long c, long d, long e, long f);

/* Whether that one does, by its first two arguments; the child has the same stack. */
bool sw_is_copy(long number, long a, long b);

/* Makes that call by libc's syscall(). In the child, the profiler forgets everything. */
long sw_copy(sw_system_call *call, long number, const long *arguments);

SW_DECLARE_IN_FRONT(int, execve, (const char *path, char *const *argv, char *const *environment));
SW_DECLARE_IN_FRONT(int, execveat,
                    (int folder, const char *path, char *const *argv, char *const *environment,
                     int flags));
