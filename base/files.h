/* Files of the profiler's in the program. */
#pragma once

#include "base/raw.h"

#include <stdbool.h>
#include <sys/resource.h>

#define SW_FILES_MOST 4096 /* descriptors from here on are as good as any above */

/* How much of a resource the process may have; 0: not known. */
static inline uint64_t sw_limit(int resource)
{
    struct {
        uint64_t now, most;
    } limit;
    return sw_raw4(SYS_prlimit64, 0, resource, 0, (long)&limit) < 0 ? 0 : limit.now;
}

/* Whether the program would miss such a descriptor: it is one of the last that there are. */
static inline bool sw_file_is_missed(long fd)
{
    uint64_t limit = sw_limit(RLIMIT_NOFILE);
    return (uint64_t)fd > limit - limit / 4;
}

/* The file under another descriptor, above those that the program is going to get. */
static inline long sw_file_move_up(long fd)
{
    uint64_t limit = sw_limit(RLIMIT_NOFILE);
    if (!limit)
        return fd;
    uint64_t from = limit / 2 < SW_FILES_MOST ? limit / 2 : SW_FILES_MOST;
    long up = sw_raw4(SYS_fcntl, fd, F_DUPFD_CLOEXEC, (long)from, 0);
    if (up < 0)
        return fd;
    sw_raw_close(fd);
    return up;
}
