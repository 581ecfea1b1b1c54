/*
 * The options that say how a program is run and measured. Every command that profiles one has them: its
 * description includes sw_describe_measuring (describe.h).
 */
#ifndef SPANWISE_TOOL_OPTIONS_RUN_OPTIONS_H
#define SPANWISE_TOOL_OPTIONS_RUN_OPTIONS_H

#include "live/options.h"

#include <stdbool.h>

struct sw_run_options {
    struct sw_live_options live;
    bool meter_given, budget_given, burden_given;
    const char *level; /* as it was given; NULL: it was not */
    bool sampled;
    uint64_t rate; /* 0: not given */
};

#define SW_RATE_DEFAULT 1000
#define SW_RATE_MOST    20000

#define SW_RUN_OPTIONS_DEFAULT     \
    {                              \
        .live = SW_OPTIONS_DEFAULT \
    }

/* Far from the numbers that a command gives to options of its own. SW_RUN_TREE is taken, but not among
 * those that are included. */
enum {
    SW_RUN_LEVEL = 4096,
    SW_RUN_BUDGET,
    SW_RUN_BURDEN,
    SW_RUN_GRAIN,
    SW_RUN_WORKERS,
    SW_RUN_METER,
    SW_RUN_LIBRARIES,
    SW_RUN_ENGINE,
    SW_RUN_RATE,
    SW_RUN_TREE,
    SW_RUN_FRONT_END
};

/* Takes an option by its number. 1: taken; 0: not one of these; -1: after a message. */
int sw_run_options_take(struct sw_run_options *options, int option, const char *value);

/* The meter of a profile, as it names it, unless one was given that is another. False after a
 * message; `name` is the profile's. */
bool sw_run_options_follow(struct sw_run_options *options, const char *meter, const char *name);

/* After the last one: do they go together? False after a message. */
bool sw_run_options_settle(struct sw_run_options *options);

#endif
