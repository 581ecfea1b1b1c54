/* The meters that `--meter=NAME` chooses from. */
#ifndef SPANWISE_TOOL_COMMON_METERS_H
#define SPANWISE_TOOL_COMMON_METERS_H

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

#endif
