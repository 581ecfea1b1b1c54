/*
 * What the files behind module.h share: questions to entries of debug information, what they are in, which fields are where, and the
 * symbol table. Names are strings of malloc; NULL: nothing is known, or there is no memory.
 */
#pragma once

#include "base/libc.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

/* --- Entries --- */

/* For each entry that is directly in another one. */
#define SW_EACH_CHILD(die, parent) \
    for (int none_ = dwarf_child(parent, &(die)); !none_; none_ = dwarf_siblingof(&(die), &(die)))

/* The entry that an attribute names. */
static inline bool sw_die_named(Dwarf_Die *die, unsigned attribute, Dwarf_Die *named)
{
    Dwarf_Attribute attr;
    return dwarf_attr(die, attribute, &attr) && dwarf_formref_die(&attr, named);
}

/* An expression of at least one operation. */
static inline bool sw_die_location(Dwarf_Die *die, unsigned attribute, Dwarf_Attribute *attr,
                                   Dwarf_Op **ops, size_t *n)
{
    return dwarf_attr(die, attribute, attr) && !dwarf_getlocation(attr, ops, n) && *n;
}

/* The function that a call is of, as the compiler knows: what it was made of, where it is a copy. */
static inline bool sw_die_callee(Dwarf_Die *call, Dwarf_Die *callee)
{
    return sw_die_named(call, DW_AT_call_origin, callee) ||
           sw_die_named(call, DW_AT_abstract_origin, callee);
}

/* Whether it is a call that returns right after the address. */
static inline bool sw_die_is_call(Dwarf_Die *die, uint64_t pc)
{
    Dwarf_Attribute attr;
    Dwarf_Addr after;
    int tag = dwarf_tag(die);
    unsigned returns = tag == DW_TAG_GNU_call_site ? DW_AT_low_pc : DW_AT_call_return_pc;
    return (tag == DW_TAG_call_site || tag == DW_TAG_GNU_call_site) &&
           dwarf_attr(die, returns, &attr) && !dwarf_formaddr(&attr, &after) && after == pc + 1;
}

/* Whether it is something inside a function that has code of its own. */
static inline bool sw_die_is_scope(Dwarf_Die *die)
{
    int tag = dwarf_tag(die);
    return tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine ||
           tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
}

/* --- What functions of C++ are in, where they have no symbol that says so, as lambdas and what is in namespaces without a name --- */

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

/* --- Which variable, or which field of which class, something is --- */

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

/* --- The functions of a symbol table (.symtab, and .dynsym where that is stripped), by address --- */

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
