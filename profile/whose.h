/*
 * Whose code it is: the reader's, who can change it, or a library's, whose caller is of interest instead. This is the one rule for findings,
 * tables, source, flame graphs and exports. In this order:
 *
 *   - the file of the line: what is installed with the system or a compiler is a library's, inlined into the reader's code or not;
 *   - the object that the code is in: a runtime of a language or of threads, or a library of the system's; of a program that is the system's
 *     too, only the former;
 *   - where there is no line: a function of a program whose other lines are known was linked into it; of other programs, namespaces tell.
 */
#pragma once

#include "profile/profile.h"

/* What was mapped at that address, or NULL. */
const struct sw_module *sw_module_of(const struct sw_profile *profile, uint64_t address);

/* By the file alone: neither installed nor without a name. */
bool sw_file_is_readers(const char *path);

/* By the object alone. NULL: not known, as of code that was made while the program ran. */
bool sw_module_is_readers(const struct sw_profile *profile, const struct sw_module *module);

/* Of code there in such a module (sw_module_is_readers()); `has_lines`: lines of that module are known. */
bool sw_place_is_readers(const struct sw_place *place, bool in_readers_module, bool has_lines);

/* The innermost of those that it was inlined into, or itself, whose file is the reader's; else itself. */
const struct sw_place *sw_place_of_reader(const struct sw_place *place);

bool sw_begins_with_any(const char *text, const char *const *list, size_t n);

/* Whether a function that has no line is of a library's namespace: "std::", ... */
bool sw_name_is_librarys(const char *function);
