/* The meters that `--meter=NAME` chooses from, and whether they work on this machine. */
#pragma once

#include "live/live.h"

struct sw_meter {
    const char *name, *unit;
    enum sw_meter_kind kind;
    uint64_t burden; /* what a steal costs if the user does not say, in the unit */
    const char *what;
    uint64_t perf_type, perf_config; /* of SW_METER_PERF */
};

extern const struct sw_meter sw_meters[];
extern const size_t sw_n_meters;

/* NULL: there is none of that name. One that is not in the table ("r1a8", an event by the processor's
 * own number) is good until the next call of these functions. */
const struct sw_meter *sw_meter_find(const char *name);

/* Of the options of a run: as profiles have it. */
#define SW_METER_ONLY_OURS "instructions without libraries"

const struct sw_meter *sw_meter_of_run(const struct sw_live_options *options);
const char *sw_meter_profile_name(const struct sw_live_options *options);

struct sw_meter_probe {
    struct sw_meter meter;
    int works;
    const char *brief;   /* why not, in a few words; lives for ever */
    char why[512];       /* why not, and what to do */
    int in_user_space;   /* it is read without a system call */
    uint64_t reading_ps; /* what a reading takes, in picoseconds; 0: not known, or it is not read */
    uint64_t opening_ns; /* what a thread pays once */
};

void sw_meter_probe(const struct sw_meter *meter, struct sw_meter_probe *probe);

/* False after a message that says why it does not work, and which ones do. */
bool sw_meter_check(const struct sw_meter *meter);
