/* Texts. */
#pragma once

#include <stdbool.h>
#include <string.h>

/* And there is something before it. */
static inline bool sw_ends_in(const char *text, const char *end)
{
    size_t n = strlen(text), size = strlen(end);
    return n > size && !strcmp(text + n - size, end);
}

/* The function that has the name of each value of an enum: SW_NAMES(sw_fruit_name, enum sw_fruit, "apple", "pear"). */
#define SW_NAMES(function, type, ...)                     \
    const char *function(type value)                      \
    {                                                     \
        static const char *const names[] = {__VA_ARGS__}; \
        return names[value];                              \
    }

/* Says why not, into a buffer, and is -EINVAL. */
#define SW_REFUSE(why, size, ...) (snprintf(why, size, __VA_ARGS__), -EINVAL)
