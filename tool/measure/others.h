/* What other programs do with the processors while one is measured. */
#pragma once

#include "base/libc.h"

/* Nanoseconds that the processors which this process may use have been busy since the start of the machine; 0: not known. `root` comes
 * before all paths: "" is this machine, another one a test's. */
uint64_t sw_others_busy(const char *root);

struct sw_others {
    uint64_t busy, own, time; /* when it began */
};

void sw_others_begin(struct sw_others *others);

/* Processor time of other programs per nanosecond since then: how many processors they used. */
double sw_others_used(const struct sw_others *others);
