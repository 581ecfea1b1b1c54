#include "analysis/compare/change.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/sites.h"

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
    return (struct sw_change){
        .before = before, .after = after, .growth = difference(before, after)};
}

void sw_change_settle(struct sw_change *change)
{
    change->growth = difference(change->before, change->after);
}

bool sw_same_words(char *const *a, char *const *b)
{
    for (; *a && *b && !strcmp(*a, *b); a++)
        b++;
    return !*a && !*b;
}

int sw_same_arguments(const struct sw_profile *a, const struct sw_profile *b)
{
    static char *const none[] = {NULL, NULL};
    return sw_same_words((a->args && *a->args ? a->args : none) + 1,
                         (b->args && *b->args ? b->args : none) + 1);
}

static size_t join(const char *first, char *const *rest, char *text, size_t size)
{
    size_t length = (size_t)snprintf(text, size, "%s", first);
    for (; rest && *rest; rest++) {
        size_t at = length < size ? length : size;
        length += (size_t)snprintf(size ? text + at : NULL, size - at, " %s", *rest);
    }
    if (length >= size && size >= sizeof "...")
        strcpy(text + size - sizeof "...", "...");
    return length;
}

char *sw_join_arguments(char *const *args, char *text)
{
    bool none = !args || !*args;
    join(none ? "" : *args, none ? NULL : args + 1, text, SW_ARGUMENTS_TEXT);
    return text;
}

size_t sw_join_command(const struct sw_profile *p, char *text, size_t size)
{
    return join(sw_string(p->program), p->args && *p->args ? p->args + 1 : NULL, text, size);
}
