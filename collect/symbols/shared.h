/* What shared cache lines are of: variables, and whose instructions those are that are in a function of the compiler's. */
#ifndef SPANWISE_COLLECT_SYMBOLS_SHARED_H
#define SPANWISE_COLLECT_SYMBOLS_SHARED_H

#include "profile/profile.h"

/* Places are known. 0 or -ENOMEM. */
int sw_symbols_name_shared(struct sw_profile *profile);

#endif
