/*
 * One hash table with open addressing, never more than half full, serves places and openings: the
 * latter have a kind that no construct has. What was found by walking up, a fold or that a place is
 * open already, is remembered there as well.
 */
#include "engine/dag/construct.h"

#include <errno.h>
#include <string.h>

#define KIND_OPENING   UINT32_MAX
#define OPENINGS_MAX   (1u << 16)
#define FIRST_OPENING  (1u << 31)
#define FIRST_SLOTS    256u
#define FIRST_RECORDS  32u
#define FIRST_OPENINGS 32u

/* Takes a table of twice the size, or the first one; NULL: no memory. What is left behind stays in
 * the arena, less than what is in use. */
static void *grow(struct sw_arena *arena, const void *old, uint32_t n, uint32_t first, size_t size,
                  uint32_t *capacity)
{
    uint32_t wanted = *capacity ? 2 * *capacity : first;
    void *table = sw_arena_take(arena, wanted * size);
    if (!table)
        return NULL;
    if (n)
        memcpy(table, old, n * size);
    *capacity = wanted;
    return table;
}

static bool slots_grow(struct sw_dag_places *places);

int sw_dag_places_init(struct sw_dag_places *places, struct sw_arena *arena)
{
    places->arena = arena;
    places->records =
        grow(arena, NULL, 0, FIRST_RECORDS, sizeof *places->records, &places->capacity);
    places->n = 1;
    return places->records && slots_grow(places) ? 0 : -ENOMEM;
}

static inline uint32_t first_slot(const struct sw_dag_places *places, uint32_t parent,
                                  uint32_t kind, uint64_t address)
{
    uint64_t h = (address ^ ((uint64_t)parent << 32 | kind) * 0x9e3779b97f4a7c15u);
    h *= 0xd6e8feb86659fd93u;
    return (uint32_t)(h >> 32) & (places->n_slots - 1);
}

/* The slot that has it, or the one where it belongs. */
static inline struct sw_dag_slot *slot_of(const struct sw_dag_places *places, uint32_t parent,
                                          uint32_t kind, uint64_t address)
{
    uint32_t i = first_slot(places, parent, kind, address);
    for (;; i = (i + 1) & (places->n_slots - 1)) {
        struct sw_dag_slot *s = &places->slots[i];
        if (!s->number || (s->address == address && s->parent == parent && s->kind == kind))
            return s;
    }
}

static bool slots_grow(struct sw_dag_places *places)
{
    struct sw_dag_slot *old = places->slots;
    uint32_t n = places->n_slots;
    struct sw_dag_slot *slots =
        grow(places->arena, NULL, 0, FIRST_SLOTS, sizeof *slots, &places->n_slots);
    if (!slots)
        return false;
    places->slots = slots;
    for (uint32_t i = 0; i < n; i++)
        if (old[i].number)
            *slot_of(places, old[i].parent, old[i].kind, old[i].address) = old[i];
    return true;
}

/* False: no room, and nothing has changed. */
static bool slot_add(struct sw_dag_places *places, uint32_t parent, uint32_t kind, uint64_t address,
                     uint32_t number)
{
    if (2 * places->used >= places->n_slots && !slots_grow(places))
        return false;
    *slot_of(places, parent, kind, address) = (struct sw_dag_slot){address, parent, kind, number};
    places->used++;
    return true;
}

uint32_t sw_dag_places_find(const struct sw_dag_places *places, uint32_t parent, uint32_t kind,
                            uint64_t address)
{
    return slot_of(places, parent, kind, address)->number;
}

/* The innermost of a place and its ancestors that is this construct; 0: none. */
static uint32_t fold(const struct sw_dag_places *places, uint32_t place, uint32_t kind,
                     uint64_t address)
{
    const struct sw_dag_record *r = places->records;
    while (place && !(r[place].kind == kind && r[place].address == address))
        place = r[place].parent;
    return place;
}

static bool records_grow(struct sw_dag_places *places)
{
    if (places->n < places->capacity)
        return true;
    if (places->n >= SW_DAG_PLACES_MAX)
        return false;
    struct sw_dag_record *records =
        grow(places->arena, places->records, places->n, 0, sizeof *records, &places->capacity);
    if (records)
        places->records = records;
    return records != NULL;
}

uint32_t sw_dag_places_intern(struct sw_dag_places *places, uint32_t parent, uint32_t kind,
                              uint64_t address)
{
    uint32_t place = sw_dag_places_find(places, parent, kind, address);
    if (place)
        return place;
    place = fold(places, parent, kind, address);
    if (place) {
        slot_add(places, parent, kind, address, place); /* if not: it takes longer next time */
        return place;
    }
    if (!records_grow(places) || !slot_add(places, parent, kind, address, places->n)) {
        places->lost++;
        return parent;
    }
    struct sw_dag_record *r = &places->records[places->n];
    r->parent = parent;
    r->kind = kind;
    r->address = address;
    return places->n++;
}

static bool is_open(const struct sw_dag_places *places, uint32_t opening, uint32_t place)
{
    while (opening >= FIRST_OPENING) {
        const struct sw_dag_opening *o = &places->openings[opening - FIRST_OPENING];
        if (o->place == place)
            return true;
        opening = o->before;
    }
    while (opening && opening != place)
        opening = places->records[opening].parent;
    return opening == place;
}

/* 0: no room. */
static uint32_t opening_new(struct sw_dag_places *places, uint32_t opening, uint32_t place)
{
    if (places->n_openings == places->openings_capacity) {
        struct sw_dag_opening *more = NULL;
        if (places->n_openings < OPENINGS_MAX)
            more = grow(places->arena, places->openings, places->n_openings, FIRST_OPENINGS,
                        sizeof *more, &places->openings_capacity);
        if (!more)
            return 0;
        places->openings = more;
    }
    places->openings[places->n_openings] = (struct sw_dag_opening){opening, place};
    return FIRST_OPENING + places->n_openings++;
}

uint32_t sw_dag_places_open_slow(struct sw_dag_places *places, uint32_t opening, uint32_t place)
{
    uint32_t found = sw_dag_places_find(places, opening, KIND_OPENING, place);
    if (found)
        return found;
    if (is_open(places, opening, place))
        found = opening;
    else if (places->records[place].parent == opening)
        found = place;
    else
        found = opening_new(places, opening, place);
    if (!found) { /* as if it were open: its span is missing then, rather than counted twice */
        places->lost += place != 0;
        return opening;
    }
    slot_add(places, opening, KIND_OPENING, place, found);
    return found;
}
