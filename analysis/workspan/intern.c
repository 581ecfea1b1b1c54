#include "analysis/workspan/intern.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int sw_intern_init(struct sw_intern *intern, size_t most)
{
    *intern = (struct sw_intern){.n_slots = 16};
    while (intern->n_slots < 2 * most)
        intern->n_slots *= 2;
    intern->slots = calloc(intern->n_slots, sizeof *intern->slots);
    intern->numbers = calloc(intern->n_slots, sizeof *intern->numbers);
    if (intern->slots && intern->numbers)
        return 0;
    sw_intern_release(intern);
    return -ENOMEM;
}

void sw_intern_release(struct sw_intern *intern)
{
    free(intern->slots);
    free(intern->numbers);
    *intern = (struct sw_intern){0};
}

/* FNV-1a */
static uint64_t hash(const char *string)
{
    uint64_t h = 14695981039346656037u;
    for (; *string; string++)
        h = (h ^ (unsigned char)*string) * 1099511628211u;
    return h ^ h >> 32;
}

uint32_t sw_intern(struct sw_intern *intern, const char *string)
{
    size_t at = hash(string) & (intern->n_slots - 1);
    while (intern->slots[at] && strcmp(intern->slots[at], string))
        at = (at + 1) & (intern->n_slots - 1);
    if (!intern->slots[at]) {
        intern->slots[at] = string;
        intern->numbers[at] = intern->n++;
    }
    return intern->numbers[at];
}
