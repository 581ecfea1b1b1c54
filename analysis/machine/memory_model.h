/*
 * The burden of memory: how much longer a section's computation takes when t threads share the memory, as
 * a factor beta_t, 1 or more. Three ways to know it, the best first:
 *   - measured: the section's time beside t - 1 copies of itself, against its time alone;
 *   - by counters: Parallel Prophet, Equations 1 to 5, with the machine's psi and phi;
 *   - by its traffic: that of a kernel of the calibration that suffers as it does beside a hog. On t threads
 *     it takes as much longer as that kernel, d / psi_t(d).
 * What is known for some numbers of threads is a straight line between them, and nothing beyond the last.
 */
#pragma once

#include "analysis/machine/machine.h"

#define SW_MPI_LEAST 0.001 /* misses an instruction: below that memory is no burden */

enum sw_burden_kind {
    SW_BURDEN_NOT_KNOWN, /* for so many threads: factor 1 stands for nothing, low and high may be a range */
    SW_BURDEN_NONE, /* too little traffic to matter: 1 */
    SW_BURDEN_MODELLED,
    SW_BURDEN_MEASURED
};

struct sw_burden {
    enum sw_burden_kind kind;
    double factor, low, high; /* 1 or more */
    unsigned known_to;        /* threads that it is known up to */
};

/* A section of one thread alone. */
struct sw_section_counts {
    double instructions, misses; /* misses: of the last-level cache */
    double cycles;               /* 0: by the time, and the machine's frequency */
    double ns;
};

/* MB/s of a section. */
double sw_traffic(const struct sw_section_counts *counts, double line_bytes);

/* What each of so many threads gets, of which each alone would take `mb_s`; NAN where that is not known. */
double sw_traffic_among(const struct sw_machine *machine, double mb_s, unsigned threads);

struct sw_burden sw_burden_by_counts(const struct sw_machine *machine,
                                     const struct sw_section_counts *counts, unsigned threads);

/* How much longer a section took, and between which quarters that was. */
struct sw_slowdown {
    unsigned threads; /* with its own; of a hog: the hog's */
    double factor, low, high;
};

/* Ascending by threads. */
struct sw_burden sw_burden_by_slowdowns(const struct sw_slowdown *slowdowns, size_t n,
                                        unsigned threads);

/* The traffic of a section, in MB/s, from how it suffers. */
struct sw_traffic_estimate {
    double low, value, high;
    bool known; /* else nothing is */
    bool
        bounded; /* from below as well; else it was not slowed down beyond what is noise, and `high` is all
                     that is known: `value` is the middle */
};

/* slowdowns[i] is that beside machine->hogs[i]. */
struct sw_traffic_estimate sw_traffic_by_hogs(const struct sw_machine *machine,
                                              const struct sw_slowdown *slowdowns);

/* On that machine, or another one. Where only a bound is known of the traffic, and that leaves more than SW_BURDEN_VAGUE
 * between low and high, the factor is not known. */
#define SW_BURDEN_VAGUE 0.1
struct sw_burden sw_burden_by_traffic(const struct sw_machine *machine,
                                      const struct sw_traffic_estimate *traffic, unsigned threads);
