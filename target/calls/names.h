/* Functions that change what there is by a name, for who makes the system call by libc's syscall(). */
#ifndef SPANWISE_TARGET_CALLS_NAMES_H
#define SPANWISE_TARGET_CALLS_NAMES_H

#include "target/calls/next.h"

#include <sys/types.h>

SW_DECLARE_IN_FRONT(int, unlinkat, (int folder, const char *path, int flags));
SW_DECLARE_IN_FRONT(int, renameat2,
                    (int from_folder, const char *from, int to_folder, const char *to,
                     unsigned flags));
SW_DECLARE_IN_FRONT(int, mkdirat, (int folder, const char *path, mode_t mode));

#endif
