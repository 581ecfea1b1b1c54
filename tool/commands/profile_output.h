/* Writing what was measured where the user has asked for it, or elsewhere; and saying where it is. */
#ifndef SPANWISE_TOOL_COMMANDS_PROFILE_OUTPUT_H
#define SPANWISE_TOOL_COMMANDS_PROFILE_OUTPUT_H

#include "profile/profile.h"

/* The first one to `output`, the others to 'output.2' and on; says where they are if not there. `written`, of PATH_MAX
 * bytes, gets the name of the first, or is empty. From now on the signals of a full disk or a closed pipe are ignored. */
void sw_profiles_write(struct sw_profile *profiles, size_t n, const char *output, char *written);

/* The last line of a run: which files were written, and what to type next. `page` and `next` may be NULL, the latter is
 * "COMMAND FILE", and `tells` what that does. */
void sw_profiles_say(const char *written, const char *page, const char *next, const char *tells);

#endif
