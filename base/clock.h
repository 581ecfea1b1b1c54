/* The clock that runs are timed by: wall clock, never set back. */
#pragma once

#include <stdint.h>
#include <time.h>

static inline uint64_t sw_clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}
