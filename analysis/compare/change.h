/* What two profiles are compared by: a figure in both, and which of them have a thing at all. */
#pragma once

#include "profile/profile.h"

struct sw_change {
    union {
        struct {
            uint64_t before, after;
        };
        uint64_t at[2]; /* the same */
    };
    int64_t growth; /* after - before, as far as it fits */
};

struct sw_change sw_change_make(uint64_t before, uint64_t after);
void sw_change_settle(struct sw_change *change); /* of what was added up: the growth */

/* after / before; NAN where before is 0. */
double sw_change_ratio(const struct sw_change *change);

enum sw_presence { SW_IN_BOTH, SW_BEFORE_ONLY, SW_AFTER_ONLY };

/* Whether the programs got the same arguments, whatever their own names are. */
int sw_same_arguments(const struct sw_profile *a, const struct sw_profile *b);
bool sw_same_words(char *const *a, char *const *b); /* up to a NULL */

/* The program and its arguments with blanks between them, into a buffer of that size. An end that is cut off says so; returns
 * the length of all. */
size_t sw_join_command(const struct sw_profile *profile, char *text, size_t size);
/* Such words as far as a sentence takes them, into a buffer of that size, which it returns. */
enum { SW_ARGUMENTS_TEXT = 120 };
char *sw_join_arguments(char *const *args, char *text);
