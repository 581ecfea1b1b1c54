/*
 * The options that say how a program is run and measured. Every command that profiles one has them.
 */
#pragma once

#include "live/options.h"
#include "tool/options/options.h"

enum sw_level { SW_LEVEL_NOT_GIVEN, SW_LEVEL_FULL, SW_LEVEL_SPAWNS, SW_LEVEL_SAMPLED };

/* What is not in `live` yet gets there when they are settled. */
struct sw_run_options {
    struct sw_live_options live;
    bool meter_given;
    enum sw_level level;
    uint64_t budget, burden; /* or SW_NOT_GIVEN */
    uint64_t rate;           /* 0: not given */
};

#define SW_NOT_GIVEN UINT64_MAX

#define SW_RUN_OPTIONS_DEFAULT                                                     \
    {                                                                              \
        .live = SW_OPTIONS_DEFAULT, .budget = SW_NOT_GIVEN, .burden = SW_NOT_GIVEN \
    }

/* To be included. */
extern const struct sw_option sw_measuring_takes[]; /* bound to a struct sw_run_options */
extern const struct sw_option sw_tree_takes[];      /* --tree: to its live.tree */

/* The meter of a profile, as it names it, unless one was given that is another. False after a
 * message; `name` is the profile's. */
bool sw_run_options_follow(struct sw_run_options *options, const char *meter, const char *name);

/* After the last one: do they go together? False after a message. */
bool sw_run_options_settle(struct sw_run_options *options);
