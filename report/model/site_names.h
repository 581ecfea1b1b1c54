/*
 * The fields that say which call site a row is about. A row is a struct sw_site, or begins with one; the context is the profile, or
 * is not looked at.
 */
#pragma once

#include "profile/profile.h"
#include "report/write/table.h"

SW_SHARED_GETTER(sw_site_get_kind, profile);
SW_SHARED_GETTER(sw_site_get_callee, profile);
SW_SHARED_GETTER(sw_site_get_address, profile);
SW_SHARED_GETTER(sw_site_get_inlined_into, profile);
SW_SHARED_GETTER(sw_site_get_where, profile);
/* Where no file is known, the address says which one it is: */
SW_SHARED_GETTER(sw_site_get_place, profile);
SW_SHARED_GETTER(sw_site_get_file, profile);
SW_SHARED_GETTER(sw_site_get_call, profile);

/* "file", "line", "column", "caller", "callee", "kind", which JSON begins a site with; and for people: "where", "call". */
#define SITE_FIELDS                                                                          \
    SW_COLUMN("file", NULL, NULL, SW_TEXT, AT(sw_site, caller_place.file)),                  \
        SW_COLUMN("line", NULL, NULL, SW_NUMBER, AT(sw_site, caller_place.line)),            \
        SW_COLUMN("column", NULL, NULL, SW_NUMBER, AT(sw_site, caller_place.column)),        \
        SW_COLUMN("caller", NULL, NULL, SW_TEXT, AT(sw_site, caller_place.function)),        \
        SW_COLUMN("callee", NULL, NULL, SW_TEXT, .get = sw_site_get_callee),                 \
        SW_COLUMN("kind", NULL, NULL, SW_TEXT, .get = sw_site_get_kind),                     \
        SW_COLUMN("where", NULL, "line", SW_TEXT, .get = sw_site_get_where, .fit = SW_PATH), \
        SW_COLUMN("call", NULL, NULL, SW_TEXT, .get = sw_site_get_call, .fit = SW_NAME,      \
                  .word = "call site")
