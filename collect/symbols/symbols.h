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
