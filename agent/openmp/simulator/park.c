/* Waiting for the program's own synchronization in simulated time. */
#include "agent/openmp/simulator/record.h"
#include "base/clock.h"
#include "base/raw.h"

#include <linux/futex.h>
#include <unistd.h>

#define ASK_NS        2000  /* who asks again takes no longer; else it does something */
#define POLITE        2     /* times in a row it may be without waiting */
#define YIELD_NS      100   /* the first in a row; ... */
#define YIELD_DOUBLES 7     /* ... each time twice as much, so many times */
#define IDLE_NS       20000 /* likewise, of real time */
#define IDLE_DOUBLES  7
#define PATIENCE      (5 * 1000000000ull) /* until it is said that nothing moves */

uint64_t sw_omp_ticks(const struct sw_omp_simulator *m, uint64_t ns)
{
    uint64_t ticks = m->meter ? sw_live_to_ticks(m->meter->live, ns) : ns;
    return ticks ? ticks : 1;
}

bool sw_omp_enter_to_wait(struct sw_omp_thread *t)
{
    struct sw_omp_simulator *m = t->simulator;
    m->inside = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (t->yields && m->meter &&
        sw_meter_of(m->meter) - m->meter->meter.seen < sw_omp_ticks(m, ASK_NS))
        m->exact = true; /* what it did is left out */
    else
        sw_omp_charge(t);
    return t->yields >= POLITE;
}

bool sw_omp_is_past(clockid_t clock, const struct timespec *time)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec > time->tv_sec ||
           (now.tv_sec == time->tv_sec && now.tv_nsec >= time->tv_nsec);
}

/* Of all who did something since then, the time of the one that was first to be left; 0: none. */
static uint64_t first_left(const struct sw_omp_simulator *m, uint64_t since)
{
    uint64_t first = UINT64_MAX;
    if (m->n_left - since > SW_OMP_LEFT)
        since = m->n_left - SW_OMP_LEFT;
    for (; since < m->n_left; since++) {
        uint64_t clock = m->left[since % SW_OMP_LEFT];
        first = clock < first ? clock : first;
    }
    return first == UINT64_MAX ? 0 : first;
}

/* Its own time is not to go on by itself: it would overtake that of whom it waits for. */
static void yield_behind(struct sw_omp_thread *t, uint64_t place_in_line)
{
    struct sw_omp_simulator *m = t->simulator;
    unsigned doubles = t->yields < YIELD_DOUBLES ? (unsigned)t->yields : YIELD_DOUBLES;
    uint64_t construct = (t->place_in_line > t->clock ? t->place_in_line : t->clock) +
                         (sw_omp_ticks(m, YIELD_NS) << doubles);
    t->yields++;
    t->place_in_line = construct > place_in_line ? construct : place_in_line;
    uint64_t left = m->n_left + (t->clock > t->resumed); /* its own is none of them */
    sw_omp_go_behind(t, t->place_in_line);
    sw_omp_wait_until(t, first_left(m, left));
    t->resumed = t->clock;
}

/* One that computes may stand in line for a time after its own. */
bool sw_omp_yield(struct sw_omp_thread *t)
{
    if (!t->simulator->ready.n)
        return false;
    yield_behind(t, sw_omp_ready_first(&t->simulator->ready));
    return true;
}

bool sw_omp_yield_to_all(struct sw_omp_thread *t)
{
    const struct sw_omp_ready *r = &t->simulator->ready;
    uint64_t last = 0;
    for (size_t i = 0; i < r->n; i++)
        last = r->entries[i].clock > last ? r->entries[i].clock : last;
    if (r->n)
        yield_behind(t, last);
    return r->n;
}

static struct sw_omp_thread **parked_at(struct sw_omp_simulator *m, const void *address)
{
    return &m->parked[((uint64_t)address >> 3) * 0x9e3779b97f4a7c15u >> 58];
}

bool sw_omp_park(struct sw_omp_thread *t, const void *address)
{
    struct sw_omp_thread **at = parked_at(t->simulator, address);
    uint64_t since = t->clock;
    while (*at)
        at = &(*at)->next;
    t->next = NULL;
    t->parked = address;
    t->is_parked = true;
    t->let_go = false;
    *at = t;
    t->simulator->n_parked++;
    while (t->is_parked) /* a task that it waits for below may have ended */
        sw_omp_block(t);
    t->phase += t->clock - since;
    return t->let_go;
}

static void let_go(struct sw_omp_thread **at, uint64_t clock)
{
    struct sw_omp_thread *t = *at;
    *at = t->next;
    t->simulator->n_parked--;
    t->is_parked = false;
    if (t->asleep)
        sw_omp_wake(t, clock);
}

void sw_omp_unpark(struct sw_omp_thread *t, const void *address, bool all)
{
    if (!t->simulator->n_parked)
        return;
    for (struct sw_omp_thread **at = parked_at(t->simulator, address); *at;) {
        if ((*at)->parked != address) {
            at = &(*at)->next;
            continue;
        }
        (*at)->let_go = true;
        let_go(at, t->clock);
        if (!all)
            return;
    }
}

static void unpark_all(struct sw_omp_simulator *m)
{
    for (unsigned i = 0; i < SW_OMP_PARKED; i++)
        while (m->parked[i])
            let_go(&m->parked[i], 0);
}

/* Nobody can run: they look for themselves. */
static void sw_omp_spin_wake_all(struct sw_omp_simulator *m)
{
    while (m->spinners) {
        struct sw_omp_spinner *s = m->spinners;
        m->spinners = s->next;
        sw_omp_wake(s->thread, 0);
    }
}

/* Natively they would hang as well, or something outside moves them on: so it waits. */
static void say_once(void)
{
    static const char text[] =
        "spanwise: all OpenMP threads have waited for 5 s, for each other or for something outside "
        "the program; they go on waiting\n";
    static bool said;
    if (!__atomic_exchange_n(&said, true, __ATOMIC_RELAXED))
        sw_raw_say(text, sizeof text - 1);
}

void sw_omp_idle(struct sw_omp_simulator *m)
{
    uint32_t bell = __atomic_load_n(&m->bell, __ATOMIC_ACQUIRE);
    if (m->idle_events != m->events) {
        m->idle_events = m->events;
        m->idle_since = sw_clock_ns();
        m->idle_times = 0;
    }
    if (m->idle_times++) { /* the first time: at once */
        unsigned doubles = m->idle_times < IDLE_DOUBLES ? m->idle_times : IDLE_DOUBLES;
        struct timespec little = {.tv_nsec = IDLE_NS << doubles};
        sw_raw6(SYS_futex, (long)&m->bell, FUTEX_WAIT_PRIVATE, bell, (long)&little, 0, 0);
        if (sw_clock_ns() - m->idle_since > PATIENCE)
            say_once();
    }
    m->exact = true;
    unpark_all(m);
    sw_omp_spin_wake_all(m);
}

#define LOAD(type) __atomic_load_n((const type *)at, __ATOMIC_ACQUIRE)

static uint64_t value_of(const void *at, unsigned size)
{
    return SW_OMP_BY_SIZE(size, LOAD);
}

static bool has_changed(const struct sw_omp_spinner *s)
{
    for (unsigned i = 0; i < s->n; i++)
        if (value_of(s->at[i], s->size[i]) != s->value[i])
            return true;
    return false;
}

void sw_omp_spin(struct sw_omp_thread *t, struct sw_omp_spinner *s, uint32_t construct)
{
    struct sw_omp_simulator *m = t->simulator;
    uint64_t since = t->clock;
    for (unsigned i = 0; i < s->n; i++)
        s->value[i] = value_of(s->at[i], s->size[i]);
    s->thread = t;
    s->next = m->spinners;
    m->spinners = s;
    sw_omp_block(t);
    t->phase += t->clock - since;
    sw_omp_count(m, construct, SW_OMP_WAIT, t->clock - since);
    if (m->dag)
        sw_dag_record(m->dag, construct)->count++;
    if (m->record && m->tree)
        m->record->tree_misses |= 1u << SW_OMP_MISSES_FLAGS;
}

void sw_omp_spin_look(struct sw_omp_thread *t)
{
    for (struct sw_omp_spinner **at = &t->simulator->spinners; *at;) {
        struct sw_omp_spinner *s = *at;
        if (s->thread == t || !has_changed(s)) {
            at = &s->next;
            continue;
        }
        *at = s->next;
        sw_omp_join(t->simulator, &s->thread->task->strand, &t->task->strand);
        sw_omp_wake(s->thread, t->clock);
    }
}
