/*
 * What sends a thread a signal at even steps of its processor time. The kernel's task clock
 * (perf_event_open) does so exactly; where that is not allowed, a timer of wall-clock time, of which
 * only processor time counts. Timers of processor time (POSIX) come at the kernel's tick only, and are not
 * used. Raw system calls: inside events.
 */
#pragma once

#include "profile/sampled.h"

#include <stdbool.h>

/* All zero: none. */
struct sw_sample_source {
    uint32_t kind; /* enum sw_sampled_source */
    int32_t thread;
    int32_t file;  /* of a clock; the signal says it */
    int32_t timer; /* of a timer; the signal has `self` */
    bool paused;
    uint64_t id; /* of a clock: the kernel's, by which the file is known */
    uint64_t interval_ns;
};

/* For the calling thread, from now on. A clock's first signal comes after `first_ns`, and all others too unless
 * they are made even. False: neither is allowed. */
bool sw_sample_source_open(struct sw_sample_source *source, uint64_t first_ns, uint64_t period_ns,
                           int signal, void *self);

/* A clock's signals come in such periods from now on. On its thread. */
void sw_sample_source_even(struct sw_sample_source *source, uint64_t period_ns);

/* On any thread, when its own is done with it. */
void sw_sample_source_close(struct sw_sample_source *source);

/* No signal comes while the thread is in a system call that one would end early; one that was on its way comes before that. On its
 * thread. */
void sw_sample_source_pause(struct sw_sample_source *source);
void sw_sample_source_go_on(struct sw_sample_source *source);

/* How many are paused now. */
extern _Atomic uint32_t sw_sample_sources_paused __attribute__((visibility("hidden")));

/* A timer comes in such intervals from now on. */
void sw_sample_source_adapt(struct sw_sample_source *source, uint64_t interval_ns);

/* Whether its thread has ended. */
bool sw_sample_source_is_over(const struct sw_sample_source *source);
