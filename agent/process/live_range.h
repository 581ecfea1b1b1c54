/* Making the live range, and handing it to the tool. At start-up: uses libc. */
#pragma once

#include "live/live.h"

#define SW_HIDDEN __attribute__((visibility("hidden")))

/* The range; NULL before the start, and in a child after fork(). */
extern SW_HIDDEN struct sw_live *sw_live;

/* "spanwise: " + message [+ ": " + detail] on stderr. */
void sw_say(const char *message, const char *detail);

/* As large as the limits of this process allow, `most` at most; its options and arena are set. NULL after a
 * message. */
struct sw_live *sw_range_reserve(const struct sw_live_options *options, uint64_t most, int *fd);

/* Closes the file. False, after a message, where it did not work, or `filled` is false for want of memory: then
 * the range is gone. */
bool sw_range_hand_over(struct sw_live *live, int fd, const char *socket_path, bool filled);
