/* Of programs that make threads themselves (target/threads): what is not as OpenMP's is (collect/openmp.c). */
#ifndef SPANWISE_COLLECT_VTHREADS_H
#define SPANWISE_COLLECT_VTHREADS_H

#include "engine/cores/cores.h"
#include "live/live.h"
#include "profile/simulation.h"

#include <stdbool.h>

bool sw_vthreads_are_there(const struct sw_live *live);

/* "lock", "join" */
const char *sw_vthreads_construct_name(uint32_t kind);

/* Where the time of the cores goes is known as a whole; of that, each construct has the part that threads waited in it. */
void sw_vthreads_shape(struct sw_simulation *simulation, struct sw_construct *constructs,
                       const struct sw_live *live, const struct sw_cores *cores);

#endif
