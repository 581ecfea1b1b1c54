/* The clock that runs are timed by: wall clock, never set back; the kernel's other clocks; and the processor time of the thread. */
#pragma once

#include "base/raw.h"

#include <time.h>

static inline uint64_t sw_clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* Any clock of the kernel's, without libc. */
static inline uint64_t sw_clock_of(clockid_t clock)
{
    struct timespec t = {0};
    sw_raw4(SYS_clock_gettime, clock, (long)&t, 0, 0);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static inline uint64_t sw_thread_ns(void)
{
    return sw_clock_of(CLOCK_THREAD_CPUTIME_ID);
}
