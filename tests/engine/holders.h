/* The histories of history.h from inside: who holds what, and that all memory comes back. */
#pragma once

#include "engine/dag/history.h"
#include "tests/check.h"

enum { SEEN_MAX = 200 };

struct seen {
    const struct sw_history *history;
    uint32_t by_strands, by_nodes;
};

static uint64_t longest_log;

static struct seen *see(struct seen *seen, int *n, const struct sw_history *history)
{
    int k = 0;
    while (k < *n && seen[k].history != history)
        k++;
    if (k == *n)
        seen[(*n)++] = (struct seen){.history = history};
    return &seen[k];
}

/* Every node has as many holders as there are, and none has a node alone for its holder. */
static void check_holders(const struct sw_history *const *held, int n_strands)
{
    struct seen seen[SEEN_MAX];
    int n = 0;
    for (int i = 0; i < n_strands; i++) {
        bool by_node = false;
        for (const struct sw_history *p = held[i]; p && n < SEEN_MAX;
             p = p->before, by_node = true) {
            struct seen *s = see(seen, &n, p);
            s->by_strands += !by_node;
            s->by_nodes += by_node;
            if (p->length > longest_log)
                longest_log = p->length;
            if (s->by_strands + s->by_nodes > 1) /* what is before it has been counted */
                break;
        }
    }
    CHECK(n < 2 * n_strands);
    for (int k = 0; k < n; k++) {
        CHECK_EQ(seen[k].history->holders, seen[k].by_strands + seen[k].by_nodes);
        CHECK(seen[k].by_strands || seen[k].by_nodes != 1);
    }
}

/* Of what was taken in batches of 64 all is back on the lists, and the table is empty. */
static void check_free(const struct sw_histories *histories)
{
    int n = 0, entries = 0;
    for (const struct sw_history *p = histories->free; p; p = p->before)
        n++;
    for (const struct sw_history_entry *e = histories->free_entries; e; e = e->next)
        entries++;
    CHECK_EQ(n % 64, 0);
    CHECK_EQ(entries % 64, 0);
    for (uint64_t k = 0; k < histories->n_keys; k++)
        CHECK(!histories->seen[k]);
}
