/* Strings as numbers: equal ones have the same, so that many are compared fast, and each is kept or written once. */
#pragma once

#include "base/libc.h"

struct sw_intern {
    const char **items; /* by number */
    uint32_t n;
    uint32_t *slots; /* one more than a number; 0: free */
    size_t n_slots;  /* a power of two */
    bool copies;     /* set after it was made: they are kept; else borrowed */
    int error;       /* -ENOMEM: some are not there */
};

/* Room for so many different strings at first. 0 or -ENOMEM. */
int sw_intern_init(struct sw_intern *intern, size_t most);
void sw_intern_release(struct sw_intern *intern);

/* From 0 on; 0 as well where there is no memory: see `error`. */
uint32_t sw_intern(struct sw_intern *intern, const char *string);
