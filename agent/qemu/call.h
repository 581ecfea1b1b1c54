/*
 * What a profiled program and the plugin in qemu agree on. The program calls prctl() with
 * an option that no kernel knows, and the plugin, which sees all system calls, answers in memory:
 * outside qemu nothing is answered.
 */
#pragma once

#include <stdint.h>

#define SW_QEMU_OPTION 0x53775143
#define SW_QEMU_MAGIC  0x31746e756f637773ull /* "swcount1" */

/* The second argument of prctl(); what follows it. */
enum sw_qemu_call {
    SW_QEMU_START = 1, /* struct sw_qemu_start *: from now on it is counted */
    SW_QEMU_RANGE, /* low, high, 0 or 1: code there is not counted, or is. The latest one says */
    SW_QEMU_SELF,  /* struct sw_qemu_self *: of the calling thread */
};

struct sw_qemu_start {
    uint64_t magic;     /* the answer: SW_QEMU_MAGIC */
    uint64_t low, high; /* code that is not counted: the profiler's own */
    uint64_t only;      /* 1: nothing is counted but ranges that are told */
};

struct sw_qemu_self {
    uint64_t magic;
    uint64_t counter; /* address of a 64-bit word: instructions that the thread has run */
};
