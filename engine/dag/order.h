/*
 * What comes before a strand: of each logical thread, how far. Two accesses to memory of different threads may run in parallel if
 * neither comes before the other.
 *
 * A thread's *clock* goes on by one whenever the strand that it runs has passed something (sw_dag_pass()). What a strand has behind it
 * is an *order*: for each thread the clock up to which all that the thread did comes before. Orders go where strands do: a fork shares
 * one, a join unites two (dag.h), so all edges of the dag are in it, and no others but those of locks: who takes one comes after who had
 * it before. Where strands of one thread do not depend on each other, it claims more than there is, never less: what is said to
 * be unordered is.
 *
 * Threads are numbers below SW_ORDER_THREADS; those beyond are not followed, which is told. Strands without an order have none behind
 * them: nothing costs anything then. One thread at a time.
 */
#pragma once

#include "base/arena.h"

#include <stdbool.h>

enum { SW_ORDER_THREADS = 256, SW_ORDER_SIZES = 3 };

/* Shared by those that hold it: who changes one that has other holders changes a copy. */
struct sw_order {
    uint32_t holders;
    uint32_t n;     /* threads that it has room for; of others nothing comes before */
    bool is_joined; /* with another since its holder last passed something, not by a lock */
    struct sw_order *next;
    uint32_t before[]; /* clocks */
};

struct sw_orders {
    struct sw_arena *arena;
    struct sw_order *free[SW_ORDER_SIZES];
    uint32_t n_threads;                /* numbers in use are below */
    uint32_t current;                  /* the thread that runs */
    uint32_t clocks[SW_ORDER_THREADS]; /* of what each does now */
    uint32_t joined[SW_ORDER_THREADS]; /* when each last came after others, but for locks */
    const struct sw_order *passed[SW_ORDER_THREADS]; /* what each last passed something with */
    uint64_t lost; /* orders that there was no memory for: not followed from there on */
};

/* All zero. */
void sw_orders_init(struct sw_orders *orders, struct sw_arena *arena);

/* One of the root, which has nothing before it. NULL: no memory. */
struct sw_order *sw_order_new(struct sw_orders *orders);

/* That thread runs, from now on: those that are too many are as one. */
static inline void sw_orders_run(struct sw_orders *orders, uint32_t thread)
{
    orders->lost += thread >= SW_ORDER_THREADS;
    orders->current = thread < SW_ORDER_THREADS ? thread : SW_ORDER_THREADS - 1;
    if (orders->current >= orders->n_threads)
        orders->n_threads = orders->current + 1;
}

/* ... with that order before what it does. */
static inline void sw_orders_resume(struct sw_orders *orders, const struct sw_order *order)
{
    if (order != orders->passed[orders->current] || order->is_joined)
        orders->joined[orders->current] = orders->clocks[orders->current];
}

/* A thread goes on from where it has been before: it has waited for nobody. */
static inline void sw_orders_go_back(struct sw_orders *orders, uint32_t thread,
                                     const struct sw_order *order)
{
    orders->passed[thread < SW_ORDER_THREADS ? thread : SW_ORDER_THREADS - 1] = order;
}

static inline struct sw_order *sw_order_hold(struct sw_order *order)
{
    if (order)
        order->holders++;
    return order;
}

void sw_order_free(struct sw_orders *orders, struct sw_order *order);

static inline void sw_order_drop(struct sw_orders *orders, struct sw_order *order)
{
    if (order && !--order->holders)
        sw_order_free(orders, order);
}

/* What the thread that runs did until now comes before who holds *order. */
void sw_order_pass(struct sw_orders *orders, struct sw_order **order);

/* What comes before the other one does before *order as well, which may be NULL. The second: because of a lock. */
void sw_order_join(struct sw_orders *orders, struct sw_order **order, struct sw_order *other);
void sw_order_lock(struct sw_orders *orders, struct sw_order **order, struct sw_order *other);

/* The same as the other from now on. */
void sw_order_become(struct sw_orders *orders, struct sw_order **order, struct sw_order *other);
