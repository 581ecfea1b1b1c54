/*
 * Why a perf counter cannot be had here, and what to do about it: a table of reasons over what the
 * kernel answered and what is known of this process and machine.
 */
#pragma once

#include "base/libc.h"

#define SW_PARANOID_UNKNOWN (-100)

struct sw_perf_facts {
    int error;     /* errno of perf_event_open() */
    bool hardware; /* it is one of the processor's, ... */
    bool raw;      /* ... by its own number */
    bool switches; /* it happens in the kernel, which wants more trust */
    bool counters; /* this machine has hardware counters at all */
    bool filtered; /* a seccomp filter is in force */
    int paranoid;  /* kernel.perf_event_paranoid */
};

/* In a few words, for a table: lives for ever. */
const char *sw_perf_why_briefly(const struct sw_perf_facts *facts);

/* As part of a sentence, with what to do. */
void sw_perf_why(const struct sw_perf_facts *facts, char *text, size_t size);
