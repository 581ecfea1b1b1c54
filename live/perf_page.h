/*
 * Reading a counter of the processor's in user space: the kernel shares a page with who has opened
 * it, that says which one it is now and what to add. The page changes whenever the thread comes to a
 * processor or leaves it, so what was read from it counts only if it did not change meanwhile: its
 * lock, a number, is the same before and after.
 */
#pragma once

#include "base/raw.h"

#include <linux/ioctl.h>
#include <linux/perf_event.h>
#include <stdbool.h>

/* By which the kernel knows an open counter or clock: the program may have closed its file and opened another. */
static inline uint64_t sw_perf_id(long fd)
{
    uint64_t id = 0;
    sw_raw4(SYS_ioctl, fd, PERF_EVENT_IOC_ID, (long)&id, 0);
    return id;
}

/* The counter of that number. False: there is no such one. */
static inline bool sw_perf_counter(uint32_t number, uint64_t *value)
{
#if defined __aarch64__
#define SW_COUNTER(n)                                                  \
    case n:                                                            \
        __asm__ volatile("mrs %0, pmevcntr" #n "_el0" : "=r"(*value)); \
        return true;
#define SW_COUNTERS_OF(tens) \
    SW_COUNTER(tens##0)      \
    SW_COUNTER(tens##1)      \
    SW_COUNTER(tens##2)      \
    SW_COUNTER(tens##3)      \
    SW_COUNTER(tens##4)      \
    SW_COUNTER(tens##5)      \
    SW_COUNTER(tens##6)      \
    SW_COUNTER(tens##7)      \
    SW_COUNTER(tens##8)      \
    SW_COUNTER(tens##9)
    switch (number) {
        SW_COUNTERS_OF()
        SW_COUNTERS_OF(1)
        SW_COUNTERS_OF(2)
        SW_COUNTER(30)
    case 31:
        __asm__ volatile("mrs %0, pmccntr_el0" : "=r"(*value));
        return true;
    }
#undef SW_COUNTERS_OF
#undef SW_COUNTER
    return false;
#else
    /* Fixed ones have bit 30 set: any number that the page gives is one. */
    uint32_t low, high;
    __asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(number));
    *value = (uint64_t)high << 32 | low;
    return true;
#endif
}

typedef bool sw_perf_counter_reader(uint32_t number, uint64_t *value);

/* A counter has so many bits, and is a signed number to be added. */
static inline uint64_t sw_perf_extend(uint64_t value, unsigned width)
{
    unsigned shift = width && width < 64 ? 64 - width : 0;
    return (uint64_t)((int64_t)(value << shift) >> shift);
}

/* What the counter says now. False: it has no counter now, or none that may be read here; the
 * kernel knows. */
static inline bool sw_perf_page_read(const volatile struct perf_event_mmap_page *page,
                                     sw_perf_counter_reader *read, uint64_t *count)
{
    uint32_t before, index;
    uint64_t offset, value = 0;
    unsigned width;
    do {
        before = page->lock;
        __asm__ volatile("" ::: "memory");
        index = page->cap_user_rdpmc ? page->index : 0;
        offset = (uint64_t)page->offset;
        width = page->pmc_width;
        if (index && !read(index - 1, &value))
            return false;
        __asm__ volatile("" ::: "memory");
    } while (page->lock != before);
    if (!index)
        return false;
    *count = offset + sw_perf_extend(value, width);
    return true;
}
