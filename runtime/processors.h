/*
 * How many processors this process may use: those of its affinity mask, and no more than the
 * bandwidth quotas of its control group and the groups around it allow (versions 1 and 2). For the
 * tool, and for the scheduler in every program: libc only.
 */
#ifndef SPANWISE_RUNTIME_PROCESSORS_H
#define SPANWISE_RUNTIME_PROCESSORS_H

/* At least 1. A quota of one and a half is one processor: two cannot be kept busy. */
unsigned sw_processors(void);

/* The least quota, in processors; INFINITY where there is none. `root` comes before all paths: ""
 * is this machine, another one a test's. */
double sw_processors_quota(const char *root);

#endif
