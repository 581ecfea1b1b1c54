/*
 * What changed from one sampled run to another: the time, how many cores worked, and by function what they did and what they lost.
 * Functions are the same by name and file, locks by name. Both are samples of real runs: what is less than samples can tell apart, or
 * than runs differ by, is noise.
 */
#pragma once

#include "analysis/compare/change.h"
#include "analysis/effort/lists.h"
#include "analysis/findings/findings.h"
#include "base/pool.h"

/* A function, by its own code. Strings are the profiles'. */
struct sw_effort_moved {
    const char *name, *file;
    uint32_t line;     /* of the second profile, if it has the function */
    uint32_t started;  /* it is a thread's, a task's or a region's code */
    uint32_t presence; /* enum sw_presence */
    union {
        struct {
            struct sw_change idle, overhead, work;
            struct sw_change effort; /* the first three */
            struct sw_change waited;
        };
        struct sw_change all[5]; /* the same */
    };
};

struct sw_effort_lock_moved {
    const char *name; /* "": all that have none */
    uint32_t presence;
    struct sw_change waits, waited;
};

struct sw_effort_diff {
    const struct sw_profile *before, *after;
    struct sw_change time, work, overhead, idle, unused; /* unused: no thread ran */
    struct sw_change waited;                             /* for locks */
    double cores_before, cores_after;                    /* at work, on the mean */
    struct sw_effort_moved *functions;                   /* what changed most first */
    size_t n_functions;
    struct sw_effort_lock_moved *locks; /* the same */
    size_t n_locks;
    uint64_t least; /* of the effort: what changed by less may be noise */
    bool is_equal, is_noise;
    struct sw_functions names[2]; /* what rows borrow from */
    struct sw_effort_tree trees[2];
    struct sw_pool pool;
};

/* Borrows the profiles. 0 or -ENOMEM (then *diff is empty). */
int sw_effort_diff_make(struct sw_effort_diff *diff, const struct sw_profile *before,
                        const struct sw_profile *after);
void sw_effort_diff_release(struct sw_effort_diff *diff);

/* What it means, in words. 0 or -ENOMEM. */
int sw_effort_diff_findings(struct sw_findings *findings, const struct sw_effort_diff *diff,
                            const struct sw_units *units);
