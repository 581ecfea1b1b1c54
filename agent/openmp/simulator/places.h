/* OMP_PLACES, of the simulated processors. */
#pragma once

#include "agent/openmp/simulator/settings.h"

/* How OMP_PROC_BIND says it; what it is called for programs. */
enum sw_omp_bind {
    SW_OMP_BIND_FALSE,
    SW_OMP_BIND_TRUE,
    SW_OMP_BIND_PRIMARY,
    SW_OMP_BIND_CLOSE,
    SW_OMP_BIND_SPREAD
};

/* Processors first, first + step, ... */
struct sw_omp_place {
    unsigned first, n, step;
};

struct sw_omp_places {
    struct sw_omp_place *list;
    unsigned n;
};

/* Read when first asked for. */
const struct sw_omp_places *sw_omp_places(void);

/* OMP_PROC_BIND; of a list, the first one. */
int sw_omp_bind_read(void);
