/*
 * The fields that say which call site a row is about. A row is a struct sw_site, or begins with one; the context is the profile, or
 * is not looked at.
 */
#pragma once

#include "profile/profile.h"
#include "report/write/table.h"

void sw_site_get_kind(const void *row, const void *context, struct sw_value *value);
void sw_site_get_callee(const void *row, const void *context, struct sw_value *value);
void sw_site_get_address(const void *row, const void *context, struct sw_value *value);
void sw_site_get_inlined_into(const void *row, const void *context, struct sw_value *value);
void sw_site_get_where(const void *row, const void *context, struct sw_value *value);
/* Where no file is known, the address says which one it is: */
void sw_site_get_place(const void *row, const void *profile, struct sw_value *value);
void sw_site_get_file(const void *row, const void *profile, struct sw_value *value);
void sw_site_get_call(const void *row, const void *context, struct sw_value *value);

/* "file", "line", "column", "caller", "callee", "kind", which JSON begins a site with; and for people: "where", "call". */
#define SITE_FIELDS                                                                               \
    {"file", NULL, NULL, SW_TEXT, AT(sw_site, caller_place.file)},                                \
        {"line", NULL, NULL, SW_NUMBER, AT(sw_site, caller_place.line)},                          \
        {"column", NULL, NULL, SW_NUMBER, AT(sw_site, caller_place.column)},                      \
        {"caller", NULL, NULL, SW_TEXT, AT(sw_site, caller_place.function)},                      \
        {"callee", NULL, NULL, SW_TEXT, .get = sw_site_get_callee},                               \
        {"kind", NULL, NULL, SW_TEXT, .get = sw_site_get_kind},                                   \
        {"where", NULL, "line", SW_TEXT, .get = sw_site_get_where, .fit = SW_PATH},               \
    {                                                                                             \
        "call", NULL, NULL, SW_TEXT, .get = sw_site_get_call, .fit = SW_NAME, .word = "call site" \
    }
