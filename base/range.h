/* Addresses from one up to another, and stacks. */
#pragma once

#include <stdint.h>

struct sw_range {
    uint64_t low, high; /* from low, below high */
};

struct sw_stack {
    uint64_t low, size;
};
