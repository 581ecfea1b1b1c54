/* Writing what was measured where the user has asked for it, or elsewhere. */
#ifndef SPANWISE_TOOL_PROFILE_OUTPUT_H
#define SPANWISE_TOOL_PROFILE_OUTPUT_H

#include "profile/profile.h"

/* The first one to `output`, the others to 'output.2' and on; says where they are if not there. From now on the
 * signals of a full disk or a closed pipe are ignored. */
void sw_profiles_write(struct sw_profile *profiles, size_t n, const char *output);

#endif
