/*
 * Legs of stolen continuations: their strands begin at a steal and end at a join, see engine/strand/steal.h.
 */
#pragma once

#include "base/range.h"
#include "engine/strand/strand.h"

/* Regions begun by their label: the outermost one counts. */
struct sw_begun {
    uint64_t depth, id;
    uint32_t stamp;   /* of the frame that has begun it, ... */
    uint32_t outside; /* ... or it was begun before the leg was */
};

/*
 * A strand, and what the front end keeps with it. Each thread has one of its own. In a parallel run
 * every stolen continuation has one too, and they go from one worker to another, as legs of a relay
 * do: see agent/cilk/register.c.
 */
struct sw_leg {
    struct sw_strand strand;
    uint64_t stack_low, stack_size;   /* its frames are on that stack */
    struct sw_begun *begun;           /* by label; NULL: none was */
    struct sw_thread *_Atomic thread; /* that runs it; NULL: none */
    struct sw_leg *left;              /* of a stolen continuation: from where, ... */
    uint64_t depth;                   /* ... and from how deep there */
    struct sw_leg *next;              /* in the list of free ones */
    uint64_t fresh;                   /* nobody has run it since it was stolen */
};

struct sw_live;

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
