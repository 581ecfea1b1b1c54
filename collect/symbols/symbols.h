/*
 * Turns the addresses of a profile into functions, files, lines and columns, from the debug
 * information of the modules that were mapped, or from their symbol tables where there is none.
 */
#pragma once

#include "profile/profile.h"

/*
 * Fills caller_place and callee_place of every site and the place of every unpatched function;
 * what was there is replaced. What cannot be found out stays empty, and a warning is added to the
 * profile: a module that is gone, that has changed since, or that has no debug information.
 * Returns 0 or -ENOMEM.
 */
int sw_symbols_resolve(struct sw_profile *profile);

/* --- names.c: for what is known by address only, once places are known; 0 or -ENOMEM --- */

/* Locks that are variables. */
int sw_symbols_name_locks(struct sw_profile *profile);

/* What shared cache lines are of: variables, and whose instructions those are that are in a function of the compiler's. */
int sw_symbols_name_shared(struct sw_profile *profile);

/* Sites of a program tree, where what recorded it had no name. Of sites that have an address, function, caller, file and line, as far as they are
 * empty: as those of the profile's call site there, which have their places already; else from the modules. And for locks of constructs that
 * have no label. */
int sw_symbols_name_tree(struct sw_profile *profile);
