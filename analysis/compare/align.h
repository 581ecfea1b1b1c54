/* Which places of one ordered list are which of another, where some were inserted or removed. */
#pragma once

#include "base/libc.h"

struct sw_align_place {
    int64_t lines[2]; /* where it may be found in the other list: one of the two, the same twice
                         where there is no doubt. In the second list: where it is, twice */
    uint32_t column;
    uint64_t count; /* how often it ran: of two that could be the same, the one that ran as often */
};

#define SW_ALIGN_NONE ((size_t)-1)

/*
 * Sets, for each place of `a`, its partner in `b` or SW_ALIGN_NONE. Partners keep their order.
 * Returns 0 or -ENOMEM.
 */
int sw_align(const struct sw_align_place *a, size_t n, const struct sw_align_place *b, size_t m,
             size_t *partners);
