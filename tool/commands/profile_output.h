/* Writing what was measured where the user has asked for it, or elsewhere; and saying where it is. */
#ifndef SPANWISE_TOOL_COMMANDS_PROFILE_OUTPUT_H
#define SPANWISE_TOOL_COMMANDS_PROFILE_OUTPUT_H

#include "profile/profile.h"

/* The first one to `output`, the others to 'output.2' and on; says where they are if not there. `written`, of PATH_MAX
 * bytes, gets the name of the first, or is empty. From now on the signals of a full disk or a closed pipe are ignored. */
void sw_profiles_write(struct sw_profile *profiles, size_t n, const char *output, char *written);

/* How it was measured, by what this command was given, so that it can be again. Where there is no memory for that, it is not known. */
void sw_profile_keep_command(struct sw_profile *profile);

/* The last line of a run (written.h), where it says of nothing better how to look at it: in the page, which may be NULL. */
void sw_profiles_say(const char *written, const char *page);

#endif
