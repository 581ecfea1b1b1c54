/* What a block does before each access to memory (memory.h), on x86-64. */
#pragma once

#include "agent/translate/follow.h"

/* Where an access leaves the straight way. */
struct sw_follow_way {
    unsigned char *jump; /* its displacement */
    unsigned char *pass; /* where a pass of the block is told; NULL: not here */
    const struct sw_step *step;
    uint32_t site;
    uint8_t reg;
    bool keeps_flags; /* in rax, whose own value is in a slot */
    bool is_always;   /* the register has the address, not its difference */
};

struct sw_follow {
    uint8_t
        held; /* a register that the block does not use, saved from its start to its exits; 0: none */
    bool dead[SW_STEPS]; /* flags before a step: nobody reads them any more */
    bool counts;         /* how often the block is run, for shared.h, ... */
    bool is_counted;
    uint32_t passes; /* ... in the place of a site's last address */
    unsigned n;
    struct sw_follow_way ways[SW_STEPS];
};
