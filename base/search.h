/* Search in what is in order. */
#pragma once

#include <stddef.h>

/* How many of n come before what is looked for: `comes_before` says it of i, and is true of the first ones only. */
#define SW_BEFORE(n, i, comes_before)             \
    __extension__({                               \
        size_t low_ = 0, high_ = (n);             \
        while (low_ < high_) {                    \
            size_t i = low_ + (high_ - low_) / 2; \
            if (comes_before)                     \
                low_ = i + 1;                     \
            else                                  \
                high_ = i;                        \
        }                                         \
        low_;                                     \
    })
