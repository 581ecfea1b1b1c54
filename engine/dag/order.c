/* Tells whether one strand comes before another, or whether both may run at the same time. */
#include "engine/dag/order.h"

static const uint32_t sizes[SW_ORDER_SIZES] = {16, 64, SW_ORDER_THREADS};

static unsigned size_of(uint32_t n)
{
    unsigned i = 0;
    while (sizes[i] < n)
        i++;
    return i;
}

void sw_orders_init(struct sw_orders *orders, struct sw_arena *arena)
{
    orders->arena = arena;
    for (uint32_t i = 0; i < SW_ORDER_THREADS; i++)
        orders->clocks[i] = 1;
}

/* Not zeroed. */
static struct sw_order *take(struct sw_orders *orders, uint32_t n)
{
    unsigned size = size_of(n);
    struct sw_order *o = orders->free[size];
    if (o)
        orders->free[size] = o->next;
    else
        o = sw_arena_take(orders->arena, sizeof *o + sizes[size] * sizeof o->before[0]);
    if (!o) {
        orders->lost++;
        return NULL;
    }
    o->holders = 1;
    o->n = sizes[size];
    o->is_joined = false;
    return o;
}

void sw_order_free(struct sw_orders *orders, struct sw_order *order)
{
    unsigned size = size_of(order->n);
    order->next = orders->free[size];
    orders->free[size] = order;
}

struct sw_order *sw_order_new(struct sw_orders *orders)
{
    struct sw_order *o = take(orders, orders->n_threads);
    for (uint32_t i = 0; o && i < o->n; i++)
        o->before[i] = 0;
    return o;
}

/* *order is the caller's alone, and has room for n. False: no memory, and there is none from now on. */
static bool own(struct sw_orders *orders, struct sw_order **order, uint32_t n)
{
    struct sw_order *old = *order;
    if (old->holders == 1 && old->n >= n)
        return true;
    struct sw_order *o = take(orders, n > old->n ? n : old->n);
    for (uint32_t i = 0; o && i < o->n; i++)
        o->before[i] = i < old->n ? old->before[i] : 0;
    sw_order_drop(orders, old);
    *order = o;
    return o;
}

void sw_order_pass(struct sw_orders *orders, struct sw_order **order)
{
    if (!own(orders, order, orders->current + 1))
        return;
    (*order)->before[orders->current] = orders->clocks[orders->current]++;
    (*order)->is_joined = false;
    orders->passed[orders->current] = *order;
}

static bool is_within(const struct sw_order *o, const struct sw_order *other)
{
    for (uint32_t i = 0; i < other->n; i++)
        if (other->before[i] > (i < o->n ? o->before[i] : 0))
            return false;
    return true;
}

void sw_order_lock(struct sw_orders *orders, struct sw_order **order, struct sw_order *other)
{
    if (!other || *order == other)
        return;
    if (!*order) {
        *order = sw_order_hold(other);
        return;
    }
    if (is_within(*order, other) || !own(orders, order, other->n))
        return;
    for (uint32_t i = 0; i < other->n; i++)
        if (other->before[i] > (*order)->before[i])
            (*order)->before[i] = other->before[i];
}

void sw_order_join(struct sw_orders *orders, struct sw_order **order, struct sw_order *other)
{
    sw_order_lock(orders, order, other);
    if (*order && (*order)->holders == 1)
        (*order)->is_joined = true;
}

void sw_order_become(struct sw_orders *orders, struct sw_order **order, struct sw_order *other)
{
    struct sw_order *old = *order;
    *order = sw_order_hold(other);
    sw_order_drop(orders, old);
}
