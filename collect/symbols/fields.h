/* What part of a variable is at an address, by its type: the field of a class. */
#ifndef SPANWISE_COLLECT_SYMBOLS_FIELDS_H
#define SPANWISE_COLLECT_SYMBOLS_FIELDS_H

#include "collect/symbols/scopes.h"

#include <stdbool.h>
#include <stdint.h>

/* "Cache::m" of C++, "records.mutex" of C or of a class without a name, for what is `offset` bytes into the variable that begins at an
 * address of the file; down to the first type that is a library's. A string of malloc; NULL: it is no field, nothing is known of it, or there is
 * no memory. */
char *sw_symbols_field(Dwarf *dwarf, struct sw_symbols_scopes *scopes, uint64_t address,
                       uint64_t offset, const char *variable);

/* The same of an object of a type. */
char *sw_symbols_class_field(struct sw_symbols_scopes *scopes, Dwarf_Die *type, uint64_t offset,
                             const char *name);

/* The type of a variable, or that it points to, without names for it, and const. False: it has none. */
bool sw_symbols_type(Dwarf_Die *die, Dwarf_Die *type);

/* Whether what is declared is the reader's (profile/whose.h); a class that is. */
bool sw_symbols_is_readers(Dwarf_Die *die);
bool sw_symbols_is_readers_class(Dwarf_Die *type);

#endif
