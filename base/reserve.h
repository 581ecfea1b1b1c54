/*
 * Addresses for more than is ever used, a stack mostly; memory comes as it is touched. That also holds in a program that has all it maps
 * locked and filled (mlockall, agent/calls/lock.c): a thousand stacks would be gigabytes. Not of huge pages, for the same reason.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>

/*
 * With so many bytes below and above, whole pages, that may not be touched. Its lowest address, of what may not be touched; NULL: no
 * memory. In a sandbox it makes do with the calls that any thread's stack takes; outside, munlock() is called only in a program that locks
 * its memory.
 */
static inline void *sw_reserve(size_t below, size_t bytes, size_t above, bool is_enclosed)
{
    size_t all = below + bytes + above;
    char *low =
        mmap(NULL, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (low == MAP_FAILED)
        return NULL;
    if (!is_enclosed && madvise(low, all, MADV_DONTNEED) < 0) /* what is locked must not be */
        munlock(low, all);
    if (mprotect(low + below, bytes, PROT_READ | PROT_WRITE) < 0) {
        munmap(low, all);
        return NULL;
    }
    if (!is_enclosed)
        madvise(low, all, MADV_NOHUGEPAGE);
    return low;
}
