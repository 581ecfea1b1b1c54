/*
 * A program that locks its memory (mlockall) has the system fill all its mappings, also those of ours that are reserved far
 * larger than what is ever used: more than the machine has. So ours are left to be locked as they come to be used, and do not
 * count against the program's limit. What makes the system call by itself is not seen.
 *
 * All is locked, but nothing filled: MCL_ONFAULT. Then the program's own mappings are filled, by locking each once more. Where the
 * limit (RLIMIT_MEMLOCK) allows for the program's memory and not for our addresses, its mappings are all that is locked.
 *
 * The functions are libc's, or a sanitizer's, whose own do nothing.
 */
#include "agent/calls/system_calls.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

struct mapping {
    uint64_t low, high;
    bool is_ours; /* and larger than what is used */
};

/* The live range, by its name; stacks that we have made, by being neither counted by the system (MAP_NORESERVE) nor of huge pages,
 * which those of libc never are. */
static bool read_mapping(FILE *maps, struct mapping *m)
{
    char line[512];
    bool is_range = false;
    while (fgets(line, sizeof line, maps)) {
        unsigned long low, high;
        if (sscanf(line, "%lx-%lx ", &low, &high) == 2) {
            *m = (struct mapping){.low = low, .high = high};
            is_range = strstr(line, " /memfd:spanwise (deleted)\n");
        } else if (!strncmp(line, "VmFlags:", 8)) {
            m->is_ours = is_range || (strstr(line, " nr ") && strstr(line, " nh "));
            return true;
        }
    }
    return false;
}

/* Bytes of the program's, and whether there is anything of ours. */
static bool survey(FILE *maps, uint64_t *bytes, bool *has_ours)
{
    struct mapping m;
    *bytes = 0;
    *has_ours = false;
    while (read_mapping(maps, &m)) {
        *has_ours |= m.is_ours;
        *bytes += m.is_ours ? 0 : m.high - m.low;
    }
    return *bytes;
}

static bool is_allowed(uint64_t bytes)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && bytes <= limit.rlim_cur;
}

/* One that cannot be filled, as it may not be accessed, is locked all the same. */
static void lock_each(FILE *maps, bool fills)
{
    struct mapping m;
    rewind(maps);
    while (read_mapping(maps, &m))
        if (!m.is_ours && fills)
            mlock((void *)m.low, m.high - m.low);
        else if (!m.is_ours)
            mlock2((void *)m.low, m.high - m.low, MLOCK_ONFAULT);
}

static int lock_by(FILE *maps, mlockall_type *real, int flags)
{
    uint64_t bytes;
    bool has_ours;
    if (!survey(maps, &bytes, &has_ours))
        return real(flags | MCL_ONFAULT);
    if (!has_ours)
        return real(flags);
    bool all = real(flags | MCL_ONFAULT) == 0;
    if (!all && (errno != ENOMEM || !is_allowed(bytes)))
        return -1;
    if (flags & MCL_FUTURE)
        real(flags & ~MCL_CURRENT);
    else if (!all)
        munlockall(); /* which ends what MCL_FUTURE has begun */
    if (!all || !(flags & MCL_ONFAULT))
        lock_each(maps, !(flags & MCL_ONFAULT));
    return 0;
}

SW_IN_FRONT(int, mlockall, (int flags))
{
    if (!(flags & MCL_CURRENT))
        return SW_NEXT(mlockall)(flags);
    FILE *maps = fopen("/proc/self/smaps", "re");
    if (!maps)
        return SW_NEXT(mlockall)(flags | MCL_ONFAULT);
    int result = lock_by(maps, SW_NEXT(mlockall), flags), error = errno;
    fclose(maps);
    errno = error;
    return result;
}
