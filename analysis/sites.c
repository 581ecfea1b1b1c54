#include "analysis/sites.h"

#include <string.h>

const char *sw_site_kind_name(uint32_t kind)
{
    static const char *const names[] = {"call", "spawn", "loop", "scope", "root"};
    return kind < sizeof names / sizeof *names ? names[kind] : "other";
}

const char *sw_string(const char *string)
{
    return string ? string : "";
}

static const char *known(const char *string)
{
    return string && *string ? string : "?";
}

const char *sw_site_callee(const struct sw_site *site)
{
    return known(site->callee_place.function);
}

const char *sw_site_caller(const struct sw_site *site)
{
    return known(site->caller_place.function);
}

int sw_site_is_main(const struct sw_site *site)
{
    const char *caller = sw_string(site->caller_place.function);
    return !strcmp(sw_site_callee(site), "main") &&
           (!*caller || !strncmp(caller, "__libc_start", strlen("__libc_start")));
}

const char *sw_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}
