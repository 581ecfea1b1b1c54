/*
 * Waits of sampled threads: how long, for which lock or thread, and when no thread at all was
 * working.
 */
#include "agent/sample/record.h"
#include "base/ticks.h"

/*
 * Since when no thread works is known when the last that did begins to wait, and what they all waited for when the first goes on:
 * its wait was the one that mattered. Brief waits are not looked at when they begin: what they miss is told by what threads waited in
 * all.
 */
void sw_nobody_begin(struct sw_live *live, const struct sw_worker *self, uint64_t now)
{
    struct sw_effort_record *r = live->effort;
    uint32_t n = atomic_load_explicit(&r->n_workers, memory_order_acquire);
    uint64_t none = 0;
    for (uint32_t i = 0; i < n; i++) {
        const struct sw_worker *w = r->workers[i];
        if (w != self && atomic_load_explicit(&w->fresh, memory_order_relaxed) &&
            sw_works(atomic_load_explicit(&w->doing, memory_order_relaxed)))
            return;
    }
    atomic_compare_exchange_strong(&r->nobody_since, &none, now);
}

void sw_nobody_end(struct sw_live *live, enum sw_wait_for kind, uint64_t now, uint64_t delay)
{
    struct sw_effort_record *r = live->effort;
    uint64_t since;
    if (!atomic_load_explicit(&r->nobody_since, memory_order_relaxed) ||
        !(since = atomic_exchange(&r->nobody_since, 0)) || now <= since)
        return;
    uint64_t all = now - since, late = sw_live_to_ticks(live, delay);
    late = late < all ? late : all;
    atomic_fetch_add(&r->nobody[SW_WAIT_DELAY], late);
    atomic_fetch_add(&r->nobody[kind], all - late);
}

__attribute__((noinline)) struct sw_wait sw_wait_begin(struct sw_worker *worker,
                                                       enum sw_wait_for kind, uint64_t on)
{
    struct sw_live *live = worker->sampler->live;
    struct sw_wait wait = {
        .since = sw_meter_ticks(), .lock = on, .kind = kind, .outer_sp = worker->wait_sp};
    wait.due = sw_delay_due(worker, wait.since);
    if (kind == SW_WAIT_LOCK)
        sw_lock_wait(worker, on, wait.since);
    sw_release_awaits(worker, on);
    if (kind != SW_WAIT_LOCK && on)
        wait.turn = sw_release_await(worker, on, wait.due);
    worker->wait_sp = (uint64_t)__builtin_dwarf_cfa();
    wait.before = sw_worker_do(worker, kind == SW_WAIT_LOCK ? SW_DOING_BLOCKED : SW_DOING_NOTHING);
    atomic_store_explicit(&worker->rests, on ? wait.due : 1, memory_order_relaxed);
    if (sw_works(wait.before))
        sw_nobody_begin(live, worker, wait.since);
    worker->waits_for = kind;
    atomic_store_explicit(&worker->waits_since, wait.since, memory_order_relaxed);
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

/* As sw_worker_do() does, without reading the clock again. */
static void go_on(struct sw_worker *worker, enum sw_doing before, uint64_t now)
{
    if (sw_works(before))
        atomic_store_explicit(&worker->fresh, now, memory_order_relaxed);
    atomic_store_explicit(&worker->doing, before, memory_order_relaxed);
}

void sw_wait_end(struct sw_worker *worker, struct sw_wait *wait)
{
    struct sw_live *live = worker->sampler->live;
    uint64_t now = sw_meter_ticks();
    bool is_lock = wait->kind == SW_WAIT_LOCK;
    struct sw_lock *lock = is_lock ? sw_lock_waited(live, wait->lock, wait->since, now) : NULL;
    sw_delay_waited(worker, wait, now,
                    is_lock      ? sw_lock_due(lock, wait, now, live)
                    : wait->lock ? sw_release_of(live, wait->lock, wait->turn)
                                 : 0);
    atomic_store_explicit(&worker->waits_since, 0, memory_order_relaxed);
    sw_lane_waited(live, worker, wait->since, now, wait->kind);
    sw_release_got(worker);
    sw_nobody_end(live, wait->kind, now, wait->delay);
    worker->waited += now > wait->since ? now - wait->since : 0;
    worker->wait_sp = wait->outer_sp;
    sw_sampler_wake(worker->sampler);
    charge(worker, live, lock);
    sw_lock_frame(worker, false);
    go_on(worker, wait->before, now);
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
    sw_release_got(worker);
    sw_delay_rest(worker);
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
    struct sw_live *live = worker->sampler->live;
    worker->wait_sp = wait->outer_sp;
    if (now > wait->since && wait->since) {
        worker->waited += now - wait->since;
        sw_lane_waited(live, worker, wait->since, now, SW_WAIT_THREADS);
        charge(worker, live, NULL);
    }
    sw_delay_go_on(worker, now);
    sw_nobody_end(live, SW_WAIT_THREADS, now, 0);
    go_on(worker, wait->before, now);
}
