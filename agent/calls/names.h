/* Functions that change files by their names, for programs that make the system call by libc's syscall(). */
#pragma once

#include "agent/calls/next.h"

#include <stdbool.h>
#include <sys/types.h>

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
