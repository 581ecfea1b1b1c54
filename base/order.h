/* What comes first, for qsort(): below 0, 0 or above 0. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define SW_RISING(x, y)  (((x) > (y)) - ((x) < (y)))
#define SW_FALLING(x, y) SW_RISING(y, x)

static inline uint64_t sw_least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static inline uint64_t sw_most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* By several keys: the first that decides. */
#define SW_BY(...) \
    sw_by((const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int))
static inline int sw_by(const int *orders, size_t n)
{
    while (n > 1 && !*orders)
        orders++, n--;
    return *orders;
}
