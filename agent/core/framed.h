/*
 * Whose frame a shared line is in, of those on a stack: noted when threads first meet there (translate/shared.h); looked for when the thread
 * whose stack it is comes by, since only its own can be walked. Front ends that have a dag look at their events (order.h); others' events
 * are inside of code that cannot be walked through, so they look at the accesses themselves.
 */
#pragma once

#include "agent/process/live_range.h"
#include "agent/sampler/unwind/walk.h"
#include "agent/translate/memory.h"

/* Where a thread stands, for a walk from there. */
static inline struct sw_unwind_registers sw_framed_registers(const struct sw_memory_at *at)
{
    return (struct sw_unwind_registers){.pc = at->pc,
                                        .sp = at->sp,
                                        .fp = at->fp,
                                        .link = at->link,
                                        .other = at->other,
                                        .base = at->base};
}

/* Calls what may use vector registers from where the program has values in them. */
SW_HIDDEN void sw_call_kept(void (*function)(const void *data), const void *data);

/* Once, before the first look. Without memory nothing is found. */
void sw_framed_init(struct sw_live *live);

/* The same, where nobody calls sw_framed_look(). */
void sw_framed_init_accesses(struct sw_live *live);

/* Callers of who allocates are found from now on (translate/heap.h), for some time: it takes a microsecond. At the start. */
void sw_framed_init_heap(struct sw_live *live);

/* On the stack of the thread that runs. */
void sw_framed_look(void);
