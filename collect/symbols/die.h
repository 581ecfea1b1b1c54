/* What is asked of entries of debug information again and again. */
#pragma once

#include "base/libc.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

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
