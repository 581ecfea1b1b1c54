/* Writes JSON: strings escaped (control characters, so that nothing is lost and no terminal obeys them; what is not UTF-8 becomes U+FFFD),
 * numbers finite or null. */
#pragma once

#include "report/write/table.h"

struct sw_json {
    FILE *out;
    int depth, empty; /* empty: nothing yet in the object or list in progress */
    int more_lines;   /* levels, beyond the two, whose members have a line each */
    int dense; /* for a script in a page: no blanks, no lines, and no '<' that could end it */
};

/*
 * What the text shows, with what follows for its conversions: sw_json_put(json, "{name:%s, lost?:%g, places:[%s]}", ...). Brackets need
 * not match: the object or list in progress stays open, and another call goes on with it. A member whose name ends with '?' is left
 * out where it is "", 0, false or not known. Texts: %s (NULL is ""), 'words'; integers: %u, %lu, %zu, 1; with a sign: %ld; booleans: %d;
 * reals: %g, and %.9g for those that are whole where they can be, else of so many digits.
 */
void sw_json_put(struct sw_json *json, const char *shown, ...)
    __attribute__((format(printf, 2, 3)));

/* One by one: `key` is NULL in a list. `brackets` is "{" or "[", then "}" or "]". */
void sw_json_open(struct sw_json *json, const char *key, char bracket);
void sw_json_close(struct sw_json *json, char bracket);

void sw_json_string(struct sw_json *json, const char *key, const char *text);
void sw_json_integer(struct sw_json *json, const char *key, uint64_t value);
void sw_json_change(struct sw_json *json, const char *key, int64_t value);
void sw_json_real(struct sw_json *json, const char *key, double value);
void sw_json_exact(struct sw_json *json, const char *key, double value); /* whole where it is */
void sw_json_null(struct sw_json *json, const char *key);
void sw_json_boolean(struct sw_json *json, const char *key, int value);
void sw_json_strings(struct sw_json *json, const char *key, const char *const *texts, size_t n);

/* The columns of one row, as members of the object in progress; nested as their keys say. */
void sw_json_members(struct sw_json *json, const struct sw_table *table, const void *row);
