/*
 * The description of the machine that we run on (analysis/machine/machine.h), measured by the programs of
 * calibrate/ and kept in the user's cache: $XDG_CACHE_HOME/spanwise, or ~/.cache/spanwise.
 */
#ifndef SPANWISE_TOOL_MEASURE_MACHINE_HERE_H
#define SPANWISE_TOOL_MEASURE_MACHINE_HERE_H

#include "analysis/machine/machine.h"

enum sw_machine_part {
    SW_MACHINE_OVERHEADS = 1, /* takes about a second */
    SW_MACHINE_MEMORY = 2,    /* takes up to ten */
};

/* What is not in the cache is measured now, and kept there if that can be; `again`: all of the parts are.
 * Returns 0, or -errno with a sentence in `why`. What could not be measured is absent and that is no error.
 * *machine is to be released in any case. */
int sw_machine_here(struct sw_machine *machine, unsigned parts, bool again, char *why,
                    size_t why_size);

/* Only what is in the cache: -ENOENT where nothing is. */
int sw_machine_cached(struct sw_machine *machine, char *why, size_t why_size);

/* The file in the cache; "" where there is no place for one. Lives as long as the process. */
const char *sw_machine_cache_path(void);

/* Which of the parts a description has. */
unsigned sw_machine_parts(const struct sw_machine *machine);

#endif
