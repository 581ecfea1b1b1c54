#include "analysis/workspan/nearest.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 64 }; /* characters that are looked at */

/* How many characters are to be inserted, removed or replaced (Levenshtein). */
static size_t distance(const char *a, const char *b)
{
    size_t row[MOST + 1], n = strnlen(a, MOST), m = strnlen(b, MOST);
    for (size_t j = 0; j <= m; j++)
        row[j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[m];
}

void sw_nearest_offer(struct sw_nearest *s, const char *name)
{
    size_t d, to = s->n;
    if (!*name)
        return;
    for (size_t i = 0; i < s->n; i++)
        if (!strcmp(s->names[i], name))
            return;
    d = distance(s->wanted, name);
    if (to < SW_NEAREST_MOST)
        s->n++;
    else if (d >= s->distances[--to])
        return;
    for (; to > 0 && s->distances[to - 1] > d; to--) {
        s->names[to] = s->names[to - 1];
        s->distances[to] = s->distances[to - 1];
    }
    s->names[to] = name;
    s->distances[to] = d;
}

char *sw_nearest_list(const struct sw_nearest *s, char *text, size_t size)
{
    size_t at = 0;
    *text = 0;
    for (size_t i = 0; i < s->n && at < size; i++)
        at += (size_t)snprintf(text + at, size - at, "%s'%.100s'", i ? ", " : "", s->names[i]);
    return text;
}
