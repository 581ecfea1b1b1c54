/*
 * What a cache miss stalls, by traffic (Parallel Prophet's phi): of a kernel, the cycles a line beyond those of the same
 * kernel in the cache, for each miss.
 */
#ifndef SPANWISE_HELPERS_CALIBRATE_PHI_H
#define SPANWISE_HELPERS_CALIBRATE_PHI_H

/* What hardware counters saw of a kernel. */
struct sw_stalls {
    double cycles, misses, lines;
};

enum { SW_PHI_MOST = 64 };

struct sw_phi {
    double x[SW_PHI_MOST], y[SW_PHI_MOST];
    int n;
};

/* A kernel that drew so many MB/s; `cached` is the same in the cache. What is no stall is left out. */
void sw_phi_add(struct sw_phi *phi, double mb_s, const struct sw_stalls *kernel,
                const struct sw_stalls *cached);

/* "phi_cycles = points ...", ascending, those that are almost at the same traffic as one; nothing where there are none. */
void sw_phi_print(struct sw_phi *phi);

#endif
