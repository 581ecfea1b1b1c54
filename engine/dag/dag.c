/* What need not be inline of dag.h: numbers, sums. */
#include "engine/dag/dag.h"

#include <errno.h>
#include <string.h>

#define FIRST_ITEMS 64
#define ITEMS_MAX   (1u << 30)

static bool items_grow(struct sw_dag *dag, struct sw_arena *arena)
{
    uint32_t capacity = dag->items_capacity ? 2 * dag->items_capacity : FIRST_ITEMS;
    uint64_t *items = NULL;
    if (capacity <= ITEMS_MAX)
        items = sw_arena_take(arena, capacity * sizeof *items);
    if (!items)
        return false;
    if (dag->n_items)
        memcpy(items, dag->items, dag->n_items * sizeof *items);
    dag->items = items;
    dag->items_capacity = capacity;
    return true;
}

int sw_dag_init(struct sw_dag *dag, struct sw_arena *arena)
{
    memset(dag, 0, sizeof *dag);
    sw_histories_init(&dag->histories, arena);
    if (!sw_histories_reserve(&dag->histories, SW_DAG_KEY) || !items_grow(dag, arena))
        return -ENOMEM;
    dag->n_items = 1;
    return sw_dag_constructs_init(&dag->constructs, arena);
}

uint32_t sw_dag_construct(struct sw_dag *dag, uint32_t parent, uint32_t kind, uint64_t address)
{
    uint32_t construct = sw_dag_constructs_find(&dag->constructs, parent, kind, address);
    if (construct)
        return construct;
    if (!sw_histories_reserve(&dag->histories, SW_DAG_KEY * ((uint64_t)dag->constructs.n + 1))) {
        dag->constructs.lost++;
        return parent;
    }
    return sw_dag_constructs_intern(&dag->constructs, parent, kind, address);
}

uint32_t sw_dag_item(struct sw_dag *dag)
{
    if (!sw_histories_reserve(&dag->histories, SW_DAG_KEY * ((uint64_t)dag->n_items + 1)) ||
        (dag->n_items == dag->items_capacity && !items_grow(dag, dag->histories.arena))) {
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
