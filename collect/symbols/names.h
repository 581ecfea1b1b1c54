/* Names for what a profile knows by address only, once places are known. Functions return 0 or -ENOMEM. */
#pragma once

#include "profile/profile.h"

/* Locks that are variables. */
int sw_symbols_name_locks(struct sw_profile *profile);

/* What shared cache lines are of: variables, and whose instructions those are that are in a function of the compiler's. */
int sw_symbols_name_shared(struct sw_profile *profile);

/* Sites of a program tree, where what recorded it had no name. Of sites that have an address, function, caller, file and line, as far as they are
 * empty: as those of the profile's call site there, which have their places already; else from the modules. And for locks of constructs that
 * have no label. */
int sw_symbols_name_tree(struct sw_profile *profile);
