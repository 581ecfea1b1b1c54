/* For a name that nobody has: those that look like it. */
#pragma once

#include "base/libc.h"

enum { SW_NEAREST_MOST = 3 };

struct sw_nearest {
    const char *wanted;
    const char *names[SW_NEAREST_MOST]; /* the nearest first; borrowed */
    size_t distances[SW_NEAREST_MOST];
    size_t n;
};

/* Offers a name; one that was offered before, or is empty, is passed over. */
void sw_nearest_offer(struct sw_nearest *nearest, const char *name);

/* "'solve', 'step', 'sort'", into the buffer, which it returns. */
char *sw_nearest_list(const struct sw_nearest *nearest, char *text, size_t size);
