#include "profile/front_end.h"

#include <string.h>

#define NAME(kind, id, name) [SW_FRONT_END_##kind] = name,
static const char *const names[SW_FRONT_ENDS] = {SW_FRONT_END_EACH(NAME)};

const char *sw_front_end_name(enum sw_front_end_kind kind)
{
    return names[kind];
}

enum sw_front_end_kind sw_front_end_named(const char *name)
{
    for (unsigned i = 0; i < SW_FRONT_ENDS; i++)
        if (*names[i] && !strcmp(names[i], name))
            return (enum sw_front_end_kind)i;
    return SW_FRONT_END_UNKNOWN;
}
