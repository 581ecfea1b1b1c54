/* Measuring again what a profile is of: the same command of ours with the same options, and the same program with its arguments. */
#ifndef SPANWISE_TOOL_COMMANDS_AGAIN_H
#define SPANWISE_TOOL_COMMANDS_AGAIN_H

#include "profile/profile.h"

#include <limits.h>
#include <stdbool.h>

/* Says what it runs, whose standard output goes nowhere, and puts the name of the new profile into `path`: FILE-after.prof beside FILE.prof.
 * False after a message: the profile does not say how it was measured, or nothing came of it. */
bool sw_measure_again(const struct sw_profile *profile, const char *name, char path[PATH_MAX]);

#endif
