/* Addresses from one up to another. */
#ifndef SPANWISE_BASE_RANGE_H
#define SPANWISE_BASE_RANGE_H

#include <stdint.h>

struct sw_range {
    uint64_t low, high; /* from low, below high */
};

#endif
