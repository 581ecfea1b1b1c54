/*
 * The columns that say which call site a row is about. A row is a struct sw_site, or begins with
 * one; the context is not looked at.
 */
#ifndef SPANWISE_REPORT_MODEL_SITE_NAMES_H
#define SPANWISE_REPORT_MODEL_SITE_NAMES_H

#include "profile/profile.h"
#include "report/write/table.h"

#define AT(type, member) .at = offsetof(struct type, member)
#define OF(type, member) .of = offsetof(struct type, member)

void sw_site_get_kind(const void *row, const void *context, struct sw_value *value);
void sw_site_get_callee(const void *row, const void *context, struct sw_value *value);
void sw_site_get_address(const void *row, const void *context, struct sw_value *value);
void sw_site_get_inlined_into(const void *row, const void *context, struct sw_value *value);
void sw_site_get_where(const void *row, const void *context, struct sw_value *value);
void sw_site_get_place(const void *row, const void *profile, struct sw_value *value);
void sw_site_get_file(const void *row, const void *profile, struct sw_value *value);
void sw_site_get_call(const void *row, const void *context, struct sw_value *value);

#define FILE_COLUMN                                                   \
    {                                                                 \
        "file", "file", NULL, SW_TEXT, AT(sw_site, caller_place.file) \
    }
/* The context is the profile: where no file is known, the address says which one it is. */
#define PAGE_FILE_COLUMN                                     \
    {                                                        \
        "file", NULL, NULL, SW_TEXT, .get = sw_site_get_file \
    }
#define PLACE_COLUMN                                                          \
    {                                                                         \
        NULL, NULL, "line", SW_TEXT, .get = sw_site_get_place, .fit = SW_PATH \
    }
#define LINE_COLUMN                                                     \
    {                                                                   \
        "line", "line", NULL, SW_NUMBER, AT(sw_site, caller_place.line) \
    }
#define COLUMN_COLUMN                                                         \
    {                                                                         \
        "column", "column", NULL, SW_NUMBER, AT(sw_site, caller_place.column) \
    }
#define CALLER_COLUMN                                                         \
    {                                                                         \
        "caller", "caller", NULL, SW_TEXT, AT(sw_site, caller_place.function) \
    }
#define CALLEE_COLUMN                                                \
    {                                                                \
        "callee", "callee", NULL, SW_TEXT, .get = sw_site_get_callee \
    }

/* What JSON begins a site with. */
#define SITE_COLUMNS                                                       \
    FILE_COLUMN, LINE_COLUMN, COLUMN_COLUMN, CALLER_COLUMN, CALLEE_COLUMN, \
    {                                                                      \
        "kind", NULL, NULL, SW_TEXT, .get = sw_site_get_kind               \
    }

#define WHERE_COLUMN                                                          \
    {                                                                         \
        NULL, NULL, "line", SW_TEXT, .get = sw_site_get_where, .fit = SW_PATH \
    }
#define CALL_COLUMN                                                          \
    {                                                                        \
        NULL, NULL, "call", SW_TEXT, .get = sw_site_get_call, .fit = SW_NAME \
    }

#endif
