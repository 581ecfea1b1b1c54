/*
 * Other programs take processors, and the kernel knows what a thread waited for one: its run delay. A thread's *due time* is when
 * it would have come to where it is on a machine of its own: the clock, less its *lag*. Its delays add to that. A thread that was
 * released by another one (a lock, a barrier, a condition, a thread's end) goes on at the due time of that, unless its own is
 * later: then it has not waited, but for a thread that was late. So threads that have as much to do are done at the same
 * due time, whichever of them had to wait for a processor; and who is found waiting is idle only where its due time is over.
 */
#include "agent/sample/record.h"
#include "base/order.h"
#include "base/ticks.h"

#define LITTLE_NS 100000 /* no delay matters that is shorter; asking takes 0.4 us */

static _Atomic bool is_silent; /* in a sandbox, which may not allow to ask */

void sw_delay_silence(void)
{
    is_silent = true;
}

/* The delay since the last time, in ns. It is not asked for again at once, unless it is to be. */
static uint64_t ask(struct sw_worker *w, uint64_t now, bool again)
{
    struct sw_live *live = w->sampler ? w->sampler->live : NULL;
    struct sw_thread_times times;
    uint64_t more = 0;
    if (!live || is_silent || w->asks ||
        (!again && now < w->asked + sw_live_to_ticks(live, LITTLE_NS)))
        return 0;
    w->asks = 1;
    atomic_signal_fence(memory_order_seq_cst);
    if (sw_thread_times(w->times, &times)) {
        more = times.delay > w->delay ? times.delay - w->delay : 0;
        w->delay = times.delay;
        w->cpu = times.cpu;
    }
    w->asked = now;
    atomic_signal_fence(memory_order_seq_cst);
    w->asks = 0;
    return more;
}

void sw_delay_start(struct sw_worker *w, uint64_t due)
{
    uint64_t now = sw_meter_ticks();
    bool is_made = due;
    w->delay = w->cpu = w->late = w->waits = w->asks = w->n_held = 0;
    w->times = sw_thread_times_open();
    ask(w, now, true);
    w->first_cpu = w->cpu;
    w->life = now;
    due += sw_live_to_ticks(w->sampler->live, w->cpu); /* what it took to start */
    w->lag = is_made && due < now ? now - due : 0;
    atomic_store_explicit(&w->begun, now - w->lag, memory_order_relaxed);
}

uint64_t sw_delay_due(struct sw_worker *w, uint64_t now)
{
    uint64_t more = ask(w, now, false);
    w->late += more;
    if (more)
        w->lag += sw_live_to_ticks(w->sampler->live, more);
    return now > w->lag ? now - w->lag : 1;
}

/* Whatever it was late in the wait is not its own. */
void sw_delay_waited(struct sw_worker *w, struct sw_wait *wait, uint64_t now, uint64_t released)
{
    uint64_t more = ask(w, now, false);
    if (released) {
        uint64_t due = sw_most(wait->due, released);
        w->lag = now > due ? now - due : 0;
    } else if (more) {
        w->lag += sw_live_to_ticks(w->sampler->live, more);
    }
    wait->delay = more;
    w->waits += now > wait->since ? now - wait->since : 0;
    if (wait->kind != SW_WAIT_LOCK)
        atomic_store_explicit(&w->begun, now - w->lag, memory_order_relaxed);
}

void sw_worker_was_held_up(struct sw_worker *w, uint64_t since)
{
    uint64_t now = sw_meter_ticks();
    if (now - since < sw_live_to_ticks(w->sampler->live, LITTLE_NS))
        return;
    ask(w, now, true);
    w->lag += now - since;
    w->waits += now - since;
}

void sw_worker_joined(struct sw_worker *w)
{
    atomic_store_explicit(&w->begun, sw_delay_due(w, sw_meter_ticks()), memory_order_relaxed);
}

/* By the newest sample. */
void sw_delay_rest(struct sw_worker *w)
{
    uint64_t now = atomic_load_explicit(&w->sampler->live->effort->newest, memory_order_relaxed);
    atomic_store_explicit(&w->rests, sw_delay_due(w, now), memory_order_relaxed);
}

/* Who had that is who was waited for, or as late as that. Who spins may wait for a processor meanwhile: that is not its own either. */
void sw_delay_go_on(struct sw_worker *w, uint64_t now)
{
    const struct sw_effort_record *r = w->sampler ? w->sampler->live->effort : NULL;
    if (!r)
        return; /* it starts */
    w->late += ask(w, now, false);
    uint64_t lag = atomic_load_explicit(&r->newest_lag, memory_order_relaxed);
    uint64_t due = sw_most(now > lag ? now - lag : 1, atomic_load(&w->rests));
    w->lag = now > due ? now - due : 0;
    atomic_store_explicit(&w->begun, due, memory_order_relaxed);
}

void sw_delay_stop(struct sw_worker *w)
{
    struct sw_live *live = w->sampler->live;
    uint64_t now = sw_meter_ticks();
    w->late += ask(w, now, true);
    if (!is_silent)
        sw_thread_times_close(w->times);
    w->times = -1;
    if (!w->cpu)
        return; /* the kernel does not tell */
    uint64_t life = sw_live_to_ns(live, now - w->life),
             known = w->cpu - w->first_cpu + w->late + sw_live_to_ns(live, w->waits);
    atomic_fetch_add(&live->effort->delay, w->delay);
    if (life > known)
        atomic_fetch_add(&live->effort->blocked, life - known);
}
