/*
 * Many profiles as one: those of the ranks of an MPI program. Each is read, added and released, so
 * that memory does not grow with their number, but for a row a rank. Sites are the same where module
 * (by build-id) and address in it are, else where function, file and line are.
 *
 * The whole is a profile as any: its work is the sum over ranks, also that of each site; its span is
 * that of the rank with the longest, and so is what is on the span. A region's work is the sum too,
 * its span the longest.
 */
#pragma once

#include "analysis/findings/findings.h"
#include "profile/intern.h"

/* A figure over ranks. */
struct sw_spread {
    uint64_t sum, least, most;
    uint64_t rank; /* of the most; of equal ones the first */
    uint64_t n;    /* ranks that have it; the others have 0 */
};

void sw_spread_add(struct sw_spread *spread, uint64_t rank, uint64_t value);

/* What a site has in the profile that is being added. */
struct sw_site_now {
    uint64_t count, work, local_work;
};

struct sw_by_rank {
    struct sw_spread work;       /* of a site's top-call-site invocations, on work */
    struct sw_spread local_work; /* of its own code: adds up to the rank's work */
    struct sw_site_now now;
};

/* A rank. */
struct sw_rank_row {
    uint64_t rank;
    char *name; /* of its profile */
    char *host;
    struct sw_figures whole;
    uint64_t apart, time_ns; /* as in struct sw_rank */
    uint32_t flags;          /* enum sw_profile_flags */
    int32_t status;
};

/* A warning of some ranks. */
struct sw_rank_warning {
    char *text;
    uint64_t rank, n; /* the first that has it, and how many do */
};

/* Sites by what they are known by: a number for each such text, and by that the site. */
struct sw_site_table {
    struct sw_intern keys;
    size_t *sites;
};

struct sw_merge {
    struct sw_profile whole;
    struct sw_by_rank *by_rank; /* of its sites */
    struct sw_rank_row *ranks;  /* in their order, when all are there */
    size_t n_ranks;
    struct sw_spread work, span, apart, time;
    struct sw_rank_warning *warnings;
    size_t n_warnings, n_warnings_left; /* the latter: that there was no room for */
    size_t n_skipped;                   /* files that could not be read: the caller counts */
    uint32_t has_ranks;                 /* a launcher has numbered them, not we */
    uint32_t differs;                   /* enum sw_merge_difference: in some of them */
    int force;                          /* take what is of another program too */
    /* While they are added. */
    size_t n_first_modules;         /* of the whole's, those of the first profile */
    struct sw_site_table tables[2]; /* by addresses, by names */
    uint64_t unprofiled;            /* ranks that were compared with an unprofiled run */
};

enum sw_merge_difference {
    SW_MERGE_LEVELS = 1,
    SW_MERGE_BURDENS = 2,
    SW_MERGE_WORKERS = 4,
    SW_MERGE_HOSTS = 8,
};

void sw_merge_init(struct sw_merge *merge, int force);
void sw_merge_release(struct sw_merge *merge);

/* Adds one, which may go then. 0; -EINVAL where it is not to be merged with those before, or
 * -ENOMEM, and a sentence in `why`: the merge is only to be released then. */
int sw_merge_add(struct sw_merge *merge, const struct sw_profile *profile, const char *name,
                 char *why, size_t why_size);

/* After the last one, of which there is at least one. The same. */
int sw_merge_finish(struct sw_merge *merge, char *why, size_t why_size);

/* POP's load balance: the mean over the most; 1 is even. NAN where there is nothing. */
double sw_spread_balance(const struct sw_spread *spread, size_t n_ranks);
double sw_spread_mean(const struct sw_spread *spread, size_t n_ranks);

/* POP's communication efficiency: the most work over the longest time of work and MPI. NAN where
 * time in MPI is not known. */
double sw_merge_communication(const struct sw_merge *merge);

/* With so many processors each, how long the ranks take at least, by their work and span. */
struct sw_spread sw_merge_on(const struct sw_merge *merge, uint64_t processors);

/* What it means, in words; the sites are the whole's. 0 or -ENOMEM. */
int sw_merge_findings(struct sw_findings *findings, const struct sw_merge *merge,
                      const struct sw_units *units);
