/*
 * Numbers for spellings, from 0 in the order of their first appearance: what is known of a name is kept
 * by its number, and finding it does not take longer in a longer file.
 */
#ifndef SPANWISE_COMPILE_REWRITE_NAMES_H
#define SPANWISE_COMPILE_REWRITE_NAMES_H

#include <stdint.h>

struct sw_name {
    const char *text; /* borrowed */
    uint32_t size, hash;
};

/* All zero is an empty one. */
struct sw_names {
    struct sw_name *name; /* count of them, by number */
    uint32_t count, capacity;
    uint32_t *slot; /* number + 1; 0: free. Twice as many as `capacity`, a power of two */
};

void sw_names_release(struct sw_names *names);

/* The number of a spelling, a new one if it has none yet; UINT32_MAX when memory runs out. Borrows
 * the text until release. */
uint32_t sw_names_number(struct sw_names *names, const char *text, uint32_t size);

#endif
