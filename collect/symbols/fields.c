#include "collect/symbols/fields.h"
#include "profile/whose.h"

#include <dwarf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NESTED = 64 };

static bool is_at(Dwarf_Die *variable, uint64_t address)
{
    Dwarf_Attribute attr, indexed;
    Dwarf_Op *ops;
    size_t n;
    Dwarf_Addr at;
    if (!dwarf_attr(variable, DW_AT_location, &attr) || dwarf_getlocation(&attr, &ops, &n) || !n)
        return false;
    if (ops[0].atom == DW_OP_addr)
        return ops[0].number == address;
    return ops[0].atom == DW_OP_addrx && !dwarf_getlocation_attr(&attr, &ops[0], &indexed) &&
           !dwarf_formaddr(&indexed, &at) && at == address; /* clang's */
}

/* Variables are in units, namespaces and, where they are static, in functions. */
static bool find_variable(Dwarf_Die *parent, uint64_t address, int depth, Dwarf_Die *found)
{
    Dwarf_Die die;
    if (depth > MOST_NESTED || dwarf_child(parent, &die) != 0)
        return false;
    do {
        int tag = dwarf_tag(&die);
        if (tag == DW_TAG_variable && is_at(&die, address)) {
            *found = die;
            return true;
        }
        if ((tag == DW_TAG_namespace || tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block) &&
            find_variable(&die, address, depth + 1, found))
            return true;
    } while (dwarf_siblingof(&die, &die) == 0);
    return false;
}

/* Without names for it, and const. */
bool sw_symbols_type(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute attr;
    Dwarf_Die plain;
    if (!dwarf_attr_integrate(die, DW_AT_type, &attr) || !dwarf_formref_die(&attr, type) ||
        dwarf_peel_type(type, &plain))
        return false;
    *type = plain;
    return true;
}

static bool is_class(Dwarf_Die *type)
{
    int tag = dwarf_tag(type);
    return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

bool sw_symbols_is_readers(Dwarf_Die *type)
{
    const char *file = dwarf_decl_file(type);
    return !file ||
           sw_file_is_readers(
               file); /* since DWARF 5 the unit's own file has the number that libdw takes for none */
}

bool sw_symbols_is_readers_class(Dwarf_Die *type)
{
    return is_class(type) && sw_symbols_is_readers(type);
}

static uint64_t offset_of(Dwarf_Die *member)
{
    Dwarf_Attribute attr;
    Dwarf_Word offset = 0;
    if (dwarf_attr(member, DW_AT_data_member_location, &attr))
        dwarf_formudata(&attr, &offset);
    return offset;
}

/* The field or base that an offset is in, and its type. */
static bool find_member(Dwarf_Die *class, uint64_t offset, Dwarf_Die *member, Dwarf_Die *type)
{
    Dwarf_Word size;
    if (dwarf_child(class, member) != 0)
        return false;
    do {
        int tag = dwarf_tag(member);
        Dwarf_Attribute attr;
        if ((tag == DW_TAG_member || tag == DW_TAG_inheritance) &&
            !dwarf_attr(member, DW_AT_external, &attr) && sw_symbols_type(member, type) &&
            offset >= offset_of(member) && !dwarf_aggregate_size(type, &size) &&
            offset - offset_of(member) < size)
            return true;
    } while (dwarf_siblingof(member, member) == 0);
    return false;
}

static char *joined(char *name, const char *between, const char *field)
{
    char *longer = NULL;
    if (name && asprintf(&longer, "%s%s%s", name, between, field) < 0)
        longer = NULL;
    free(name);
    return longer;
}

/* A class with a name stands for all that is around it. */
static char *add_field(char *name, struct sw_symbols_scopes *scopes, Dwarf_Die *class,
                       const char *field)
{
    char *scope = dwarf_diename(class) ? sw_symbols_scopes_name(scopes, class) : NULL;
    if (!scope)
        return joined(name, ".", field);
    free(name);
    return joined(scope, "::", field);
}

/* A class around nothing but one thing of a library's, as that of a lock: it is the lock. */
static bool is_wrapper(Dwarf_Die *class)
{
    Dwarf_Die member, type;
    Dwarf_Word size, whole;
    return dwarf_diename(class) && find_member(class, 0, &member, &type) &&
           !sw_symbols_is_readers_class(&type) && !dwarf_aggregate_size(&type, &size) &&
           !dwarf_aggregate_size(class, &whole) && size == whole;
}

char *sw_symbols_class_field(struct sw_symbols_scopes *scopes, Dwarf_Die *class, uint64_t offset,
                             const char *name)
{
    Dwarf_Die type = *class, member, inner;
    Dwarf_Word size;
    char *named = strdup(name ? name : "");
    bool is_field = false;
    for (int i = 0; i < MOST_NESTED; i++) {
        if (dwarf_tag(&type) == DW_TAG_array_type && sw_symbols_type(&type, &inner) &&
            !dwarf_aggregate_size(&inner, &size) && size) {
            offset %= size;
            type = inner;
            continue;
        }
        if (!sw_symbols_is_readers_class(&type) || is_wrapper(&type) ||
            !find_member(&type, offset, &member, &inner))
            break;
        offset -= offset_of(&member);
        if (dwarf_tag(&member) == DW_TAG_member && dwarf_diename(&member)) {
            named = add_field(named, scopes, &type, dwarf_diename(&member));
            is_field = true;
        }
        type = inner;
    }
    if (is_field)
        return named;
    free(named);
    return NULL;
}

char *sw_symbols_field(Dwarf *dwarf, struct sw_symbols_scopes *scopes, uint64_t address,
                       uint64_t offset, const char *name)
{
    Dwarf_CU *unit = NULL;
    Dwarf_Die die, variable, type;
    while (dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &die, NULL) == 0)
        if (dwarf_tag(&die) == DW_TAG_compile_unit && find_variable(&die, address, 0, &variable))
            return sw_symbols_type(&variable, &type)
                       ? sw_symbols_class_field(scopes, &type, offset, name)
                       : NULL;
    return NULL;
}
