#include "tool/common/number_list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct list {
    const char *at;
    uint64_t most;
    bool *wanted;
    uint64_t before, last; /* the newest two; 0: none */
};

/* A number at the start of the text, which then goes on behind it. */
static bool take_number(struct list *list, uint64_t least, uint64_t *value)
{
    char *end;
    errno = 0;
    unsigned long long v = strtoull(list->at, &end, 10);
    if (*list->at < '0' || *list->at > '9' || errno || v < least || v > list->most)
        return false;
    list->at = end;
    *value = v;
    return true;
}

static void put(struct list *list, uint64_t n)
{
    list->wanted[n] = true;
    list->before = list->last;
    list->last = n;
}

/* "4", "1-4" or "1..4" */
static bool take_range(struct list *list)
{
    uint64_t first, last;
    if (!take_number(list, 1, &first))
        return false;
    put(list, first);
    if (*list->at != '-' && (strncmp(list->at, "..", 2) || list->at[2] == '.'))
        return true;
    list->at += *list->at == '-' ? 1 : 2;
    if (!take_number(list, first, &last))
        return false;
    while (first < last)
        put(list, ++first);
    return true;
}

/* "...,64": doubled where the two before it were, else in steps of their distance. */
static bool go_on(struct list *list)
{
    uint64_t end, before = list->before, last = list->last;
    list->at += 4;
    if (!before || last <= before || !take_number(list, last + 1, &end))
        return false;
    bool doubles = last == 2 * before;
    for (uint64_t n = last; n <= end; n += doubles ? n : last - before)
        list->wanted[n] = true;
    put(list, end);
    return true;
}

bool sw_number_list_parse(const char *text, uint64_t most, bool *wanted)
{
    struct list list = {.at = text, .most = most, .wanted = wanted};
    while (!strncmp(list.at, "...,", 4) ? go_on(&list) : take_range(&list)) {
        if (!*list.at)
            return true;
        if (*list.at++ != ',')
            break;
    }
    return false;
}
