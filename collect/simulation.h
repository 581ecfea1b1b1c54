/* What the files that make a profile of a simulated program share (simulation.c, constructs.c, threads.c). */
#pragma once

#include "collect/front_end.h"
#include "engine/cores/cores.h"
#include "engine/dag/dag.h"
#include "live/live.h"
#include "profile/simulation.h"

/* --- Sites: what all constructs of one place did --- */

/* Their figures, from the constructs of the profile's one run; whatever was there before goes. 0 or -ENOMEM. */
int sw_construct_sites_fill(struct sw_profile *profile);

/*
 * When names and lines are known: a place of the source is one construct, though the compiler has made several copies of it, as of a
 * function that is inlined here and there. One that is inside itself by way of another copy is the outer one, as any that is inside
 * of itself. 0 or -ENOMEM. Does nothing where there is no run.
 */
int sw_construct_sites_unite(struct sw_profile *profile);

/* --- Programs that make threads themselves (agent/threads), where these are not as OpenMP's are --- */

/* "lock", "join" */
const char *sw_vthreads_construct_name(uint32_t kind);

/* What threads waited for, at the places where they wait: likewise. */
void sw_vthreads_add_late(struct sw_construct *constructs, const struct sw_dag *dag,
                          const struct sw_gathered_samples *samples);

/* Paths that lanes name are kept, which samples of other threads may have been left out of; and what each thread did in virtual time, once
 * these are numbered. */
void sw_vthreads_mark_paths(struct sw_gathered_samples *samples, const struct sw_cores *cores);
void sw_vthreads_add_lanes(struct sw_profile *profile, const struct sw_live *live,
                           struct sw_cores *cores, const struct sw_gathered_samples *samples);

/* Where the time of the cores goes is known as a whole; of that, each construct has the part that threads waited in it. */
void sw_vthreads_shape(struct sw_simulation *simulation, struct sw_construct *constructs,
                       const struct sw_live *live, const struct sw_cores *cores);
