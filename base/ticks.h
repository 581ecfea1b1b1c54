/* The processor's own clock: cntvct_el0, rdtsc. */
#pragma once

#include <stdint.h>

static inline uint64_t sw_meter_ticks(void)
{
#if defined __aarch64__
    uint64_t t;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(t));
    return t;
#else
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
#endif
}
