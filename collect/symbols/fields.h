/* What part of a variable is at an address, by its type: the field of a class. */
#ifndef SPANWISE_COLLECT_SYMBOLS_FIELDS_H
#define SPANWISE_COLLECT_SYMBOLS_FIELDS_H

#include "collect/symbols/scopes.h"

#include <stdint.h>

/* "Cache::m" of C++, "records.mutex" of C or of a class without a name, for what is `offset` bytes into the variable that begins at an
 * address of the file; down to the first type that is a library's. A string of malloc; NULL: it is no field, nothing is known of it, or there is
 * no memory. */
char *sw_symbols_field(Dwarf *dwarf, struct sw_symbols_scopes *scopes, uint64_t address,
                       uint64_t offset, const char *variable);

#endif
