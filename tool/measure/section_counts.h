/* Cycles, instructions and cache misses of a program's outermost sections, by hardware counters: a run for each. */
#ifndef SPANWISE_TOOL_MEASURE_SECTION_COUNTS_H
#define SPANWISE_TOOL_MEASURE_SECTION_COUNTS_H

#include "analysis/machine/memory_model.h"
#include "live/options.h"
#include "profile/program_tree.h"

#include <stdbool.h>

/* Whether this machine has them; else a sentence in `why`. */
bool sw_section_counts_work(char *why, size_t size);

/* By site of the tree, to be freed; NULL after a message. Its lengths are nanoseconds. */
struct sw_section_counts *sw_section_counts_measure(char *const *argv,
                                                    const struct sw_live_options *options,
                                                    const struct sw_program_tree *tree);

#endif
