/* Functions in front of libc's, for programs that make the system call by libc's syscall() instead (sandbox.c); and for each other. */
#pragma once

#include "agent/calls/next.h"

#include <stdbool.h>
#include <sys/socket.h>
#include <sys/types.h>

SW_DECLARE_IN_FRONT(int, mlockall, (int flags));

/* --- execute.c --- */

SW_DECLARE_IN_FRONT(int, execve, (const char *path, char *const *argv, char *const *environment));
SW_DECLARE_IN_FRONT(int, execveat,
                    (int folder, const char *path, char *const *argv, char *const *environment,
                     int flags));

typedef long sw_system_call(long number, long a, long b, long c, long d, long e, long f);

/* Whether that one makes a copy of the process, by its first two arguments; the child has the same stack. */
bool sw_is_copy(long number, long a, long b);

/* Makes that call by libc's syscall(). In the child, the profiler forgets everything. */
long sw_copy(sw_system_call *call, long number, const long *arguments);

/* --- open.c --- */

SW_DECLARE_IN_FRONT(int, open, (const char *path, int flags, mode_t mode));
SW_DECLARE_IN_FRONT(int, openat, (int folder, const char *path, int flags, mode_t mode));

/* A file is going to be opened where that is not seen: it cannot be put aside; `elsewhere`: nor is it known which it is. */
void sw_opens_later(const char *path, int flags, bool elsewhere);

/* --- names.c --- */

SW_DECLARE_IN_FRONT(int, unlinkat, (int folder, const char *path, int flags));
SW_DECLARE_IN_FRONT(int, mkdirat, (int folder, const char *path, mode_t mode));
SW_DECLARE_IN_FRONT(int, mknodat, (int folder, const char *path, mode_t mode, dev_t device));
SW_DECLARE_IN_FRONT(int, linkat,
                    (int from_folder, const char *from, int to_folder, const char *to, int flags));
SW_DECLARE_IN_FRONT(int, symlinkat, (const char *from, int to_folder, const char *to));
SW_DECLARE_IN_FRONT(int, truncate, (const char *path, off_t size));
SW_DECLARE_IN_FRONT(int, fchmodat, (int folder, const char *path, mode_t mode, int flags));
SW_DECLARE_IN_FRONT(int, fchmod, (int fd, mode_t mode));
SW_DECLARE_IN_FRONT(int, fchownat,
                    (int folder, const char *path, uid_t user, gid_t group, int flags));
SW_DECLARE_IN_FRONT(int, fchown, (int fd, uid_t user, gid_t group));

/* A file is going to be removed by a function of libc's that calls none of these. */
void sw_removes(const char *path);
/* Something is going to be renamed: renameat2(), which not every libc has. False: it already is as if it had been. */
bool sw_renames(int from_folder, const char *from, int to_folder, const char *to);

/* --- outside.c --- */

SW_DECLARE_IN_FRONT(int, connect, (int fd, const void *address, socklen_t size));
SW_DECLARE_IN_FRONT(int, bind, (int fd, const void *address, socklen_t size));
SW_DECLARE_IN_FRONT(ssize_t, sendto,
                    (int fd, const void *data, size_t length, int flags, const void *address,
                     socklen_t size));
SW_DECLARE_IN_FRONT(ssize_t, sendmsg, (int fd, const struct msghdr *message, int flags));
SW_DECLARE_IN_FRONT(int, flock, (int fd, int operation));

/* It may lock a file. */
void sw_look_at_fcntl(int fd, int command, const void *argument);

/* A process, or a group, is going to get a signal; or the process that a descriptor stands for. */
void sw_signals(pid_t pid, int number);
void sw_signals_by(int fd, int number);
