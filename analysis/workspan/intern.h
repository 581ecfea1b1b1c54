/* Strings as numbers: equal ones have the same, so that many are compared fast. Borrows them. */
#ifndef SPANWISE_ANALYSIS_WORKSPAN_INTERN_H
#define SPANWISE_ANALYSIS_WORKSPAN_INTERN_H

#include <stddef.h>
#include <stdint.h>

struct sw_intern {
    const char **slots;
    uint32_t *numbers; /* of the slots' strings */
    size_t n_slots;    /* a power of two */
    uint32_t n;
};

/* Room for so many different strings. 0 or -ENOMEM. */
int sw_intern_init(struct sw_intern *intern, size_t most);
void sw_intern_release(struct sw_intern *intern);

uint32_t sw_intern(struct sw_intern *intern, const char *string); /* from 0 on */

#endif
