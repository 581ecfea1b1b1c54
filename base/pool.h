/*
 * Memory that goes back all at once: what a computation needs while it goes on, or what it has made. Who takes some need not look whether
 * there is any, as long as nobody uses it before `error` was looked at.
 */
#pragma once

#include "base/libc.h"

/* All zero: empty. */
struct sw_pool {
    void **last; /* each begins with where the one before is */
    int error;   /* -ENOMEM: there was not enough for some */
};

/* Room for so many of that size, all zero. NULL: no memory. */
static inline void *sw_pool_take(struct sw_pool *pool, size_t n, size_t size)
{
    enum { HEAD = 16 };
    size_t bytes;
    void **memory = NULL;
    if (!__builtin_mul_overflow(n, size, &bytes) && bytes <= PTRDIFF_MAX - HEAD)
        memory = calloc(1, HEAD + bytes);
    if (!memory) {
        pool->error = -ENOMEM;
        return NULL;
    }
    *memory = pool->last;
    pool->last = memory;
    return (char *)memory + HEAD;
}

static inline void sw_pool_release(struct sw_pool *pool)
{
    while (pool->last) {
        void **memory = pool->last;
        pool->last = *memory;
        free(memory);
    }
    pool->error = 0;
}

/* The same of n of what a pointer points to, which it then does. */
#define SW_POOLED(pool, pointer, n) ((pointer) = sw_pool_take(pool, n, sizeof *(pointer)))

/* A pool that is released where its block is left, on whatever way. */
#define SW_POOL(pool)               __attribute__((cleanup(sw_pool_release))) struct sw_pool pool = {0}
