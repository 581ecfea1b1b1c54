#include "analysis/change.h"

#include "analysis/bounds.h"

#include <stdio.h>
#include <string.h>

double sw_change_ratio(const struct sw_change *change)
{
    return sw_parallelism(change->after, change->before);
}

static int64_t difference(uint64_t from, uint64_t to)
{
    if (to >= from)
        return to - from > INT64_MAX ? INT64_MAX : (int64_t)(to - from);
    return from - to > INT64_MAX ? -INT64_MAX : -(int64_t)(from - to);
}

struct sw_change sw_change_make(uint64_t before, uint64_t after)
{
    return (struct sw_change){before, after, difference(before, after)};
}

int sw_same_arguments(const struct sw_profile *a, const struct sw_profile *b)
{
    static char *const none[] = {NULL, NULL};
    char *const *x = (a->args && *a->args ? a->args : none) + 1;
    char *const *y = (b->args && *b->args ? b->args : none) + 1;
    while (*x && *y && !strcmp(*x, *y)) {
        x++;
        y++;
    }
    return !*x && !*y;
}

char *sw_join_arguments(char *const *args, char *text)
{
    size_t at = 0;
    *text = 0;
    for (; args && *args && at < SW_ARGUMENTS_TEXT; args++)
        at += (size_t)snprintf(text + at, SW_ARGUMENTS_TEXT - at, "%s%s", at ? " " : "", *args);
    if (at >= SW_ARGUMENTS_TEXT)
        strcpy(text + SW_ARGUMENTS_TEXT - 4, "...");
    return text;
}
