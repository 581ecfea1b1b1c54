/*
 * What a block is made of: instructions in the order in which they are likely to run.
 *
 * Conditional branches forward are thought not to be taken, those back to the start of the block to be,
 * as long as there is room for another copy of the loop. Other branches back end a block, so that their
 * target starts one.
 */
#pragma once

#include "agent/translate/cache.h"
#include "agent/translate/insn.h"

#define SW_STEPS 160

/* What becomes of a branch. */
enum sw_way {
    SW_WAY_ON,        /* no branch, or the last instruction */
    SW_WAY_SIDE,      /* leaves the block if it is taken */
    SW_WAY_LOOP,      /* goes on in the block if it is taken, and else leaves it */
    SW_WAY_ELSEWHERE, /* a jump or call that the block follows */
};

struct sw_step {
    uint64_t address;
    struct sw_insn insn;
    uint8_t way;
    uint32_t count; /* what is to be added if the block is left behind it: instructions from the
                       start, less what was added before; 0 where they are not counted */
};

struct sw_trace {
    struct sw_step steps[SW_STEPS];
    unsigned n;
    uint64_t end; /* where to go on if the last step goes on behind itself; else 0 */
    bool counted;
    unsigned early_at; /* before that step, `early` is to be added; SW_STEPS: nowhere */
    uint32_t early;
    unsigned add_at; /* the counter may be added to before that step: flags are set there, and what
                        comes behind leaves by the last exits only. SW_STEPS: nowhere */
};

/* False: nothing of it can be translated. Fills in the block's extents. */
bool sw_trace_make(struct sw_trace *trace, struct sw_block *block);

/* Are the flags at the address written before they are read, as far as one can see? What was looked at
 * becomes part of the block's extents. */
bool sw_trace_flags_are_dead(struct sw_block *block, uint64_t address);
