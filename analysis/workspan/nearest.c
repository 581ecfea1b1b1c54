#include "analysis/workspan/nearest.h"

enum { MOST = 64 }; /* characters that are looked at */

/* How many characters are to be inserted, removed, replaced, or swapped with the next one (Levenshtein and Damerau). */
static size_t distance(const char *a, const char *b)
{
    size_t rows[3][MOST + 1], n = strnlen(a, MOST), m = strnlen(b, MOST);
    for (size_t i = 0; i <= n; i++) {
        size_t *row = rows[i % 3], *last = rows[(i + 2) % 3], *last_but_one = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t best = i ? last[j - 1] + (a[i - 1] != b[j - 1]) : j;
            if (i && last[j] + 1 < best)
                best = last[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                last_but_one[j - 2] + 1 < best)
                best = last_but_one[j - 2] + 1;
            row[j] = best;
        }
    }
    return rows[n % 3][m];
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
