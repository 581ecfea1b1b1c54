/*
 * Logical threads run one at a time, and what one had in a core's caches the one before has driven out: so they work longer than
 * natively, by more or less the same factor. Where that is known, from the processor time of the program by itself (tool/measure/pace.h), all
 * that is collected is in the time that it takes natively.
 */
#ifndef SPANWISE_COLLECT_PACE_H
#define SPANWISE_COLLECT_PACE_H

#include "live/live.h"

#define SW_PACE_SLIGHT 1.03 /* times the native processor time: is none of our doing */

/* Before anything is gathered. The factor in thousandths; 0: none. */
uint64_t sw_pace(struct sw_live *live, uint64_t native_ns);

#endif
