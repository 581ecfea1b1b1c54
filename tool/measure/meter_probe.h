/* Whether a meter works on this machine, tried now. */
#ifndef SPANWISE_TOOL_MEASURE_METER_PROBE_H
#define SPANWISE_TOOL_MEASURE_METER_PROBE_H

#include "tool/common/meters.h"

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

#endif
