#include "tool/common/amount.h"
#include "console/message.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Digits, as people write them: strtod() also takes "nan", "inf", "0x1p3" and blanks. */
static bool take_real(const char *text, double *value, const char **rest)
{
    char *end;
    size_t size = strspn(text, "0123456789.");
    if (!isdigit((unsigned char)*text))
        return false;
    *value = strtod(text, &end);
    *rest = text + size;
    return end == *rest && isfinite(*value);
}

bool sw_amount_ratio(const char *name, const char *text, double *value)
{
    const char *rest;
    if (take_real(text, value, &rest) && !*rest && *value > 0)
        return true;
    sw_error("--%s takes a number above 0, not '%s'", name, text);
    return false;
}

static const struct {
    const char *name;
    double factor;
    int is_time;
} suffixes[] = {
    {"", 1, 0},     {"K", 1e3, 0}, {"k", 1e3, 0},  {"M", 1e6, 0},         {"G", 1e9, 0},
    {"T", 1e12, 0}, {"ns", 1, 1},  {"us", 1e3, 1}, {"\302\265s", 1e3, 1}, {"ms", 1e6, 1},
    {"s", 1e9, 1},
};

bool sw_amount_cost(const char *name, const char *text, double *value, int *is_time)
{
    const char *rest;
    if (take_real(text, value, &rest) && *value > 0)
        for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
            if (!strcmp(rest, suffixes[i].name) && *value * suffixes[i].factor < 0x1p64) {
                *value *= suffixes[i].factor;
                *is_time = suffixes[i].is_time;
                return true;
            }
    sw_error("--%s takes a number above 0, with K, M or G, or a time with ns, us, ms or s, not "
             "'%s'",
             name, text);
    return false;
}

bool sw_amount_speedup(const char *name, const char *text, uint64_t *processors, double *value)
{
    char *end;
    const char *rest;
    unsigned long long p = strtoull(text, &end, 10);
    if (isdigit((unsigned char)*text) && *end == ':' && p >= 1 && p <= 1000000000 &&
        take_real(end + 1, value, &rest) && !*rest && *value > 0) {
        *processors = p;
        return true;
    }
    sw_error("--%s takes processors and a speedup, such as '8:5.5', not '%s'", name, text);
    return false;
}

bool sw_amount_percent(const char *name, const char *text, double *share)
{
    const char *rest;
    if (take_real(text, share, &rest) && (!*rest || !strcmp(rest, "%")) && *share <= 100000) {
        *share /= 100;
        return true;
    }
    sw_error("--%s takes a percentage, such as '5%%', not '%s'", name, text);
    return false;
}
