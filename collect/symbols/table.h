/* The functions of a symbol table (.symtab, and .dynsym where that is stripped), by address. */
#pragma once

#include "base/libc.h"

#include <elfutils/libdwfl.h>

struct sw_symbol {
    uint64_t start, end; /* end is start for a symbol without size: it reaches to the next one */
    const char *name;    /* lives as long as the Dwfl_Module */
};

struct sw_symbols_table {
    struct sw_symbol *symbols;
    size_t n;
};

int sw_symbols_table_init(struct sw_symbols_table *table, Dwfl_Module *module); /* 0 or -ENOMEM */
void sw_symbols_table_release(struct sw_symbols_table *table);

/* NULL: no function is there. */
const struct sw_symbol *sw_symbols_table_find(const struct sw_symbols_table *table,
                                              uint64_t address);

/* The function whose name is those first `size` letters. NULL: none. */
const struct sw_symbol *sw_symbols_table_find_name(const struct sw_symbols_table *table,
                                                   const char *name, size_t size);

/* The name as the programmer wrote it, C++ names too, without .constprop.0, .isra.0, .part.0, .cold and the like.
 * Returns a string of malloc, or NULL. */
char *sw_symbols_plain_name(const char *name);

/* The names of C++, Rust and Fortran only: with namespaces and classes, without parameters. NULL: it is no such name, or there is no C++ library. */
char *sw_symbols_demangle(const char *name);
