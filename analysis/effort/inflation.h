/*
 * Work inflation: how much the work of a program, and of each call site in it, grew from a serial
 * run to a parallel one. The instructions are the same, so what grew is what they wait for: memory
 * bandwidth, caches that workers share, or each other. Local work (the callee's own code) adds up
 * over sites, so it tells where.
 *
 * What may be noise is not called inflation. A site's local work is inflated if what it grew by is
 * more than all of
 *   - a tenth of what it was: each of the two works is good to 5% (what `run --check` lets pass),
 *     so two that are the same may differ by that much;
 *   - what following its invocations cost, as calibrated: that is subtracted, but where memory is
 *     slow it costs more, and the difference looks like work;
 *   - a hundredth of the serial run's work, which in the shortest run to be trusted (10 ms) is
 *     100 us, a few interrupts.
 * Where the site was invoked more often or less, its serial work is first scaled by that.
 */
#pragma once

#include "analysis/compare/diff.h"

#define SW_INFLATION_NOISE 0.10
#define SW_INFLATION_LEAST 0.01

/* Sites that are in one profile only. */
struct sw_unmatched {
    size_t n;
    uint64_t local_work;
};

struct sw_inflation {
    const struct sw_profile *serial, *parallel;
    struct sw_change work, span;
    double most_speedup; /* over the serial run, on the workers of the parallel one: a bound, from
                                the parallel run's work and span. NAN where it is not known */
    struct sw_difference *sites; /* the most growth of local work first */
    size_t n_sites, n_matched, n_by_name, n_inflated, n_counts_differ;
    struct sw_unmatched serial_only, parallel_only;
    size_t *rows; /* of each of the parallel profile's sites: where in `sites` it went */
    struct sw_pool pool;
};

/*
 * Whether the two can be compared at all: 0, or -EINVAL and a sentence in `why`. The names are for
 * the sentence. Lesser doubts are findings.
 */
int sw_inflation_check(const struct sw_profile *serial, const char *serial_name,
                       const struct sw_profile *parallel, const char *parallel_name, char *why,
                       size_t why_size);
/* The part of it that needs no parallel profile yet. */
int sw_inflation_check_serial(const struct sw_profile *serial, const char *name, char *why,
                              size_t why_size);

/* Borrows the profiles. Returns 0 or -ENOMEM (then *inflation is empty). */
int sw_inflation_make(struct sw_inflation *inflation, const struct sw_profile *serial,
                      const struct sw_profile *parallel);
void sw_inflation_release(struct sw_inflation *inflation);

/* Of a site of the parallel profile; NULL where another record of the same place stands for it. */
const struct sw_difference *sw_inflation_of(const struct sw_inflation *inflation,
                                            const struct sw_site *site);

/* Appends what it means, in words. 0 or -ENOMEM. */
int sw_inflation_findings(struct sw_findings *findings, const struct sw_inflation *inflation,
                          const struct sw_units *units);

const char *sw_runs_name(uint32_t runs); /* "both", "serial", "parallel" */
