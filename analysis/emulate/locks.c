/* Locks: first come, first served. */
#include "analysis/emulate/parts.h"

/* As nobody has had it in this section. */
static struct sw_held *renew(struct sw_emulator *e, uint32_t number)
{
    struct sw_held *lock = &e->locks[number];
    if (lock->epoch != e->epoch) {
        lock->epoch = e->epoch;
        lock->user = 0;
        lock->length = lock->gap = 0;
    }
    return lock;
}

/* Between x = 0 and x = far. */
static sw_ticks between(sw_ticks near_cost, sw_ticks far_cost, sw_ticks x, sw_ticks far)
{
    if (x >= far || near_cost >= far_cost)
        return far_cost;
    return near_cost + (sw_ticks)((sw_area)(far_cost - near_cost) * x / far);
}

/* As the simulation has it (agent/openmp/core/lock.c): the sooner threads come back, and the shorter they have it, the less often it is
 * really handed over. */
static sw_ticks hand_over(const struct sw_emulator *e, const struct sw_held *lock)
{
    const struct sw_costs *c = &e->costs;
    if (!c->hand_over_back)
        return c->hand_over;
    sw_ticks back = between(c->hand_over_empty, c->hand_over_back, lock->length, c->section);
    return between(back, c->hand_over, lock->gap, c->hand_over / 2);
}

static enum sw_outcome have(struct sw_emulator *e, uint32_t thread, struct sw_held *lock,
                            sw_ticks cost)
{
    lock->holder = thread;
    lock->user = e->threads[thread].number + 1;
    lock->taken = e->now + cost;
    return sw_emulator_pay(e, thread, cost);
}

enum sw_outcome sw_emulator_take_lock(struct sw_emulator *e, uint32_t thread, uint32_t frame,
                                      bool held_already)
{
    uint32_t number = e->nodes[e->frames[frame].node].detail;
    if (held_already)
        return SW_GOES_ON;
    struct sw_thread *t = &e->threads[thread];
    struct sw_held *lock = renew(e, number);
    e->frames[frame].took = true;
    if (t->released == number && t->released_in == e->epoch)
        lock->gap = e->now - t->released_at;
    if (lock->holder == SW_NOBODY)
        return have(e, thread, lock,
                    e->costs.lock +
                        (lock->user && lock->user != t->number + 1 ? e->costs.lock_moved : 0));
    t->next = SW_NOBODY;
    if (lock->first == SW_NOBODY)
        lock->first = thread;
    else
        e->threads[lock->last].next = thread;
    lock->last = thread;
    e->n_lock_waiters++;
    return SW_WAITS;
}

void sw_emulator_release_lock(struct sw_emulator *e, uint32_t thread, uint32_t number)
{
    struct sw_held *lock = &e->locks[number];
    uint32_t next = lock->first;
    lock->length = e->now - lock->taken;
    lock->holder = next;
    struct sw_thread *t = &e->threads[thread];
    t->released = number;
    t->released_in = e->epoch;
    t->released_at = e->now;
    if (next == SW_NOBODY)
        return;
    lock->first = e->threads[next].next;
    e->n_lock_waiters--;
    if (have(e, next, lock, hand_over(e, lock)) == SW_GOES_ON)
        sw_emulator_wake(e, next);
}
