/*
 * The baton. Only who has it touches the cores, the dag and the parks, so none of that is locked. It is handed on where a thread
 * finds, in a hook, that another one is next (sw_baton_pass()), and nobody has it while nobody can run (rest()); then who comes back takes
 * it, or the watch, when a time has come. Who comes back while another one has it says so in a list that every hook looks at.
 */
#include "agent/threads/simulator.h"
#include "agent/core/libc.h"
#include "agent/core/order.h"
#include "base/clock.h"
#include "base/raw.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LONG_NS \
    50000 /* an interval that is looked at: did the thread have a processor all the time? */
#define STOLEN_NS 2000 /* less is noise of the two clocks */
#define YIELD_MOST \
    5 /* a yield costs up to 2^5 times as much as one, where nothing else is done in between */

struct sw_simulator sw_sim;
__thread struct sw_vthread *sw_vself;

/* Stands for the watch, and for threads that have ended: always inside, so that their hooks are libc's functions. */
struct sw_vthread sw_vnobody = {.pos = SW_POS_INSIDE};

/* --- What a thread has spent --- */

/* Of an interval, what the thread had a processor for. */
static uint64_t ran(struct sw_thread *m, uint64_t now, uint64_t ticks)
{
    uint64_t before = m->meter.reference.cpu_ns, since = m->meter.reference.ticks;
    sw_meter_refresh(m, now);
    uint64_t wall = sw_live_to_ns(m->live, now - since), got = m->meter.reference.cpu_ns - before;
    if (wall <= got + STOLEN_NS)
        return ticks;
    uint64_t stolen = sw_live_to_ticks(m->live, wall - got);
    m->meter.preempted += stolen < ticks ? stolen : ticks;
    return stolen < ticks ? ticks - stolen : 0;
}

/* Since the program's time went on. */
static uint64_t spent(struct sw_vthread *t)
{
    struct sw_thread *m = t->meter;
    uint64_t now = sw_meter_of(m), ticks = now > m->meter.seen ? now - m->meter.seen : 0;
    m->meter.seen = now;
    if (m->counter)
        return ticks;
    return ticks > m->meter.preempted_ticks ? ran(m, now, ticks) : ticks;
}

/* The program's time goes on here. */
static void go_on(struct sw_vthread *t)
{
    t->meter->meter.seen = sw_meter_of(t->meter);
}

void sw_meter_begin(struct sw_vthread *t)
{
    struct sw_thread *m = t->meter;
    m->live = sw_sim.live;
    m->meter.preempted_ticks = sw_live_to_ticks(m->live, LONG_NS);
    sw_counter_start(m->live, m);
    sw_meter_refresh(m, sw_meter_ticks());
    go_on(t);
}

/* --- The baton --- */

void sw_hook_wait(struct sw_vthread *t)
{
    while (!atomic_exchange_explicit(&t->turn, 0, memory_order_acquire) &&
           __atomic_load_n(&sw_sim.on, __ATOMIC_ACQUIRE))
        sw_raw6(SYS_futex, (long)&t->turn, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
    if (t->sampler)
        sw_sampler_wake(t->sampler);
    if (!t->meter->counter)
        sw_meter_refresh(t->meter, sw_meter_ticks());
}

static void hand_to(struct sw_vthread *t)
{
    atomic_store(&sw_sim.holder, t);
    atomic_store_explicit(&t->turn, 1, memory_order_release);
    sw_raw6(SYS_futex, (long)&t->turn, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}

/* Those that have come back are ready now, in their order. */
static void let_back(void)
{
    struct sw_vthread *t = atomic_exchange(&sw_sim.back, NULL), *first = NULL;
    while (t) {
        struct sw_vthread *next = t->next_back;
        t->next_back = first;
        first = t;
        t = next;
    }
    for (t = first; t; t = first) {
        first = t->next_back;
        if (t->runner.state == SW_RUNNER_NONE) {
            sw_vthread_add_lane(t);
            sw_cores_start(sw_sim.cores, &t->runner, sw_sim.cores->now);
            continue;
        }
        sw_sim.n_away--;
        sw_cores_wake(sw_sim.cores, &t->runner, sw_sim.cores->now);
    }
}

static void heed_pokes(void)
{
    atomic_store(&sw_sim.n_poked, 0);
    for (unsigned i = 0; i < SW_POKES; i++) {
        const void *on = atomic_exchange(&sw_sim.poked[i], NULL);
        if (on)
            sw_unpark(on, 1, NULL);
    }
}

static struct sw_vthread *next(void)
{
    if (__builtin_expect(atomic_load_explicit(&sw_sim.n_poked, memory_order_relaxed), 0))
        heed_pokes();
    if (__builtin_expect(atomic_load_explicit(&sw_sim.back, memory_order_relaxed) != NULL, 0))
        let_back();
    return (struct sw_vthread *)sw_cores_next(sw_sim.cores, sw_sim.n_away > 0);
}

/* Nobody has the baton: takes it for somebody. False: another one has. */
static bool take_over(void)
{
    struct sw_vthread *nobody = NULL;
    if (!atomic_compare_exchange_strong(&sw_sim.holder, &nobody, &sw_vnobody))
        return false;
    uint64_t now = sw_clock_ns();
    if (now > sw_sim.idle_since)
        sw_cores_pass(sw_sim.cores, sw_live_to_ticks(sw_sim.live, now - sw_sim.idle_since));
    sw_sim.idle_since = now;
    return true;
}

/* For the watch. */
static void note_next_time(void)
{
    uint64_t next = sw_cores_next_time(sw_sim.cores), until = UINT64_MAX;
    if (next != UINT64_MAX)
        until = sw_sim.idle_since + sw_live_to_ns(sw_sim.live, next - sw_sim.cores->now);
    atomic_store(&sw_sim.idle_until, until);
}

/* Whoever is next has it; if nobody is, nobody has it, unless somebody has just come back. */
void sw_baton_pass(void)
{
    for (;;) {
        struct sw_vthread *t = next();
        if (t) {
            hand_to(t);
            return;
        }
        sw_sim.idle_since = sw_clock_ns();
        note_next_time();
        atomic_store(&sw_sim.holder, NULL);
        if ((!atomic_load(&sw_sim.back) && !atomic_load(&sw_sim.n_poked)) || !take_over())
            return;
    }
}

/* The thread goes on when it is its turn. */
void sw_hook_settle(struct sw_vthread *t)
{
    struct sw_vthread *first = next();
    if (__builtin_expect(first == t, 1))
        return;
    if (first)
        hand_to(first);
    else
        sw_baton_pass();
    sw_hook_wait(t);
}

/* In a hook a thread that may be cancelled anywhere is cancelled where it ends. */
static void set_async(int type)
{
    sw_libc()->pthread_setcanceltype(type, NULL);
}

/* The thread goes on when it is its turn; or at once, and owes what it did, while it holds a lock that nobody is to wait for. */
static void settle(struct sw_vthread *t)
{
    if (__builtin_expect(!t->unwaited, 1))
        sw_hook_settle(t);
}

/* It was away, and what it did meanwhile is to be counted. */
static void come_back(struct sw_vthread *t)
{
    if (__builtin_expect(t->is_async, 0))
        set_async(PTHREAD_CANCEL_DEFERRED);
    uint64_t cost = spent(t);
    t->runner.owed += cost;
    t->next_back = atomic_load(&sw_sim.back);
    while (!atomic_compare_exchange_weak(&sw_sim.back, &t->next_back, t))
        ;
    if (!atomic_load(&sw_sim.holder) && take_over())
        sw_baton_pass();
    sw_hook_wait(t);
    if (!sw_sim_is_on())
        return;
    t->worked += cost;
    sw_order_stop(sw_sim.dag, t->number);
    sw_dag_pass(sw_sim.dag, &t->strand, cost);
}

static void charge(struct sw_vthread *t)
{
    sw_order_stop(sw_sim.dag, t->number);
    if (__builtin_expect(t->is_async, 0))
        set_async(PTHREAD_CANCEL_DEFERRED);
    uint64_t cost = spent(t);
    t->events++;
    sw_sim.record->events++;
    t->looked = t->looks && cost <= t->looks ? cost : 0;
    t->looks = 0;
    if (t->looked) {
        sw_thread_samples_drop(t);
        return;
    }
    sw_cores_spend(sw_sim.cores, &t->runner, cost, 0);
    if (t->managed) {
        uint64_t overhead = t->managed < cost ? t->managed : cost;
        sw_cores_lose(sw_sim.cores, overhead);
        sw_dag_count(sw_sim.dag, t->manages, SW_OMP_OVERHEAD, overhead);
        cost -= overhead;
        t->managed = 0;
    }
    t->worked += cost;
    if (__builtin_expect(sw_live->memory != NULL, 0))
        sw_memory_charge(sw_live->memory, t->strand.construct);
    sw_dag_pass(sw_sim.dag, &t->strand, cost);
}

uint64_t sw_hook_since(struct sw_vthread *t)
{
    return sw_meter_of(t->meter) - t->meter->meter.seen;
}

struct sw_vthread *sw_hook_charge(struct sw_vthread *t)
{
    charge(t);
    settle(t);
    if (__builtin_expect(t->samples && t->samples->n, 0))
        sw_thread_samples_drain(t);
    sw_record_reach(t);
    return sw_sim_is_on() ? t : NULL;
}

/* Not known yet: made by something that has no hook. Nobody is to be told before it is here. */
static struct sw_vthread *adopt(void)
{
    struct sw_vthread *t = sw_vthread_make();
    if (!t)
        return NULL;
    atomic_store(&t->pos, SW_POS_INSIDE);
    sw_vself = t;
    sw_vthread_arrive(t);
    come_back(t);
    if (sw_sim_is_on())
        sw_vthread_know(t);
    return t;
}

struct sw_vthread *sw_hook_slow(struct sw_vthread *t)
{
    uint32_t away = SW_POS_AWAY;
    if (!sw_sim_is_on())
        return NULL;
    if (!t)
        return adopt();
    if (!atomic_compare_exchange_strong(&t->pos, &away, SW_POS_INSIDE))
        return NULL;
    come_back(t);
    return sw_sim_is_on() ? t : NULL;
}

/* What it has cost, unless that is next to nothing, is none of what the thread does next: whoever waits meanwhile waits for that. */
void sw_hook_end(struct sw_vthread *t)
{
    if (__builtin_expect(t->runner.pays, 0))
        settle(t);
    t->yields = 0;
    t->polls = false;
    t->alone_before = sw_sim.cores->alone;
    t->time_before = sw_sim.cores->now;
    if (t->number || sw_sim.all->next) /* there is another one */
        sw_order_go_on(sw_sim.dag, &t->strand, t->number);
    go_on(t);
    atomic_store_explicit(&t->pos, SW_POS_OUTSIDE, memory_order_release);
    if (__builtin_expect(t->is_async, 0))
        set_async(PTHREAD_CANCEL_ASYNCHRONOUS);
}

void sw_hook_cost(struct sw_vthread *t, uint64_t cost)
{
    if (cost)
        sw_cores_spend(sw_sim.cores, &t->runner, cost, cost);
}

/* What the hook has cost so far it still owes when it is woken. */
bool sw_hook_block(struct sw_vthread *t, enum sw_blocked why, uint64_t deadline)
{
    sw_cores_block(sw_sim.cores, &t->runner, why, deadline);
    sw_baton_pass();
    sw_hook_wait(t);
    return !t->runner.timed_out;
}

void sw_hook_wake(struct sw_vthread *t, struct sw_vthread *by)
{
    const struct sw_thread_costs *k = &sw_sim.costs;
    if (by)
        sw_hook_cost(by, k->wake);
    sw_cores_wake(sw_sim.cores, &t->runner,
                  sw_sim.cores->now + (by ? by->runner.owed : 0) + k->latency);
}

void sw_poke(const void *on)
{
    const void *none = NULL;
    unsigned i = 0;
    if (!sw_sim_is_on())
        return;
    while (i < SW_POKES && !atomic_compare_exchange_strong(&sw_sim.poked[i], &none, on)) {
        none = NULL;
        i++;
    }
    atomic_fetch_add(&sw_sim.n_poked, 1);
    if (!atomic_load(&sw_sim.holder) && take_over())
        sw_baton_pass();
}

void sw_hook_away(struct sw_vthread *t)
{
    go_on(t);
    if (!t->meter->counter)
        sw_meter_refresh(t->meter, t->meter->meter.seen);
    sw_cores_block(sw_sim.cores, &t->runner, SW_BLOCKED_AWAY, UINT64_MAX);
    sw_sim.n_away++;
    atomic_store(&t->pos, SW_POS_AWAY);
    sw_baton_pass();
}

/* A handler of a signal may have brought it back already. */
void sw_hook_back(struct sw_vthread *t)
{
    uint32_t away = SW_POS_AWAY;
    if (!sw_sim_is_on())
        return;
    if (atomic_compare_exchange_strong(&t->pos, &away, SW_POS_INSIDE)) {
        come_back(t);
        return;
    }
    atomic_store(&t->pos, SW_POS_INSIDE);
    sw_hook_charge(t);
}

/* So long it only waited, and its core was as good as idle. How much that was really is kept: it may have been work. */
static void wait_yielding(struct sw_vthread *t, const struct sw_wait_at *at, uint64_t time)
{
    sw_wait_begin(t, at);
    if (!sw_tbb_has(at->where))
        sw_dag_count(sw_sim.dag, t->place, SW_OMP_BUSY, t->looked);
    sw_cores_block(sw_sim.cores, &t->runner, at->why, sw_sim.cores->now + time);
    sw_hook_settle(t);
    sw_wait_end(t);
}

void sw_hook_yield(struct sw_vthread *t, const struct sw_wait_at *at)
{
    unsigned times = t->yields < YIELD_MOST ? t->yields : YIELD_MOST;
    unsigned yields = t->yields + 1;
    uint64_t cost = (sw_sim.costs.yield ? sw_sim.costs.yield : 1) << times;
    if (t->looked) {
        wait_yielding(t, at, t->looked + cost);
    } else {
        sw_cores_spend(sw_sim.cores, &t->runner, cost, cost);
        sw_hook_settle(t);
        sw_cores_yield(sw_sim.cores, &t->runner);
        sw_hook_settle(t);
    }
    sw_hook_end(t);
    t->yields = yields;
    t->polls = true;
}

void sw_baton_take(struct sw_vthread *from)
{
    uint32_t outside = SW_POS_OUTSIDE;
    if (!atomic_compare_exchange_strong(&from->pos, &outside, SW_POS_AWAY))
        return;
    atomic_store(&sw_sim.holder, &sw_vnobody);
    sw_cores_block(sw_sim.cores, &from->runner, SW_BLOCKED_AWAY, UINT64_MAX);
    sw_sim.n_away++;
    sw_baton_pass();
}

void sw_baton_look(void)
{
    if (!atomic_load(&sw_sim.holder) && take_over())
        sw_baton_pass();
}

void sw_sim_stop(void)
{
    __atomic_store_n(&sw_sim.on, 0, __ATOMIC_SEQ_CST);
    for (struct sw_vthread *t = sw_sim.all; t; t = t->next) {
        atomic_store(&t->turn, 1);
        sw_raw6(SYS_futex, (long)&t->turn, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
    }
}
