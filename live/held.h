/* Samples in a spawn that is pending (live/notes/cilk.h): they are the child's, and wait for its
 * frame. */
#pragma once

#include "live/live.h"

/* A sample in the frame that the strand is in. */
static inline void sw_held_sample(struct sw_thread *t, uint32_t path, uint64_t weight)
{
    t->live->sampling.paths.nodes[path].piece = t->strand->at.top->site + 1;
    sw_event_sample(t->strand, path, weight);
}

/* The spawn has its frame. Inside an event. */
static inline void sw_held_release(struct sw_thread *t)
{
    if (__builtin_expect(t->memory != NULL, 0))
        sw_memory_charge(t->memory, t->strand->at.top->site);
    for (; __builtin_expect(t->samples.n_held != 0, 0); t->samples.n_held--)
        sw_held_sample(t, t->samples.held[t->samples.n_held - 1].path,
                       t->samples.held[t->samples.n_held - 1].weight);
}
