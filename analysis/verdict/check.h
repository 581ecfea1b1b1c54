/*
 * Limits that a profile has to keep: stated ones, for the program, a region or call sites, and those
 * that an older profile sets, the baseline, with a tolerance.
 *
 * Against a baseline, the speedup that the verdict expects got worse if it fell by more than the tolerance: what cores lose is in neither
 * work nor span where they wait for a lock. The loss that grew most says why. Figures got worse if work or span grew by more than the tolerance, or if the
 * parallelism fell by more and the span grew at all (where it did not, it is the work that shrank,
 * and nothing takes longer). So are regions compared that both profiles have, and call sites: by
 * the span and work of their own code, and by the parallelism of all that they call. What a site
 * grew by counts only if it is also more than the tolerance of the program's: a function that takes
 * twice nothing is no regression. Of times, 100 us are nothing too: that much a span is off by on a
 * quiet machine.
 */
#pragma once

#include "analysis/compare/diff.h"
#include "analysis/verdict/promise.h"
#include "analysis/workspan/scope.h"

#define SW_CHECK_TOLERANCE       0.05
/* Of all but an emulator's counts: a busy machine makes all times half as long again. */
#define SW_CHECK_NOISY_TOLERANCE 1.00
#define SW_CHECK_LEAST_NS        100000

enum sw_quantity {
    SW_PARALLELISM,
    SW_BURDENED_PARALLELISM,
    SW_SPAN,
    SW_WORK,
    SW_SPEEDUP, /* the lower end of the range to expect; against a baseline, the verdict's */
};

struct sw_limit {
    struct sw_scope scope;
    enum sw_quantity quantity;
    uint64_t processors; /* of a speedup */
    double bound;        /* the most for span and work, the least for all else */
    int is_time;         /* the bound was given in seconds, so it is in ns */
    const char *text;    /* as it was given: for messages */
};

struct sw_ruling {
    enum sw_subject subject;
    const char *name; /* of the region, or of the call sites as they were named; "" else */
    enum sw_quantity quantity;
    uint64_t processors;
    int is_broken;
    int is_upper;       /* the limit is the most, not the least */
    int is_of_baseline; /* not a stated limit */
    int is_own;         /* of a site's own code, without what it calls */
    double value, limit;
    double before; /* in the baseline; NAN: there is none, or it has no such thing */
    size_t site;   /* of the profile, or SW_NO_SITE */
    double excess; /* how many times the limit, in the wrong direction: what is worst is largest */
    size_t n_holding; /* one ruling for that many call sites, none of which got worse */
    const struct sw_verdict_loss
        *loss;          /* of a speedup: what it is lost to, or what grew most; or NULL */
    double lost_before; /* of the cores' time, to that; NAN: there is no baseline */
};

struct sw_check {
    const struct sw_profile *profile, *baseline; /* baseline: or NULL */
    double tolerance;
    struct sw_diff diff;       /* where there is a baseline; ... */
    struct sw_promise promise; /* ... and what the verdicts on both expect */
    struct sw_verdict verdict; /* where a stated speedup is not reached */
    struct sw_ruling *rulings; /* stated limits in their order, then the baseline's: program,
                                    regions, sites, the worst first */
    size_t n, n_broken;
};

/*
 * Borrows the profiles and limits. `tolerance`: a share, or NAN for what suits the meter. 0, or
 * -errno and a sentence in `why`, with *check empty: -ENOENT and -EINVAL for a scope or a bound that
 * does not suit the profile, -ENOMEM.
 */
int sw_check_make(struct sw_check *check, const struct sw_profile *profile,
                  const struct sw_limit *limits, size_t n_limits, const struct sw_profile *baseline,
                  double tolerance, char *why, size_t why_size);
void sw_check_release(struct sw_check *check);

/* The line to look at: that of its site, or of what a speedup is lost to; the file is "" where none is known. Of the profile. */
struct sw_verdict_place sw_ruling_place(const struct sw_check *check,
                                        const struct sw_ruling *ruling);

/* Whether a profile is fit to be checked, or to be a baseline: of a program that ended by itself and
 * did not fail. 0, or -EINVAL and a sentence in `why`. */
int sw_check_is_whole(const struct sw_profile *profile, const char *name, char *why,
                      size_t why_size);

int sw_quantity_is_cost(enum sw_quantity quantity);
const char *sw_quantity_name(enum sw_quantity quantity); /* "parallelism", "burdened_span"... */

/* Appends the rulings of the baseline to check->rulings, which has room: baseline.c. */
void sw_check_against_baseline(struct sw_check *check);
