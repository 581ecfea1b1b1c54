#include "tool/options/take.h"
#include "analysis/memory/traffic.h"
#include "console/message.h"
#include "console/progress.h"
#include "tool/common/number_list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void say_bounds(const struct sw_option *o, const char *value)
{
    sw_error("--%s takes a whole number from %llu to %llu, not '%s'", o->name,
             (unsigned long long)o->least, (unsigned long long)o->most, value);
}

bool sw_take_wrong(const struct sw_option *o, const char *value)
{
    const char *at = o->wrong ? strstr(o->wrong, "%s") : NULL;
    if (at)
        sw_error("%.*s%s%s", (int)(at - o->wrong), o->wrong, value, at + 2);
    else if (o->kind == SW_VALUE_NUMBER)
        say_bounds(o, value);
    else
        sw_error("'--%s=%s' is not one of %s", o->name, value, o->choices);
    return false;
}

/* Flags, enums and numbers are whole numbers of several sizes. */
static bool put(const struct sw_option *o, uint64_t number, void *field)
{
    if (o->size == sizeof(bool))
        *(bool *)field = number != 0;
    else if (o->size == sizeof(uint32_t))
        *(uint32_t *)field = (uint32_t)number;
    else if (o->size == sizeof(uint64_t))
        *(uint64_t *)field = number;
    else
        abort(); /* it is bound to nothing, or to something else */
    return true;
}

static bool take_number(const struct sw_option *o, const char *value, void *field)
{
    char *end;
    errno = 0;
    if (!value || (o->word && !strcmp(value, o->word)))
        return put(o, o->means, field);
    unsigned long long n = strtoull(value, &end, 10);
    if (*value < '0' || *value > '9' || errno || n < o->least || n > o->most ||
        (*end && (!o->suffix || strcmp(end, o->suffix))))
        return sw_take_wrong(o, value);
    return put(o, n, field);
}

static bool take_choice(const struct sw_option *o, const char *value, void *field)
{
    const char *choices = o->accepts ? o->accepts : o->choices;
    char name[SW_CHOICE_SIZE];
    if (!value)
        return put(o, o->means, field);
    for (size_t i = 0; sw_choice_of(choices, i, name); i++)
        if (!strcmp(value, name))
            return put(o, o->least + i, field);
    return sw_take_wrong(o, value);
}

bool sw_take_by_kind(const struct sw_option *o, const char *value, void *field)
{
    if (o->kind == SW_VALUE_NONE)
        return put(o, 1, field);
    if (o->kind == SW_VALUE_NUMBER)
        return take_number(o, value, field);
    if (o->kind == SW_VALUE_CHOICE)
        return take_choice(o, value, field);
    if (o->size != sizeof value)
        abort(); /* the same */
    *(const char **)field = value ? value : "";
    return true;
}

bool sw_take_list(const struct sw_option *o, const char *value, void *field)
{
    if (sw_number_list_parse(value, o->most, field))
        return true;
    sw_error("-N takes numbers of cores from 1 to %llu, as '64', '1,2,4', '1-8' or "
             "'1,2,4,...,64', not '%s'",
             (unsigned long long)o->most, value);
    return false;
}

bool sw_take_quiet(const struct sw_option *o, const char *value, void *field)
{
    sw_quiet_set();
    return !o->size || sw_take_by_kind(o, value, field);
}

bool sw_take(const struct sw_option *o, const char *value, const char *word, void *settings)
{
    sw_take_option take = o->take ? o->take : sw_take_by_kind;
    if (o->given)
        *(const char **)((char *)settings + o->given) = word;
    return take(o, value, (char *)settings + o->at);
}

bool sw_take_memory(const struct sw_option *option, const char *text, void *field)
{
    uint64_t *memory = field;
    char *end;
    unsigned long long n = text ? strtoull(text, &end, 10) : 0;
    unsigned shift = !text                        ? 0
                     : *end == 'K' || *end == 'k' ? 10
                     : *end == 'M' || *end == 'm' ? 20
                                                  : 0;
    if (text &&
        (*text < '0' || *text > '9' || !shift || end[1] ||
         n > sw_capacity_bytes(SW_CAPACITIES - 1) >> shift || n << shift < sw_capacity_bytes(0)))
        return sw_take_wrong(option, text);
    *memory = 1 + (text ? sw_capacity_within(n << shift) : sw_traffic_usual_capacity());
    return true;
}
