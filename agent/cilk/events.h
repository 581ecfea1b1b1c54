/* Where a stub enters the profiler that cannot take a note. As in agent/core/enter.h: no libc, no vector registers. */
#ifndef SPANWISE_AGENT_CILK_EVENTS_H
#define SPANWISE_AGENT_CILK_EVENTS_H

#include "agent/core/enter.h"
#include "live/notes/cilk.h"

/* What the stubs call, with the note that they could not take. */
typedef void sw_cilk_event(uint64_t what, uint64_t from, uint64_t sp, uint64_t ticks);
extern SW_HIDDEN sw_cilk_event sw_cilk_event_now;

/* The same where a stub cannot read the meter. */
extern SW_HIDDEN sw_cilk_event sw_cilk_event_read;

#endif
