#include "base/ticks.h"
#include "target/sample/record.h"

__attribute__((noinline)) struct sw_wait sw_wait_begin(struct sw_worker *worker, uint64_t lock)
{
    struct sw_wait wait = {.since = sw_meter_ticks(), .lock = lock, .outer_sp = worker->wait_sp};
    if (lock)
        sw_lock_wait(worker->sampler->live, lock, wait.since);
    worker->wait_sp = (uint64_t)__builtin_dwarf_cfa();
    wait.before = sw_worker_do(worker, lock ? SW_DOING_BLOCKED : SW_DOING_NOTHING);
    return wait;
}

/* One sample of waiting for each period of it, at the place where that is full. */
static void charge(struct sw_worker *worker, struct sw_live *live, struct sw_lock *lock)
{
    uint64_t ns = sw_effort_take_periods(live->effort, &worker->waited);
    if (!ns)
        return;
    uint32_t path = sw_worker_path(worker);
    atomic_fetch_add(&sw_effort_of(live, path)->waited, ns);
    if (lock && !atomic_exchange(&lock->taken, 1)) {
        sw_lock_charge(lock->waiters, path, ns);
        atomic_store(&lock->taken, 0);
    }
}

/* A timer comes rarely to who waits. */
static void wake_timer(struct sw_sampler *s, uint64_t period)
{
    if (s->source.kind != SW_SAMPLED_TIMER || s->source.interval_ns <= period)
        return;
    s->idle_ticks = 0;
    sw_sample_source_adapt(&s->source, period);
}

void sw_wait_end(struct sw_worker *worker, struct sw_wait *wait)
{
    struct sw_live *live = worker->sampler->live;
    uint64_t now = sw_meter_ticks();
    struct sw_lock *lock = wait->lock ? sw_lock_waited(live, wait->lock, wait->since, now) : NULL;
    worker->waited += now > wait->since ? now - wait->since : 0;
    worker->wait_sp = wait->outer_sp;
    wake_timer(worker->sampler, live->effort->period);
    charge(worker, live, lock);
    /* As sw_worker_do() does, without reading the clock again. */
    if (wait->before < SW_DOING_NOTHING)
        atomic_store_explicit(&worker->fresh, now, memory_order_relaxed);
    atomic_store_explicit(&worker->doing, wait->before, memory_order_relaxed);
}

/*
 * Brief waits. The time of the newest sample of a thread that works stands for the clock. It goes on by steps of about
 * a period: a short wait has one in it as often as it is long, so the sum is right on average. While
 * nobody works it stands still; but then nobody is waited for who has a processor.
 */
static uint64_t coarse(const struct sw_worker *worker)
{
    return atomic_load_explicit(&worker->sampler->live->effort->newest, memory_order_relaxed);
}

static struct sw_wait rest(struct sw_worker *worker)
{
    struct sw_wait wait = {.before = atomic_load_explicit(&worker->doing, memory_order_relaxed),
                           .outer_sp = worker->wait_sp};
    worker->wait_sp = 0;
    atomic_store_explicit(&worker->doing, SW_DOING_NOTHING, memory_order_relaxed);
    return wait;
}

struct sw_wait sw_brief_wait_begin(struct sw_worker *worker)
{
    struct sw_wait wait = rest(worker);
    wait.since = coarse(worker);
    return wait;
}

struct sw_wait sw_brief_wait_idle(struct sw_worker *worker)
{
    return rest(worker);
}

void sw_brief_wait_again(struct sw_worker *worker, struct sw_wait *wait, bool task)
{
    worker->tasks += task;
    if (wait->since)
        wait->since = coarse(worker);
    rest(worker);
}

void sw_brief_wait_end(struct sw_worker *worker, struct sw_wait *wait)
{
    uint64_t now = coarse(worker);
    worker->wait_sp = wait->outer_sp;
    if (now > wait->since && wait->since) {
        worker->waited += now - wait->since;
        charge(worker, worker->sampler->live, NULL);
    }
    if (wait->before < SW_DOING_NOTHING)
        atomic_store_explicit(&worker->fresh, now, memory_order_relaxed);
    atomic_store_explicit(&worker->doing, wait->before, memory_order_relaxed);
}
