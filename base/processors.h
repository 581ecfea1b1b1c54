/*
 * How many processors this process may use: those of its affinity mask, and no more than the
 * bandwidth quotas of its control group and the groups around it allow (versions 1 and 2). For the
 * tool, and for the scheduler in every program: libc only.
 */
#pragma once

#include <stdint.h>

/* At least 1. A quota of one and a half is one processor: two cannot be kept busy. */
unsigned sw_processors(void);

#define SW_NO_QUOTA UINT64_MAX

/* The least quota, in thousandths of a processor. `root` comes before all paths: "" is this machine,
 * another one a test's. */
uint64_t sw_processors_quota(const char *root);
