/* Functions that open files, for programs that make the system call by libc's syscall(). */
#pragma once

#include "agent/calls/next.h"

#include <stdbool.h>
#include <sys/types.h>

SW_DECLARE_IN_FRONT(int, open, (const char *path, int flags, mode_t mode));
SW_DECLARE_IN_FRONT(int, openat, (int folder, const char *path, int flags, mode_t mode));

/* A file is going to be opened where that is not seen: it cannot be put aside; `elsewhere`: nor is it known which it is. */
void sw_opens_later(const char *path, int flags, bool elsewhere);
