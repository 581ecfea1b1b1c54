/*
 * The compiler's tables of one module, in memory: .eh_frame_hdr, a table to search, and .eh_frame, small
 * programs that tell the rule at each place. Signal-safe; reads nothing outside [low, high).
 */
#ifndef SPANWISE_AGENT_SAMPLER_UNWIND_CFI_H
#define SPANWISE_AGENT_SAMPLER_UNWIND_CFI_H

#include "agent/sampler/unwind/rule.h"

#include <stdbool.h>

/* Where a module is mapped, and its table to search (PT_GNU_EH_FRAME). */
struct sw_unwind_module {
    uint64_t low, high;
    uint64_t table; /* 0: it has none */
};

/* The rule at a place in the module. False: the tables do not have it. */
bool sw_cfi_find(const struct sw_unwind_module *module, uint64_t pc, struct sw_unwind_rule *rule);

#endif
