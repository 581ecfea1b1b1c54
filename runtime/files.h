/* Files of the profiler's in the program. */
#ifndef SPANWISE_RUNTIME_FILES_H
#define SPANWISE_RUNTIME_FILES_H

#include "runtime/raw.h"

#include <sys/resource.h>

#define SW_FILES_MOST 4096 /* descriptors from here on are as good as any above */

/* The file under another descriptor, above those that the program is going to get. */
static inline long sw_file_move_up(long fd)
{
    struct {
        uint64_t now, most;
    } limit;
    if (sw_raw4(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, (long)&limit) < 0)
        return fd;
    uint64_t from = limit.now / 2 < SW_FILES_MOST ? limit.now / 2 : SW_FILES_MOST;
    long up = sw_raw4(SYS_fcntl, fd, F_DUPFD_CLOEXEC, (long)from, 0);
    if (up < 0)
        return fd;
    sw_raw_close(fd);
    return up;
}

#endif
