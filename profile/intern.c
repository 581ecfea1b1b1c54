#include "profile/intern.h"

/* FNV-1a */
static uint64_t hash(const char *string)
{
    uint64_t h = 14695981039346656037u;
    for (; *string; string++)
        h = (h ^ (unsigned char)*string) * 1099511628211u;
    return h ^ h >> 32;
}

/* Where it is, or is to be. */
static uint32_t *slot_of(const struct sw_intern *intern, const char *string)
{
    size_t at = hash(string) & (intern->n_slots - 1);
    while (intern->slots[at] && strcmp(intern->items[intern->slots[at] - 1], string))
        at = (at + 1) & (intern->n_slots - 1);
    return &intern->slots[at];
}

/* Slots are at most half full. */
static int grow(struct sw_intern *intern, size_t n_slots)
{
    uint32_t *slots = calloc(n_slots, sizeof *slots);
    const char **items = realloc(intern->items, (n_slots / 2 + 1) * sizeof *items);
    if (items)
        intern->items = items;
    if (!slots || !items) {
        free(slots);
        return -ENOMEM;
    }
    free(intern->slots);
    intern->slots = slots;
    intern->n_slots = n_slots;
    for (uint32_t i = 0; i < intern->n; i++)
        *slot_of(intern, items[i]) = i + 1;
    return 0;
}

int sw_intern_init(struct sw_intern *intern, size_t most)
{
    size_t n_slots = 16;
    while (n_slots < 2 * most)
        n_slots *= 2;
    *intern = (struct sw_intern){0};
    int error = intern->error = grow(intern, n_slots);
    if (error)
        sw_intern_release(intern);
    return error;
}

void sw_intern_release(struct sw_intern *intern)
{
    for (uint32_t i = 0; intern->copies && i < intern->n; i++)
        free((char *)intern->items[i]);
    free(intern->items);
    free(intern->slots);
    *intern = (struct sw_intern){.error = intern->error};
}

uint32_t sw_intern(struct sw_intern *intern, const char *string)
{
    if (!intern->error && 2 * ((size_t)intern->n + 1) > intern->n_slots)
        intern->error = grow(intern, 2 * (intern->n_slots ? intern->n_slots : 8));
    if (intern->error)
        return 0;
    uint32_t *slot = slot_of(intern, string);
    if (*slot)
        return *slot - 1;
    const char *kept = intern->copies ? strdup(string) : string;
    if (!kept) {
        intern->error = -ENOMEM;
        return 0;
    }
    intern->items[intern->n++] = kept;
    *slot = intern->n;
    return intern->n - 1;
}
