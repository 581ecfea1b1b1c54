/* Regions as gcc begins them. */
#pragma once

#include "agent/openmp/core/region.h"

/* As sw_omp_team_begin(); with OMP_DISPLAY_AFFINITY it says where the threads are. */
struct sw_omp_team *sw_gomp_team_begin(struct sw_omp_thread *thread, unsigned n,
                                       void (*function)(void *), void *data, const void *address);
