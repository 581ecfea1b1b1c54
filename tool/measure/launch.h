/* Whether a launcher of parallel programs (mpirun, srun) has started us, and as which rank: from the
 * environment alone, so that no MPI is needed, whichever it is. */
#ifndef SPANWISE_TOOL_MEASURE_LAUNCH_H
#define SPANWISE_TOOL_MEASURE_LAUNCH_H

#include <stdbool.h>
#include <stdint.h>

struct sw_launch {
    const char *launcher; /* "openmpi", ...; NULL: none */
    uint32_t rank;
    uint32_t size; /* 0: not known */
};

/* False, and an empty launch, where there is none. */
bool sw_launch_find(struct sw_launch *launch);

/* Whether a program is itself a launcher, by its name. */
bool sw_launch_is_launcher(const char *program);

#endif
