/*
 * What nearly every file of the tool uses of libc, included once, as git-compat-util.h does it for git: the headers have it from here, and
 * the sources from their headers. Not for what is loaded into programs, which looks at each name that it takes from libc.
 */
#pragma once

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/* Of a parameter that a function has for the sake of its callers. */
#define SW_UNUSED __attribute__((unused))

/* A local that is freed where its block is left, on whatever way. */
#define SW_FREED  __attribute__((cleanup(sw_free_local)))
static inline void sw_free_local(void *local)
{
    void *memory;
    memcpy(&memory, local, sizeof memory);
    free(memory);
}

/* A loop over n in an array, the first one first: `item` points to each. */
#define SW_EACH(item, array, n) \
    for (__typeof__(&*(array)) item = (array); (size_t)(item - (array)) < (size_t)(n); item++)

/* The first of these for which that is true, or NULL. */
#define SW_FIRST(item, array, n, is_it)      \
    __extension__({                          \
        __typeof__(&*(array)) found_ = NULL; \
        SW_EACH (item, array, n)             \
            if (is_it) {                     \
                found_ = item;               \
                break;                       \
            }                                \
        found_;                              \
    })
