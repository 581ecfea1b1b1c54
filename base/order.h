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

/* The comparison of that name: of x and y by such keys, in an array of that type, or of pointers to it.
 * SW_ORDER(longest_first, struct line, SW_FALLING(x->length, y->length), SW_RISING(x->number, y->number)) */
#define SW_ORDER(name, type, ...)                 \
    static int name(const void *a, const void *b) \
    {                                             \
        const type *x = a, *y = b;                \
        return SW_BY(__VA_ARGS__);                \
    }
#define SW_ORDER_AT(name, type, ...)                                           \
    static int name(const void *a, const void *b)                              \
    {                                                                          \
        const type *x = *(const type *const *)a, *y = *(const type *const *)b; \
        return SW_BY(__VA_ARGS__);                                             \
    }
