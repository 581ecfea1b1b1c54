/* Functions that execute programs, for programs that make the system call by libc's syscall(). */
#ifndef SPANWISE_AGENT_CALLS_EXECUTE_H
#define SPANWISE_AGENT_CALLS_EXECUTE_H

#include "agent/calls/next.h"

SW_DECLARE_IN_FRONT(int, execve, (const char *path, char *const *argv, char *const *environment));
SW_DECLARE_IN_FRONT(int, execveat,
                    (int folder, const char *path, char *const *argv, char *const *environment,
                     int flags));

#endif
