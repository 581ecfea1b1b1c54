/* Names for the sites of a program tree, where who recorded it had none. */
#ifndef SPANWISE_COLLECT_SYMBOLS_TREE_H
#define SPANWISE_COLLECT_SYMBOLS_TREE_H

#include "profile/profile.h"

/* Of sites that have an address, function, caller, file and line, as far as they are empty: as those of the
 * profile's call site there, which have their places already; else from the modules. And for locks of constructs that
 * have no label. 0 or -ENOMEM. */
int sw_symbols_name_tree(struct sw_profile *profile);

#endif
