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

static enum sw_outcome have(struct sw_emulator *e, uint32_t thread, struct sw_held *lock,
                            uint64_t cost)
{
    lock->holder = thread;
    lock->user = e->threads[thread].number + 1;
    lock->taken = e->now + (sw_ticks)cost;
    return sw_emulator_pay(e, thread, (sw_ticks)cost);
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
                    sw_lock_cost(&e->costs.lock, lock->user && lock->user != t->number + 1));
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
    if (have(e, next, lock,
             sw_hand_over_cost(&e->costs.lock, (uint64_t)lock->length, (uint64_t)lock->gap)) ==
        SW_GOES_ON)
        sw_emulator_wake(e, next);
}
