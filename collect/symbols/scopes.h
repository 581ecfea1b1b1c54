/* What functions of C++ are in, where debug information has no symbol of theirs to tell: those of nobody else's concern, as
 * lambdas and what is in namespaces without a name. */
#pragma once

#include "base/libc.h"

#include <elfutils/libdw.h>

/* Of one module: units that were asked for, with who is in whom. */
struct sw_symbols_scopes {
    struct sw_symbols_unit *units;
    size_t n_units, room;
};

/* The function's name with its namespaces, classes and functions around. A string of malloc; NULL: it is not C++, the
 * compiler has named it (f._omp_fn.0), or there is no memory. */
char *sw_symbols_scopes_name(struct sw_symbols_scopes *s, Dwarf_Die *function);

/* The function that the class of a lambda, or something else, is written in. False: none. */
bool sw_symbols_scopes_function(struct sw_symbols_scopes *s, const Dwarf_Die *of,
                                Dwarf_Die *function);

/* Is it a lambda that `spanwise c++` has written, or a method of a class of its? */
bool sw_symbols_scopes_ours(struct sw_symbols_scopes *s, Dwarf_Die *die);

void sw_symbols_scopes_release(struct sw_symbols_scopes *s);
