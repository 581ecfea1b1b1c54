/* The pieces of a program (profile/steadiness.h), as they are gathered. */
#ifndef SPANWISE_COLLECT_PIECES_H
#define SPANWISE_COLLECT_PIECES_H

#include "profile/profile.h"

/* One more, several of which may have one key. Its index and one; 0: no memory. */
uint32_t sw_pieces_add(struct sw_profile *profile, const struct sw_piece *piece);

#endif
