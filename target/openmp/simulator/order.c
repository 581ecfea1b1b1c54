#include "target/openmp/simulator/order.h"
#include "live/live.h"
#include "target/openmp/simulator/task.h"
#include "target/translate/shared.h"

#include <stdatomic.h>

void sw_omp_order_begin(struct sw_omp_simulator *m, struct sw_live *live)
{
    static _Atomic int taken;
    if (!sw_shared_is_there() || atomic_exchange(&taken, 1))
        return;
    struct sw_orders *orders = sw_arena_take(&live->arena, sizeof *orders);
    if (!orders)
        return;
    sw_orders_init(orders, &live->arena);
    m->dag->orders = orders;
    m->root.task->strand.order = sw_order_new(orders);
}

void sw_omp_order_stop(struct sw_omp_thread *t)
{
    if (sw_shared_is_on)
        sw_shared_settle();
    sw_shared_stop();
    sw_orders_run(t->simulator->dag->orders, t->index);
}

void sw_omp_order_go_on(struct sw_omp_thread *t)
{
    struct sw_orders *orders = t->simulator->dag->orders;
    const struct sw_order *order = t->task->strand.order;
    if (!order)
        return;
    sw_orders_run(orders, t->index);
    sw_orders_resume(orders, order);
    const struct sw_shared_now now = {
        .before = order->before,
        .n = order->n,
        .thread = orders->current,
        .clock = orders->clocks[orders->current],
        .joined = orders->joined[orders->current],
        .piece = t->task->strand.construct,
    };
    if (t->simulator->n_busy || orders->n_threads > 1)
        sw_shared_run(&now);
}

void sw_omp_order_lock(struct sw_omp_thread *t, struct sw_order *order)
{
    struct sw_order **own = &t->task->strand.order;
    if (*own && order)
        sw_order_lock(t->simulator->dag->orders, own, order);
}

void sw_omp_order_unlock(struct sw_omp_thread *t, struct sw_order **order)
{
    if (t->task->strand.order)
        sw_order_become(t->simulator->dag->orders, order, t->task->strand.order);
}
