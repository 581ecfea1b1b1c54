/* The profile that is meant where none is named. */
#ifndef SPANWISE_TOOL_COMMON_NEWEST_H
#define SPANWISE_TOOL_COMMON_NEWEST_H

/* Of all profiles *.prof in the current directory, the one that was written last, and says so; lives as long as the process. NULL
 * after a message: there is none. */
const char *sw_newest_profile(void);

#endif
