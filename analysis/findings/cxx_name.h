/*
 * Names of C++. What makes them long is what they are qualified by, and what their templates and functions take: that is left out
 * first, and the function's own name last.
 */
#pragma once

#include "base/libc.h"

/* Leaves out the next part, in place: "f<>" of "f<int>", "...b::f" of "a::b::f". False: there is none. */
bool sw_cxx_name_shorten(char *text);
