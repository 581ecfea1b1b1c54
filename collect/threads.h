/* The threads in the live range of a process that is gone, of any front end that meters them. */
#ifndef SPANWISE_COLLECT_THREADS_H
#define SPANWISE_COLLECT_THREADS_H

#include "live/live.h"
#include "profile/profile.h"

uint32_t sw_threads_count(const struct sw_live *live);

/* Stopped inside an event: its records may be half linked. */
bool sw_thread_is_busy(const struct sw_thread *thread);

/* Adds a thread's circumstances to the profile's. */
void sw_threads_add(struct sw_profile *profile, const struct sw_live *live,
                    const struct sw_thread *thread);

#endif
