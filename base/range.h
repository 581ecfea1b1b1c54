/* Addresses from one up to another, and stacks. */
#ifndef SPANWISE_BASE_RANGE_H
#define SPANWISE_BASE_RANGE_H

#include <stdint.h>

struct sw_range {
    uint64_t low, high; /* from low, below high */
};

struct sw_stack {
    uint64_t low, size;
};

#endif
