/* Of programs that make threads themselves (agent/threads): what is not as OpenMP's is (collect/openmp.c). */
#ifndef SPANWISE_COLLECT_VTHREADS_H
#define SPANWISE_COLLECT_VTHREADS_H

#include "collect/samples.h"
#include "engine/cores/cores.h"
#include "engine/dag/dag.h"
#include "live/live.h"
#include "profile/simulation.h"

#include <stdbool.h>

/* "lock", "join" */
const char *sw_vthreads_construct_name(uint32_t kind);

/* What threads waited for, at the places where they wait: likewise. */
void sw_vthreads_add_late(struct sw_construct *constructs, const struct sw_dag *dag,
                          const struct sw_gathered_samples *samples);

/* Paths that lanes name are kept, which samples of other threads may have been left out of; and what each thread did in virtual time, once
 * these are numbered. 0 or -ENOMEM. */
void sw_vthreads_mark_paths(struct sw_gathered_samples *samples, const struct sw_cores *cores);
int sw_vthreads_add_lanes(struct sw_profile *profile, const struct sw_live *live,
                          struct sw_cores *cores, const struct sw_gathered_samples *samples);

/* Where the time of the cores goes is known as a whole; of that, each construct has the part that threads waited in it. */
void sw_vthreads_shape(struct sw_simulation *simulation, struct sw_construct *constructs,
                       const struct sw_live *live, const struct sw_cores *cores);

#endif
