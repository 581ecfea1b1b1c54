/*
 * Whose frame a shared line is in, of those on a stack: noted when threads first meet there (translate/shared.h); looked for when the thread
 * whose stack it is comes by, since only its own can be walked. For front ends that have a dag (order.h): others' events are inside
 * of code that cannot be walked through.
 */
#ifndef SPANWISE_TARGET_CORE_FRAMED_H
#define SPANWISE_TARGET_CORE_FRAMED_H

#include "live/live.h"

/* Once, before the first look. Without memory nothing is found. */
void sw_framed_init(struct sw_live *live);

/* Callers of who allocates are found from now on (translate/heap.h), for some time: it takes a microsecond. At the start. */
void sw_framed_init_heap(struct sw_live *live);

/* On the stack of the thread that runs. */
void sw_framed_look(void);

#endif
