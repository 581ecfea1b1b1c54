/*
 * Who runs, and what comes before it, for cache lines that threads share (translate/shared.h): the dag knows what does (engine/dag/order.h),
 * here is told who runs. For front ends that have a dag; in a run with --memory alone, else no strand has an order. One dag of the process:
 * the first.
 */
#pragma once

#include "agent/core/framed.h"
#include "agent/translate/shared.h"
#include "engine/dag/dag.h"
#include "live/live.h"

/* The dag's strands have orders from now on, beginning with that one. */
static inline void sw_order_begin(struct sw_dag *dag, struct sw_dag_strand *root,
                                  struct sw_live *live)
{
    static _Atomic int taken;
    if (!sw_shared_is_there() || atomic_exchange(&taken, 1))
        return;
    struct sw_orders *orders = sw_arena_take(&live->arena, sizeof *orders);
    if (!orders)
        return;
    sw_orders_init(orders, &live->arena);
    dag->orders = orders;
    sw_framed_init(live);
    root->order = sw_order_new(orders);
}

/* The thread of that number is in the profiler, its strand about to pass what it did; ... */
static inline void sw_order_stop(const struct sw_dag *dag, uint32_t thread)
{
    if (!dag->orders)
        return;
    sw_shared_stop();
    sw_orders_run(dag->orders, thread);
}

static inline struct sw_shared_now sw_order_now(struct sw_orders *orders,
                                                const struct sw_dag_strand *strand, uint32_t thread)
{
    sw_orders_run(orders, thread);
    sw_orders_resume(orders, strand->order);
    return (struct sw_shared_now){
        .before = strand->order->before,
        .n = strand->order->n,
        .thread = orders->current,
        .clock = orders->clocks[orders->current],
        .joined = orders->joined[orders->current],
        .piece = strand->construct,
    };
}

/* ... and goes back to the program. */
static inline void sw_order_go_on(const struct sw_dag *dag, const struct sw_dag_strand *strand,
                                  uint32_t thread)
{
    if (!dag->orders || !strand->order)
        return;
    struct sw_shared_now now = sw_order_now(dag->orders, strand, thread);
    now.is_beyond = thread >= SW_ORDER_THREADS;
    sw_shared_run(&now);
    if (sw_shared_met)
        sw_framed_look();
}

/* The strand has a lock and comes after who had it; it has released it. `order` is the lock's. */
static inline void sw_order_taken(const struct sw_dag *dag, struct sw_dag_strand *strand,
                                  struct sw_order *order)
{
    if (strand->order && order)
        sw_order_lock(dag->orders, &strand->order, order);
}

static inline void sw_order_released(const struct sw_dag *dag, const struct sw_dag_strand *strand,
                                     struct sw_order **order)
{
    if (strand->order)
        sw_order_become(dag->orders, order, strand->order);
}

/* A lock there is found taken by the thread of that number, by a call that returns to `caller`. */
static inline void sw_order_finds_taken(const struct sw_dag *dag,
                                        const struct sw_dag_strand *strand, uint32_t thread,
                                        const void *lock, const void *caller)
{
    const struct sw_shared_side side = {.pc = (uint64_t)caller - 1};
    if (!dag->orders || !strand->order)
        return;
    struct sw_shared_now now = sw_order_now(dag->orders, strand, thread);
    sw_shared_lock(&now, (uint64_t)lock, sw_shared_site(&side));
}
