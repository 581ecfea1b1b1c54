#include "report/html/strings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 1024 };

/* FNV-1a */
static uint64_t hash(const char *string)
{
    uint64_t h = 14695981039346656037u;
    for (; *string; string++)
        h = (h ^ (unsigned char)*string) * 1099511628211u;
    return h ^ h >> 32;
}

/* Where it is, or is to be. */
static uint32_t *slot_of(const struct sw_html_strings *s, const char *string)
{
    size_t at = hash(string) & (s->n_slots - 1);
    while (s->slots[at] && strcmp(s->items[s->slots[at] - 1], string))
        at = (at + 1) & (s->n_slots - 1);
    return &s->slots[at];
}

static int grow_slots(struct sw_html_strings *s)
{
    size_t n_slots = s->n_slots ? 2 * s->n_slots : FIRST_SLOTS;
    uint32_t *slots = calloc(n_slots, sizeof *slots);
    if (!slots)
        return -ENOMEM;
    free(s->slots);
    s->slots = slots;
    s->n_slots = n_slots;
    for (size_t i = 0; i < s->n; i++)
        *slot_of(s, s->items[i]) = (uint32_t)i + 1;
    return 0;
}

static int make_room(struct sw_html_strings *s)
{
    if (s->n == s->room) {
        size_t room = s->room ? 2 * s->room : FIRST_SLOTS / 2;
        char **items = realloc(s->items, room * sizeof *items);
        if (!items)
            return -ENOMEM;
        s->items = items;
        s->room = room;
    }
    return 2 * (s->n + 1) > s->n_slots ? grow_slots(s) : 0;
}

void sw_html_strings_init(struct sw_html_strings *s)
{
    *s = (struct sw_html_strings){0};
    sw_html_strings_number(s, "");
}

void sw_html_strings_release(struct sw_html_strings *s)
{
    for (size_t i = 0; i < s->n; i++)
        free(s->items[i]);
    free(s->items);
    free(s->slots);
    *s = (struct sw_html_strings){0};
}

uint32_t sw_html_strings_number(struct sw_html_strings *s, const char *string)
{
    if (s->error || (s->error = make_room(s)))
        return 0;
    uint32_t *slot = slot_of(s, string);
    if (*slot)
        return *slot - 1;
    char *copy = strdup(string);
    if (!copy) {
        s->error = -ENOMEM;
        return 0;
    }
    s->items[s->n++] = copy;
    *slot = (uint32_t)s->n;
    return *slot - 1;
}
