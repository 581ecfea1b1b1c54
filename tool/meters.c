#include "tool/meters.h"

#include <string.h>

const struct sw_meter sw_meters[] = {
    {"time", "ns", SW_METER_TIME, 5000, "the processor's clock: nanoseconds"},
    /* Cilkview's burden. */
    {"instructions", "instructions", SW_METER_INSTRUCTIONS, 15000,
     "instructions of the program, counted as it runs: the same in every run"},
};
const size_t sw_n_meters = sizeof sw_meters / sizeof *sw_meters;

const struct sw_meter *sw_meter_find(const char *name)
{
    for (size_t i = 0; i < sw_n_meters; i++)
        if (!strcmp(name, sw_meters[i].name))
            return &sw_meters[i];
    return NULL;
}

const struct sw_meter *sw_meter_of_run(const struct sw_live_options *options)
{
    const struct sw_meter *meter = sw_meters;
    while (meter->kind != options->meter)
        meter++;
    return meter;
}

const char *sw_meter_profile_name(const struct sw_live_options *options)
{
    if (options->only_ours)
        return "instructions without libraries";
    return sw_meter_of_run(options)->name;
}
