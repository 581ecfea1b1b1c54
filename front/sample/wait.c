#include "front/sample/record.h"
#include "runtime/meter.h"

__attribute__((noinline)) struct sw_wait sw_wait_begin(struct sw_worker *worker, uint64_t lock)
{
    struct sw_wait wait = {.since = sw_meter_ticks(), .lock = lock};
    if (lock)
        sw_lock_wait(worker->sampler->live, lock, wait.since);
    worker->wait_sp = (uint64_t)__builtin_dwarf_cfa();
    wait.before = sw_worker_do(worker, lock ? SW_DOING_BLOCKED : SW_DOING_NOTHING);
    return wait;
}

/* One sample of waiting for each period of it, at the place where that is full. */
static void charge(struct sw_worker *worker, struct sw_live *live, struct sw_lock *lock)
{
    uint64_t period = sw_live_to_ticks(live, live->effort->period);
    uint64_t weight = worker->waited / period;
    if (!weight)
        return;
    worker->waited %= period;
    uint32_t path = sw_worker_path(worker);
    uint64_t ns = weight * live->effort->period;
    atomic_fetch_add(&sw_effort_of(live, path)->waited, ns);
    if (lock && !atomic_exchange(&lock->taken, 1)) {
        sw_lock_charge(lock->waiters, path, ns);
        atomic_store(&lock->taken, 0);
    }
}

void sw_wait_end(struct sw_worker *worker, struct sw_wait *wait)
{
    struct sw_live *live = worker->sampler->live;
    uint64_t now = sw_meter_ticks();
    struct sw_lock *lock = wait->lock ? sw_lock_waited(live, wait->lock, wait->since, now) : NULL;
    worker->waited += now > wait->since ? now - wait->since : 0;
    worker->wait_sp = 0;
    charge(worker, live, lock);
    sw_worker_do(worker, wait->before);
}
