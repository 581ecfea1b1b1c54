/*
 * What changed from one profile to another: the whole program, its regions by label, its call sites
 * by names and order (match.h). The local spans on span of all sites add up to the program's span,
 * so their changes add up to its change: they tell where it comes from.
 */
#pragma once

#include "analysis/compare/change.h"
#include "analysis/findings/findings.h"
#include "base/pool.h"

enum sw_subject { SW_SUBJECT_PROGRAM, SW_SUBJECT_REGION, SW_SUBJECT_SITE };

struct sw_difference {
    struct sw_site site; /* the record with the most local work, of the second profile if it has
                            one; what it points to is the profile's. First: columns of sites take it
                            for a row of theirs. Empty for a program and a region */
    size_t index;        /* in the second profile's sites, or SW_NO_SITE */
    size_t index_before; /* in the first one's */
    const char *label;   /* of a region */
    uint32_t subject;    /* enum sw_subject */
    uint32_t presence;   /* enum sw_presence */
    uint32_t line_before;
    int is_moved; /* it is on another line, or in another file */
    /* Of the program, of the region, or of the site's top-call-site invocations on work: records of
     * one place are added up. */
    struct sw_figures before, after;
    struct sw_change work, span, burdened_span, count;
    /* Sites only. */
    struct sw_change local_work, local_span; /* on work, on span */
    struct sw_change count_on_span;
    /* Of work inflation: effort/inflation.h. */
    int64_t excess; /* growth of the local work that the counts do not explain */
    int is_inflated;
    int counts_differ; /* by more than noise does: counts are exact, so by more than 5% */
};

/* A row for each place that one of them or both have sites at, in no order, from the pool; of *n_by_name their names had to do. NULL: no
 * memory. */
struct sw_difference *sw_diff_sites(struct sw_pool *pool, const struct sw_profile *before,
                                    const struct sw_profile *after, size_t *n, size_t *n_by_name);

/* Real runs on a number of cores that both have. */
struct sw_real_change {
    uint64_t processors;
    struct sw_change time; /* the median where it is known, else the fastest; in ns */
    double speedup_before, speedup_after; /* over one core; NAN: not known */
    bool is_noise; /* the trials of the two overlap, or one run is as far from the next */
};

struct sw_diff {
    const struct sw_profile *before, *after;
    struct sw_difference whole;
    struct sw_difference *regions; /* in the order of the second profile, then the first's */
    size_t n_regions;
    struct sw_difference *sites; /* the most growth of local span first */
    size_t n_sites, n_matched, n_moved, n_before_only, n_after_only, n_changed;
    struct sw_real_change *real; /* by processors, ascending */
    size_t n_real;
    bool has_work; /* one of them was profiled; else there are real runs only */
    int is_equal;  /* in all figures: program, regions, sites */
    int is_noise;  /* all that differs may be noise (noise.h), and the same sites are in both */
    struct sw_pool pool;
};

/* Whether they can be compared: 0, or -EINVAL and a sentence in `why`: not in different units. */
int sw_diff_check(const struct sw_profile *before, const char *before_name,
                  const struct sw_profile *after, const char *after_name, char *why,
                  size_t why_size);

/* Borrows the profiles. Returns 0 or -ENOMEM (then *diff is empty). */
int sw_diff_make(struct sw_diff *diff, const struct sw_profile *before,
                 const struct sw_profile *after);
void sw_diff_release(struct sw_diff *diff);

int sw_difference_is_any(const struct sw_difference *difference);

/* after's over before's parallelism (work over span); NAN where one is not known. */
double sw_difference_of_parallelism(const struct sw_difference *difference);

/* Whether no two measurements are the same: all but what an emulator counts. */
int sw_diff_is_noisy(const struct sw_diff *diff);

/* What the program takes on a number of cores: by real runs, else simulated, else as work and span let one expect. */
struct sw_diff_time {
    uint64_t processors;
    struct sw_change time; /* in ns where it is real, else in the profiles' unit */
    bool is_real, is_noise;
};
bool sw_diff_time(const struct sw_diff *diff, struct sw_diff_time *time); /* false: not known */

/* What it means, in words: the site of a finding is one of the second profile. 0 or -ENOMEM. */
int sw_diff_findings(struct sw_findings *findings, const struct sw_diff *diff,
                     const struct sw_units *units);

/* What makes the comparison doubtful: the part of the findings that is warnings. */
int sw_diff_doubts(struct sw_findings *findings, const struct sw_diff *diff,
                   const struct sw_units *units);

const char *sw_presence_name(uint32_t presence); /* "both", "before", "after" */
const char *sw_subject_name(uint32_t subject);   /* "program", "region", "site" */
