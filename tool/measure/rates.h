/* Rates of a program's pieces (live/rates.h), from runs that were timed and one that was counted; and what they tell of noise. */
#pragma once

#include "live/rates.h"
#include "profile/profile.h"

#define SW_TIMED_MOST 8 /* runs */

/* What one piece, or group of such, took in each run, and what was counted of it. */
struct sw_piece_rate {
    uint64_t key, group, instructions;
    uint64_t time[SW_TIMED_MOST];
    uint64_t rate; /* as in struct sw_rate: the median of all runs, or the group's; 0: none */
};

struct sw_piece_rates {
    struct sw_piece_rate *slots; /* a hash table by key; key 0: free */
    size_t mask;
    size_t n_runs;
    struct sw_piece_rate all; /* of the whole program */
};

/* From so many profiles of timed runs. Those of one piece are added up. 0 or -ENOMEM; to be released either way. */
int sw_piece_rates_init(struct sw_piece_rates *rates, const struct sw_profile *counted,
                        const struct sw_profile *timed, size_t n_timed);
void sw_piece_rates_release(struct sw_piece_rates *rates);

/* For SPANWISE_RATES, from the first record on; -errno. With no rates (NULL): what `first` has left out only. */
int sw_piece_rates_write(const struct sw_piece_rates *rates, const struct sw_profile *first,
                         int fd);

/* A file that SPANWISE_RATES names until it is closed; -1: there is none. */
int sw_piece_rates_open(void);
void sw_piece_rates_close(int fd);

/* Of the work of a profile in steady time, what has a rate of its own: 0 to 1. */
double sw_piece_rates_known(const struct sw_piece_rates *rates, const struct sw_profile *steady);

/* Work, span and parallelism of a profile in steady time, as they are with the rates of each run. */
void sw_piece_rates_spread(const struct sw_piece_rates *rates, const struct sw_profile *steady,
                           struct sw_steadiness *steadiness);

/* Which samples are on the span: of each piece, the part that the steady profile has there. Those of the profile's own run are
 * not to be trusted: a strand that was sampled takes longer, and wins the maximum. */
void sw_piece_rates_project(const struct sw_profile *steady, const struct sw_profile *sampled_in,
                            struct sw_sampled *sampled);
