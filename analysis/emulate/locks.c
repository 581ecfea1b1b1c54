/* Locks: first come, first served. */
#include "analysis/emulate/parts.h"

enum sw_outcome sw_emulator_take_lock(struct sw_emulator *e, uint32_t thread, uint32_t frame,
                                      bool held_already)
{
    struct sw_held *lock = &e->locks[e->nodes[e->frames[frame].node].detail];
    if (held_already)
        return SW_GOES_ON;
    e->frames[frame].took = true;
    if (lock->holder == SW_NOBODY) {
        lock->holder = thread;
        return sw_emulator_pay(e, thread, e->costs.lock);
    }
    e->threads[thread].next = SW_NOBODY;
    if (lock->first == SW_NOBODY)
        lock->first = thread;
    else
        e->threads[lock->last].next = thread;
    lock->last = thread;
    e->n_lock_waiters++;
    return SW_WAITS;
}

void sw_emulator_release_lock(struct sw_emulator *e, uint32_t number)
{
    struct sw_held *lock = &e->locks[number];
    uint32_t next = lock->first;
    lock->holder = next;
    if (next == SW_NOBODY)
        return;
    lock->first = e->threads[next].next;
    e->n_lock_waiters--;
    if (sw_emulator_pay(e, next, e->costs.hand_over) == SW_GOES_ON)
        sw_emulator_wake(e, next);
}
