/* What a block does before each access to memory (memory.h), on aarch64. */
#pragma once

#include "agent/translate/follow.h"

/* Where an access leaves the straight way. */
struct sw_follow_way {
    uint32_t *branch;
    uint32_t *pass; /* where a pass of the block is told; NULL: not here */
    uint32_t site;
    bool is_held;
    uint8_t address; /* the register that has it */
};

/* What it takes to follow an access: the address, something to compare with, and where the last lines are. */
struct sw_follow_registers {
    uint8_t address, scratch, lines;
};

struct sw_follow {
    /* Registers that the block does not use are saved, on the stack, from the first access on to where the block is left, or changes
     * the stack pointer. What is relative to that is written to suit (sw_follow_word()). */
    bool can_hold, is_held;
    struct sw_follow_registers held;
    uint64_t lines; /* that page */
    bool counts;    /* how often the block is run, for shared.h, ... */
    bool is_counted;
    uint32_t passes; /* ... in the place of a site's last line */
    unsigned n;
    struct sw_follow_way ways[SW_STEPS];
};

/* An instruction as it has to be now. */
uint32_t sw_follow_word(const struct out *o, uint32_t word);
