/* Which variable, or which field of which class, something is, by debug information. Names are strings of malloc; NULL: nothing is known, it is no field, or there
 * is no memory. */
#pragma once

#include "collect/symbols/scopes.h"

/* "Cache::m" of C++, "records.mutex" of C or of a class without a name, for what is `offset` bytes into the variable that begins at an
 * address of the file; down to the first type that is a library's. */
char *sw_symbols_field(Dwarf *dwarf, struct sw_symbols_scopes *scopes, uint64_t address,
                       uint64_t offset, const char *variable);

/* The same, for a function that takes a lock, or makes one: what the first argument of the call points to that returns right after `pc`, an address of
 * the file, in `function`. */
char *sw_symbols_argument_field(Dwarf_Die *function, uint64_t pc, struct sw_symbols_scopes *scopes);

/* A place on the stack, as far from where the function's variables are counted from (DW_AT_frame_base), when it is at `pc`. */
struct sw_symbols_on_stack {
    uint64_t pc; /* 0: anywhere in it */
    int64_t offset;
    bool has_stack; /* the stack pointer is known: */
    int64_t stack;
};

/* The variable of the function, or its field, that is there. `whose`: the function, or what is inlined there, that it is declared in. */
char *sw_symbols_local_field(Dwarf_Die *function, const struct sw_symbols_on_stack *at,
                             struct sw_symbols_scopes *scopes, Dwarf_Die *whose);

/* Of a block of the heap that is allocated where a pointer to it, or the container that has it, is declared, on that line of the function: what is
 * so far into it, as a field of the pointer's type, or the pointer: "tally.hits", "counts". NULL also where the line declares several. */
char *sw_symbols_made_field(Dwarf_Die *function, int line, uint64_t offset,
                            struct sw_symbols_scopes *scopes);
