/* Which of the innermost calls of something is the reader's (profile/whose.h). */
#ifndef SPANWISE_COLLECT_SYMBOLS_TRAILS_H
#define SPANWISE_COLLECT_SYMBOLS_TRAILS_H

#include "profile/profile.h"

/* The innermost one whose place, or what that was inlined into, is; n: none is. Their places are known. */
uint32_t sw_symbols_readers_call(const struct sw_profile *profile, const struct sw_calls *calls);

/* Sites that are known by their calls are at that one from now on. */
void sw_symbols_place_sites(struct sw_profile *profile);

#endif
