/*
 * A counter of the kernel's (perf_event_open) for one thread: cycles, cache misses, page faults. It is
 * pinned: the kernel never has it take turns with others, and what it says is never an estimate. If
 * it cannot be counted all the time, that is remembered here, and the profile tells.
 *
 * It is read in user space where the kernel lets us (perf_page.h), else by a system call. Its file is
 * put far above those of the program, closed by an exec, and not counted on: a program that closes all
 * files ends the count, but nothing that it opens later is ever read.
 *
 * No libc, general registers only: these run inside events.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Why there is no count any more. */
enum sw_perf_end {
    SW_PERF_COUNTS,
    SW_PERF_TAKEN,  /* the kernel gave its counter to somebody else */
    SW_PERF_CLOSED, /* the program has closed the file */
};

/* All zero: none, and its count is 0. */
struct sw_perf_meter {
    _Atomic uint32_t file; /* one more than its descriptor; 0: not open */
    int32_t thread;        /* the kernel's number of whose it is */
    const volatile struct perf_event_mmap_page *page; /* NULL: read by system calls */
    uint64_t id;                                      /* the kernel's, by which the file is known */
    uint64_t count;                                   /* as last read */
    uint64_t end;                                     /* enum sw_perf_end */
    uint64_t enabled_ns, running_ns; /* where they differ: it was to count, and did */
    int64_t error;                   /* -errno of opening it */
};

/* For the calling thread, from now on: `type` and `config` as in struct perf_event_attr. 0 or
 * -errno; -EBUSY: all the processor's counters are in use. */
int sw_perf_meter_open(struct sw_perf_meter *meter, uint64_t type, uint64_t config);

/* On its thread. What cannot be read any more stays as it was. */
uint64_t sw_perf_meter_now(struct sw_perf_meter *meter);

/* On any thread, when its own is done with it. */
void sw_perf_meter_close(struct sw_perf_meter *meter);

/* Whether its thread has ended. */
bool sw_perf_meter_is_over(const struct sw_perf_meter *meter);
