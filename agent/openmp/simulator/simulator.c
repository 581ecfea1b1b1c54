/*
 * The simulator of OpenMP: runs a region's threads one after the other, each with a clock of its
 * own, and switches to the one that is furthest behind.
 */
#include "agent/calls/forked.h"
#include "agent/core/order.h"
#include "agent/core/start.h"
#include "agent/openmp/simulator/record.h"
#include "agent/openmp/tree/log.h"
#include "agent/process/live_range.h"
#include "base/grow.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A heap of the threads that can run, ordered by simulated time. */

static bool before(const struct sw_omp_ready_entry *a, const struct sw_omp_ready_entry *b)
{
    return a->clock < b->clock || (a->clock == b->clock && a->order < b->order);
}

void sw_omp_ready_push(struct sw_omp_ready *r, struct sw_omp_thread *thread, uint64_t clock)
{
    struct sw_omp_ready_entry entry = {clock, r->order++, thread};
    size_t i = r->n++;
    thread->asleep = false;
    for (; i && before(&entry, &r->entries[(i - 1) / 2]); i = (i - 1) / 2)
        r->entries[i] = r->entries[(i - 1) / 2];
    r->entries[i] = entry;
}

/* NULL: none. */
static struct sw_omp_thread *sw_omp_ready_pop(struct sw_omp_ready *r)
{
    if (!r->n)
        return NULL;
    struct sw_omp_thread *first = r->entries[0].thread;
    struct sw_omp_ready_entry last = r->entries[--r->n];
    size_t i = 0, child;
    for (; (child = 2 * i + 1) < r->n; i = child) {
        if (child + 1 < r->n && before(&r->entries[child + 1], &r->entries[child]))
            child++;
        if (!before(&r->entries[child], &last))
            break;
        r->entries[i] = r->entries[child];
    }
    r->entries[i] = last;
    return first;
}

#define OWN_EVENTS 16 /* of which one at least is measured */

__thread struct sw_omp_thread *sw_omp_running;

static struct sw_omp_simulator *simulators;
static pthread_key_t at_exit; /* of an OS thread that has a simulator */

void sw_omp_die(const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    sw_say(text, "");
    abort();
}

static void push(struct sw_omp_simulator *m)
{
    m->next = __atomic_load_n(&simulators, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&simulators, &m->next, m, false, __ATOMIC_RELEASE,
                                        __ATOMIC_RELAXED))
        ;
}

static void forget_self(void)
{
    sw_omp_running = NULL;
}

/* The OS thread ends, outside all regions: so do its donors, or the process would wait for them. The
 * simulator itself may be looked at by others. */
static void release(void *simulator)
{
    struct sw_omp_simulator *m = simulator;
    if (m->n_pool < m->n_threads || m->current != &m->root)
        return;
    sw_omp_running = NULL;
    m->unused = true;
    sw_omp_samples_end(m->samples);
    sw_omp_watch_leave();
    for (size_t i = 0; i < m->n_pool && m->pid == getpid(); i++)
        sw_omp_donor_end(&m->pool[i]->donor, forget_self);
    for (size_t i = 0; i < m->n_pool; i++) {
        if (m->pid == getpid())
            sw_omp_donor_join(&m->pool[i]->donor);
        free(m->pool[i]);
    }
    m->n_pool = m->n_threads = 0;
}

/* In a child after fork(): of all threads there is the caller alone, and the simulator that it was on. */
static void sw_omp_simulator_after_fork(void)
{
    struct sw_omp_simulator *m = sw_omp_running ? sw_omp_running->simulator : NULL;
    sw_omp_watch_forget();
    simulators = m;
    if (!m)
        return;
    m->next = NULL;
    m->tid = gettid();
    m->known_by = sw_omp_thread_pointer();
    m->tick_sent = false;
    sw_omp_running->owner = 0;
    m->ready.n = 0;
    memset(m->parked, 0, sizeof m->parked);
    m->n_parked = 0;
    m->spinners = NULL;
    m->alone = sw_omp_running->team->active_level;
    if (sw_omp_switch_is_baton())
        m->n_pool = m->n_threads = 0; /* they could not run */
}

static void init_once(void)
{
    sw_omp_settings_init();
    sw_omp_switch_init(sw_omp_settings.baton);
    pthread_key_create(&at_exit, release);
    sw_forked_add(sw_omp_simulator_after_fork);
}

/* An OS thread meets OpenMP for the first time. */
static struct sw_omp_thread *new_simulator(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct sw_omp_simulator *m = calloc(1, sizeof *m);
    if (!m || !SW_GROW(m->ready.entries, 0, m->ready.room))
        sw_omp_die("not enough memory for OpenMP");
    pthread_once(&once, init_once);
    pthread_setspecific(at_exit, m);
    m->root.simulator = m;
    m->known_by = m->root.context.thread_pointer = sw_omp_thread_pointer();
    m->current = &m->root;
    m->tid = sw_is_enclosed ? 0 : gettid();
    m->inside = 1;
    sw_omp_team_begin_root(&m->root);
    sw_omp_running = &m->root;
    push(m);
    m->inside = 0;
    return &m->root;
}

struct sw_omp_simulator *sw_omp_simulators(void)
{
    return __atomic_load_n(&simulators, __ATOMIC_ACQUIRE);
}

struct sw_omp_thread *sw_omp_self(void)
{
    return __builtin_expect(sw_omp_running != NULL, 1) ? sw_omp_running : new_simulator();
}

/* Instructions of a construct become steady time. */
static uint64_t steady_cost(struct sw_omp_simulator *m, uint32_t construct, uint64_t n)
{
    struct sw_live *live = m->meter->live;
    struct sw_dag_record *r = sw_dag_record(m->dag, construct);
    uint64_t *rate = &r->counters[SW_OMP_RATE];
    if (!*rate)
        *rate = sw_rates_of(live->rates, sw_omp_rate_key(live, m->dag, construct));
    return sw_rates_apply(live->rates, *rate, n, &m->meter->meter.rest);
}

static inline __attribute__((always_inline)) void charge(struct sw_omp_thread *t)
{
    struct sw_omp_simulator *m = t->simulator;
    m->events++;
    if (!m->meter)
        return;
    uint64_t cost = sw_meter_cost(m->meter, sw_meter_of(m->meter), 0);
    if (__builtin_expect(m->is_steady && m->dag, 0))
        cost = steady_cost(m, t->task->strand.construct, cost);
    t->clock += cost;
    if (!m->dag)
        return;
    if (__builtin_expect(m->dag->orders != NULL, 0))
        sw_order_stop(m->dag, t->index);
    if (__builtin_expect(m->meter->live->memory != NULL, 0))
        sw_memory_charge(m->meter->live->memory, t->task->strand.construct);
    sw_dag_pass(m->dag, &t->task->strand, cost);
    sw_omp_record_reach(m->record, t);
    if (t->task->log)
        t->task->log->tail += cost;
    if (__builtin_expect(m->samples && m->samples->n, 0))
        sw_omp_samples_drain(m->samples, m->dag, &t->task->strand);
    if (__builtin_expect(m->spinners != NULL, 0))
        sw_omp_spin_look(t);
}

void sw_omp_charge(struct sw_omp_thread *t)
{
    charge(t);
}

/* No tick switches threads from here on. */
static inline __attribute__((always_inline)) struct sw_omp_thread *go_in(void)
{
    struct sw_omp_thread *t = sw_omp_self();
    t->simulator->inside = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return t;
}

struct sw_omp_thread *sw_omp_enter(void)
{
    struct sw_omp_thread *t = go_in();
    charge(t);
    t->yields = 0;
    return t;
}

static void charge_to(struct sw_omp_thread *t, uint32_t whose)
{
    uint32_t *construct = &t->task->strand.construct, before = *construct;
    *construct = whose;
    sw_omp_charge(t);
    *construct = before;
    t->yields = 0;
}

struct sw_omp_thread *sw_omp_enter_as(unsigned kind, const void *address)
{
    struct sw_omp_thread *t = go_in();
    charge_to(t, sw_omp_construct(t, kind, address));
    return t;
}

struct sw_omp_thread *sw_omp_enter_from_share(void)
{
    struct sw_omp_thread *t = go_in();
    charge_to(t, sw_omp_member(t)->share->construct);
    return t;
}

/* The program goes on. Lines are followed from the first region on that has threads. */
static inline __attribute__((always_inline)) void go_out(const struct sw_omp_thread *t)
{
    struct sw_omp_simulator *m = t->simulator;
    if (__builtin_expect(m->dag && m->dag->orders, 0) &&
        (m->n_busy || m->dag->orders->n_threads > 1))
        sw_order_go_on(m->dag, &t->task->strand, t->index);
    __atomic_signal_fence(__ATOMIC_SEQ_CST); /* a tick may come: guard/watch.c */
    m->inside = 0;
}

/* What the runtime itself took since the event began, found by reading the clock once more. */
static void leave_exactly(struct sw_omp_simulator *m, struct sw_omp_own *own)
{
    uint64_t before = m->meter->meter.seen;
    if (m->meter->counter) { /* what others have counted meanwhile has nothing to do with it */
        m->meter->last = m->meter->meter.seen = sw_meter_of(m->meter);
        m->exact = false;
        return;
    }
    sw_meter_skip(m->meter);
    uint64_t ticks = (m->meter->meter.seen - before) * SW_COST_TICK;
    m->random = m->random * 6364136223846793005u + 1442695040888963407u;
    if (!m->exact)
        sw_omp_own_learn(own, ticks);
    own->until = sw_omp_own_is_new(own) ? 0 : OWN_EVENTS + (uint32_t)(m->random >> 60);
    m->exact = false;
}

/* Mostly what it took before from where it is left now; the clock would take longer than all else. */
void sw_omp_leave(struct sw_omp_thread *t)
{
    struct sw_omp_simulator *m = t->simulator;
    struct sw_omp_own *own = sw_omp_own_of(m->own, __builtin_return_address(0));
    if (!m->meter) {
        /* nothing is measured */
    } else if (m->exact || m->meter->counter || !own->until--) {
        leave_exactly(m, own);
    } else {
        m->meter->meter.debt += own->mean;
    }
    go_out(t);
}

struct sw_omp_aside sw_omp_step_aside(void)
{
    struct sw_omp_thread *t = sw_omp_self();
    struct sw_omp_simulator *m = t->simulator;
    struct sw_omp_aside a = {.thread = t,
                             .own = sw_omp_own_of(m->own, __builtin_return_address(0))};
    a.measured = m->meter && (m->exact || m->meter->counter || !a.own->until);
    if (a.measured)
        sw_omp_enter();
    m->inside = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return a;
}

void sw_omp_step_back(const struct sw_omp_aside *a)
{
    struct sw_omp_simulator *m = a->thread->simulator;
    if (a->measured) {
        leave_exactly(m, a->own);
    } else if (m->meter) {
        a->own->until--;
        m->meter->meter.debt += a->own->mean;
    }
    go_out(a->thread);
}

static void go(struct sw_omp_thread *from, struct sw_omp_thread *to)
{
    if (from == to)
        return;
    from->simulator->current = to;
    if (from->clock > from->resumed)
        from->simulator->left[from->simulator->n_left++ % SW_OMP_LEFT] = from->clock;
    if (from->simulator->meter)
        from->simulator->meter->counter = to->counter;
    sw_omp_switch(&from->context, &to->context);
    from->resumed = from->clock;
}

void sw_omp_give_way(struct sw_omp_thread *t)
{
    struct sw_omp_ready *ready = &t->simulator->ready;
    if (sw_omp_ready_first(ready) >= t->clock)
        return;
    sw_omp_ready_push(ready, t, t->clock);
    go(t, sw_omp_ready_pop(ready));
}

void sw_omp_go_behind(struct sw_omp_thread *t, uint64_t clock)
{
    struct sw_omp_thread *next = sw_omp_ready_pop(&t->simulator->ready);
    sw_omp_ready_push(&t->simulator->ready, t, clock);
    go(t, next);
}

void sw_omp_block(struct sw_omp_thread *t)
{
    struct sw_omp_simulator *m = t->simulator;
    struct sw_omp_thread *next;
    t->asleep = true;
    if (m->n_detached)
        sw_omp_detached_take(t);
    while (!(next = sw_omp_ready_pop(&m->ready))) {
        sw_omp_idle(m);
        if (m->n_detached)
            sw_omp_detached_take(t);
    }
    go(t, next);
}

uint64_t sw_omp_wake(struct sw_omp_thread *t, uint64_t clock)
{
    uint64_t waited = clock > t->clock ? clock - t->clock : 0;
    t->clock += waited;
    sw_omp_ready_push(&t->simulator->ready, t, t->clock);
    return waited;
}

static void live(void *argument)
{
    struct sw_omp_thread *t = argument;
    sw_omp_running = t;
    sw_omp_team_live(t);
}

static struct sw_omp_thread *new_thread(struct sw_omp_simulator *m)
{
    struct sw_omp_thread *t = calloc(1, sizeof *t);
    if (!t || !SW_GROW(m->pool, m->n_threads, m->room) ||
        !SW_GROW(m->ready.entries, m->n_threads + 1, m->ready.room)) {
        free(t);
        return NULL;
    }
    t->simulator = m;
    if (sw_omp_donor_start(&t->donor, sw_omp_settings.stack_size, &t->context, live, t)) {
        free(t);
        return NULL;
    }
    t->low = t->first_low = t->donor.low;
    t->index = (unsigned)++m->n_threads;
    m->pid = getpid();
    sw_omp_identity_init();
    return t;
}

struct sw_omp_thread *sw_omp_thread_take(struct sw_omp_simulator *m)
{
    return m->n_pool ? m->pool[--m->n_pool] : new_thread(m);
}

void sw_omp_thread_give_back(struct sw_omp_thread *t)
{
    t->simulator->pool[t->simulator->n_pool++] = t;
}

/* --- More stack for tasks that are nested deeply --- */

#define LITTLE  (64 << 10)
#define SEGMENT (1 << 20)

/* A piece: its first bytes. */
struct piece {
    struct piece *next; /* in a list of those that are free */
    uint64_t reserved;
};

static struct piece *take(struct sw_omp_simulator *m)
{
    struct piece *p = m->pieces;
    if (p) {
        m->pieces = p->next;
        return p;
    }
    m->exact = true; /* it takes longer than such things do */
    p = mmap(NULL, SEGMENT, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
             0);
    if (p == MAP_FAILED)
        sw_omp_die("not enough memory for tasks that are nested this deep");
    return p;
}

__attribute__((noinline)) static void call_on_piece(struct sw_omp_thread *t,
                                                    struct sw_omp_task *task)
{
    struct sw_omp_simulator *m = t->simulator;
    struct piece *p = take(m);
    uint64_t low = t->low;
    t->low = (uint64_t)p + sizeof *p;
    task->origin.limit = (uint64_t)p + SEGMENT;
    sw_omp_leave(t);
    sw_omp_call_on((uint64_t)p + SEGMENT, task->function, task->data);
    sw_omp_enter();
    t->low = low;
    p->next = m->pieces;
    m->pieces = p;
}

void sw_omp_segment_call(struct sw_omp_thread *t)
{
    struct sw_omp_task *task = t->task;
    uint64_t here = (uint64_t)__builtin_frame_address(0);
    if (here - t->low < LITTLE) {
        call_on_piece(t, task);
        return;
    }
    task->origin.limit = here;
    sw_omp_leave(t);
    task->function(task->data);
    sw_omp_enter();
}

uint64_t sw_omp_segment_end(uint64_t low)
{
    return low - sizeof(struct piece) + SEGMENT;
}
