/*
 * Legs of stolen continuations: their strands begin at a steal and end at a join, see engine/strand/steal.h.
 */
#ifndef SPANWISE_LIVE_LEG_H
#define SPANWISE_LIVE_LEG_H

#include "live/live.h"

/* Sites and functions of a run with legs: every steal looks at all of them. */
#define SW_LEG_NUMBERS (1u << 16)

/*
 * One for the continuation of the function that has spawned with this stack pointer on `left`, whose
 * notes are replayed at least up to the spawn. It will run on the stack given. NULL: no memory. Any
 * thread.
 */
struct sw_leg *sw_leg_steal(struct sw_live *live, struct sw_leg *left, uint64_t sp,
                            struct sw_stack stack);

/* What regions are begun on it, by label; NULL: no memory. */
struct sw_begun *sw_leg_begun(struct sw_live *live, struct sw_leg *leg);

/* Appends `right` to its left, when both are done with. It can be used again then. */
void sw_leg_join(struct sw_live *live, struct sw_leg *right);

/* The same with all that was stolen from `leg`, directly or not: the program is gone. */
void sw_leg_join_all(struct sw_live *live, struct sw_leg *leg);

#endif
