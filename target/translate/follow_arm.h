/* What a block does before each access to memory (memory.h), on aarch64. */
#ifndef SPANWISE_TARGET_TRANSLATE_FOLLOW_ARM_H
#define SPANWISE_TARGET_TRANSLATE_FOLLOW_ARM_H

#include "target/translate/trace.h"

struct out;

/* Where an access leaves the straight way. */
struct sw_follow_way {
    uint32_t *branch;
    uint32_t site;
};

struct sw_follow {
    /* x15, x16 and x17 are saved from the start of the block to its exits, as it uses neither them nor the stack pointer; x15 is
     * where the last lines are. */
    bool is_held;
    uint64_t lines; /* that page */
    bool counts;    /* how often the block is run, for shared.h, ... */
    bool is_counted;
    uint32_t passes; /* ... in the place of a site's last line */
    unsigned n;
    struct sw_follow_way ways[SW_STEPS];
};

/* At the start of a block, before each step, at each way out of it, and behind it. */
void sw_follow_begin(struct out *o, const struct sw_trace *trace);
void sw_follow_access(struct out *o, const struct sw_trace *trace, unsigned step);
void sw_follow_leave(struct out *o);
void sw_follow_end(struct out *o);

#endif
