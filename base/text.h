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
