/* What need not be inline of dag.h: the table of constructs, numbers, sums. */
#include "engine/dag/dag.h"

#include <errno.h>
#include <string.h>

/*
 * One hash table with open addressing, never more than half full, serves constructs and openings: the
 * latter have a kind that no construct has. What was found by walking up, a fold or that a construct is
 * open already, is remembered there as well.
 */

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

/* Whether there is room for one more than n in such a table, of `most` at the most; it may move. */
#define HAS_ROOM(arena, table, n, capacity, first, most)                                      \
    ((n) < (capacity) || ((n) < (most) && __extension__({                                     \
                              __typeof__(table) more_ =                                       \
                                  grow(arena, table, n, first, sizeof *(table), &(capacity)); \
                              if (more_)                                                      \
                                  (table) = more_;                                            \
                              more_ != NULL;                                                  \
                          })))

static inline uint32_t first_slot(const struct sw_dag_constructs *constructs, uint32_t parent,
                                  uint32_t kind, uint64_t address)
{
    uint64_t h = (address ^ ((uint64_t)parent << 32 | kind) * 0x9e3779b97f4a7c15u);
    h *= 0xd6e8feb86659fd93u;
    return (uint32_t)(h >> 32) & (constructs->n_slots - 1);
}

/* The slot that has it, or the one where it belongs. */
static inline struct sw_dag_slot *slot_of(const struct sw_dag_constructs *constructs,
                                          uint32_t parent, uint32_t kind, uint64_t address)
{
    uint32_t i = first_slot(constructs, parent, kind, address);
    for (;; i = (i + 1) & (constructs->n_slots - 1)) {
        struct sw_dag_slot *s = &constructs->slots[i];
        if (!s->number || (s->address == address && s->parent == parent && s->kind == kind))
            return s;
    }
}

static bool slots_grow(struct sw_dag_constructs *constructs)
{
    struct sw_dag_slot *old = constructs->slots;
    uint32_t n = constructs->n_slots;
    struct sw_dag_slot *slots =
        grow(constructs->arena, NULL, 0, FIRST_SLOTS, sizeof *slots, &constructs->n_slots);
    if (!slots)
        return false;
    constructs->slots = slots;
    for (uint32_t i = 0; i < n; i++)
        if (old[i].number)
            *slot_of(constructs, old[i].parent, old[i].kind, old[i].address) = old[i];
    return true;
}

/* The constructs are all zero. 0 or -ENOMEM. */
static int sw_dag_constructs_init(struct sw_dag_constructs *constructs, struct sw_arena *arena)
{
    constructs->arena = arena;
    constructs->records =
        grow(arena, NULL, 0, FIRST_RECORDS, sizeof *constructs->records, &constructs->capacity);
    constructs->n = 1;
    return constructs->records && slots_grow(constructs) ? 0 : -ENOMEM;
}

/* False: no room, and nothing has changed. */
static bool slot_add(struct sw_dag_constructs *constructs, uint32_t parent, uint32_t kind,
                     uint64_t address, uint32_t number)
{
    if (2 * constructs->used >= constructs->n_slots && !slots_grow(constructs))
        return false;
    *slot_of(constructs, parent, kind, address) =
        (struct sw_dag_slot){address, parent, kind, number};
    constructs->used++;
    return true;
}

/* The innermost of a construct and its ancestors that is this construct; 0: none. */
static uint32_t fold(const struct sw_dag_constructs *constructs, uint32_t construct, uint32_t kind,
                     uint64_t address)
{
    const struct sw_dag_record *r = constructs->records;
    while (construct && !(r[construct].kind == kind && r[construct].address == address))
        construct = r[construct].parent;
    return construct;
}

static bool is_open(const struct sw_dag_constructs *constructs, uint32_t opening,
                    uint32_t construct)
{
    while (opening >= FIRST_OPENING) {
        const struct sw_dag_opening *o = &constructs->openings[opening - FIRST_OPENING];
        if (o->construct == construct)
            return true;
        opening = o->before;
    }
    while (opening && opening != construct)
        opening = constructs->records[opening].parent;
    return opening == construct;
}

/* 0: no room. */
static uint32_t opening_new(struct sw_dag_constructs *constructs, uint32_t opening,
                            uint32_t construct)
{
    if (!HAS_ROOM(constructs->arena, constructs->openings, constructs->n_openings,
                  constructs->openings_capacity, FIRST_OPENINGS, OPENINGS_MAX))
        return 0;
    constructs->openings[constructs->n_openings] = (struct sw_dag_opening){opening, construct};
    return FIRST_OPENING + constructs->n_openings++;
}

uint32_t sw_dag_constructs_open_slow(struct sw_dag_constructs *constructs, uint32_t opening,
                                     uint32_t construct)
{
    uint32_t found = slot_of(constructs, opening, KIND_OPENING, construct)->number;
    if (found)
        return found;
    if (is_open(constructs, opening, construct))
        found = opening;
    else if (constructs->records[construct].parent == opening)
        found = construct;
    else
        found = opening_new(constructs, opening, construct);
    if (!found) { /* as if it were open: its span is missing then, rather than counted twice */
        constructs->lost += construct != 0;
        return opening;
    }
    slot_add(constructs, opening, KIND_OPENING, construct, found);
    return found;
}

#define FIRST_ITEMS 64
#define ITEMS_MAX   (1u << 30)

static bool has_room_for_item(struct sw_dag *dag)
{
    return HAS_ROOM(dag->histories.arena, dag->items, dag->n_items, dag->items_capacity,
                    FIRST_ITEMS, ITEMS_MAX);
}

int sw_dag_init(struct sw_dag *dag, struct sw_arena *arena)
{
    memset(dag, 0, sizeof *dag);
    sw_histories_init(&dag->histories, arena);
    if (!sw_histories_reserve(&dag->histories, SW_DAG_KEY) || !has_room_for_item(dag))
        return -ENOMEM;
    dag->n_items = 1;
    return sw_dag_constructs_init(&dag->constructs, arena);
}

uint32_t sw_dag_construct(struct sw_dag *dag, uint32_t parent, uint32_t kind, uint64_t address)
{
    struct sw_dag_constructs *all = &dag->constructs;
    uint32_t construct = slot_of(all, parent, kind, address)->number;
    if (construct)
        return construct;
    if (!sw_histories_reserve(&dag->histories, SW_DAG_KEY * ((uint64_t)all->n + 1))) {
        all->lost++;
        return parent;
    }
    construct = fold(all, parent, kind, address);
    if (construct) {
        slot_add(all, parent, kind, address, construct); /* if not: it takes longer next time */
        return construct;
    }
    if (!HAS_ROOM(all->arena, all->records, all->n, all->capacity, 0, SW_DAG_CONSTRUCTS_MAX) ||
        !slot_add(all, parent, kind, address, all->n)) {
        all->lost++;
        return parent;
    }
    struct sw_dag_record *r = &all->records[all->n];
    r->parent = parent;
    r->kind = kind;
    r->address = address;
    return all->n++;
}

uint32_t sw_dag_item(struct sw_dag *dag)
{
    if (!sw_histories_reserve(&dag->histories, SW_DAG_KEY * ((uint64_t)dag->n_items + 1)) ||
        !has_room_for_item(dag)) {
        dag->lost_items++;
        return 0;
    }
    return dag->n_items++;
}

bool sw_dag_sum(const struct sw_dag *dag, const struct sw_dag_strand *strand,
                struct sw_amount *constructs, uint32_t n_constructs, struct sw_amount *items,
                uint32_t n_items)
{
    const struct sw_histories *h = &dag->histories;
    return sw_history_sum(h, strand->history, 0, SW_DAG_KEY, constructs, n_constructs) &&
           sw_history_sum(h, strand->history, SW_DAG_KEY_ITEM, SW_DAG_KEY, items, n_items);
}
