#include "compile/rewrite/names.h"

#include <stdlib.h>
#include <string.h>

void sw_names_release(struct sw_names *names)
{
    free(names->name);
    free(names->slot);
    memset(names, 0, sizeof *names);
}

/* FNV-1a. */
static uint32_t hash(const char *text, uint32_t size)
{
    uint32_t h = 2166136261u;
    for (uint32_t i = 0; i < size; i++)
        h = (h ^ (unsigned char)text[i]) * 16777619u;
    return h;
}

static int is(const struct sw_name *a, const struct sw_name *b)
{
    return a->hash == b->hash && a->size == b->size && !memcmp(a->text, b->text, a->size);
}

/* The slot that has the name, or the free one that it would get. */
static uint32_t *find(const struct sw_names *names, const struct sw_name *name)
{
    uint32_t last = names->capacity * 2 - 1, i = name->hash & last;
    while (names->slot[i] && !is(&names->name[names->slot[i] - 1], name))
        i = (i + 1) & last;
    return &names->slot[i];
}

static int grow(struct sw_names *names)
{
    uint32_t capacity = names->capacity ? names->capacity * 2 : 1024;
    uint32_t *slot = calloc((size_t)capacity * 2, sizeof *slot);
    struct sw_name *name = slot ? realloc(names->name, capacity * sizeof *name) : NULL;
    if (!name) {
        free(slot);
        return -1;
    }
    free(names->slot);
    names->slot = slot;
    names->name = name;
    names->capacity = capacity;
    for (uint32_t i = 0; i < names->count; i++)
        *find(names, &name[i]) = i + 1;
    return 0;
}

uint32_t sw_names_number(struct sw_names *names, const char *text, uint32_t size)
{
    struct sw_name name = {text, size, hash(text, size)};
    if (names->count == names->capacity && grow(names))
        return UINT32_MAX;
    uint32_t *slot = find(names, &name);
    if (!*slot) {
        names->name[names->count++] = name;
        *slot = names->count;
    }
    return *slot - 1;
}
