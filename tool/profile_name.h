/*
 * The name of a profile, from what the user asked for: %r is the rank (0 without a launcher), %h the
 * host, %p our process, %% a percent sign. Where a launcher has started us, and neither %r nor %p is
 * in it, the rank comes before the extension: run.prof becomes run.3.prof. So no two ranks write to
 * one file. A file that is no regular one (/dev/null) stays as it is.
 */
#ifndef SPANWISE_TOOL_PROFILE_NAME_H
#define SPANWISE_TOOL_PROFILE_NAME_H

#include "tool/launch.h"

/* Into `path` of PATH_MAX bytes. False after a message. */
bool sw_profile_name(const char *pattern, const struct sw_launch *launch, char *path);

/* The name of all of them for a shell: run.*.prof. The same. */
bool sw_profile_glob(const char *pattern, const struct sw_launch *launch, char *path);

#endif
