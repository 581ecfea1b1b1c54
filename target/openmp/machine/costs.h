/* What constructs cost on real threads, in ticks: added to the simulated time. Measured on the
 * machine against its own OpenMP runtime; without that nothing. */
#ifndef SPANWISE_TARGET_OPENMP_MACHINE_COSTS_H
#define SPANWISE_TARGET_OPENMP_MACHINE_COSTS_H

#include <stdint.h>

struct sw_omp_costs {
    uint64_t fork, fork_thread;       /* a region; and for each thread of it */
    uint64_t barrier, barrier_thread; /* once all have come; and for each thread */
    uint64_t chunk;                   /* to take one */
    uint64_t task;                    /* to make and run one */
    uint64_t lock;                    /* that is free */
    uint64_t hand_over;               /* that others wait for */
};

struct sw_live;

/* As `spanwise run` has measured them and says in SPANWISE_OPENMP_COSTS. */
void sw_omp_costs_read(struct sw_omp_costs *costs, const struct sw_live *live);

#endif
