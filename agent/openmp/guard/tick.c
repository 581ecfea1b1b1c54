/*
 * Interrupts a simulated thread that has had no event for a while, to find out whether it
 * computes or waits for another thread.
 */
#include "agent/openmp/guard/tick.h"
#include "agent/core/held.h"
#include "agent/openmp/guard/registers.h"
#include "agent/openmp/guard/spin.h"
#include "agent/openmp/guard/zone.h"
#include "agent/openmp/simulator/park.h"
#include "agent/process/signal.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>

#define NEARBY        512        /* bytes of code that a spin has at most */
#define COMPUTE_NS    2000000ull /* before others have their turn for the first time */
#define SHORTLY       64         /* looks in a row */
#define COMPUTE_TIMES 4          /* it is twice as long the next time */

/* What was seen of the thread that runs, since the last event. */
struct look {
    uint64_t pc, registers[SW_OMP_REGISTERS];
    bool pausing;
};

struct sw_omp_looks {
    uint64_t begun; /* what the meter said when the handler began */
    const struct sw_omp_thread *thread;
    uint64_t events, since;
    unsigned n, n_pausing;
    struct look looks[SW_OMP_TICK_LOOKS];
};

static bool is_same(const struct look *a, const struct look *b)
{
    uint64_t apart = a->pc > b->pc ? a->pc - b->pc : b->pc - a->pc;
    return apart < NEARBY && !memcmp(a->registers, b->registers, sizeof a->registers);
}

/* Keeps what it sees. True: nothing has changed since one of the last times. */
static bool has_not_moved(struct sw_omp_looks *l, const struct look *now)
{
    bool same = false;
    for (unsigned i = 0; i < l->n && i < SW_OMP_TICK_LOOKS; i++)
        same |= is_same(now, &l->looks[i]);
    l->looks[l->n++ % SW_OMP_TICK_LOOKS] = *now;
    l->n_pausing += now->pausing;
    return same || l->n_pausing > 1;
}

/* Whether the program was on it, or the handler is. */
static bool is_on_signal_stack(const ucontext_t *u)
{
    const stack_t *s = &u->uc_stack;
    uint64_t low = (uint64_t)s->ss_sp, here = (uint64_t)__builtin_frame_address(0);
    return !(s->ss_flags & SS_DISABLE) &&
           (sw_omp_sp(u) - low < s->ss_size || here - low < s->ss_size);
}

/* It goes on from where it was left, and if it is still there at the next look it did nothing else. */
static void look_on(struct sw_omp_thread *t, const struct look *before)
{
    struct sw_omp_simulator *m = t->simulator;
    struct sw_omp_looks *l = m->looks;
    l->thread = t;
    l->since = sw_meter_ticks();
    l->n = 1;
    l->n_pausing = before->pausing;
    l->looks[0] = *before;
    l->events = m->watched = m->events;
}

/* Of the thread that runs: its looks so far, or none if there was an event meanwhile. */
static struct sw_omp_looks *looks_of(struct sw_omp_thread *t)
{
    struct sw_omp_looks *l = t->simulator->looks;
    if (l->thread == t && l->events == t->simulator->events)
        return l;
    l->thread = t;
    l->since = sw_meter_ticks();
    l->n = l->n_pausing = 0;
    return l;
}

/* Real time, by the counter that all machines have; without a profile its speed is not known. */
static bool is_over(const struct sw_omp_thread *t, uint64_t since, uint64_t ns)
{
    const struct sw_thread *meter = t->simulator->meter;
    uint64_t passed = sw_meter_ticks() - since;
    return passed > (meter ? sw_live_to_ticks(meter->live, ns) : ns);
}

/* What the thread did up to the signal; functions of libc that the handler has called count as well. */
static void charge(struct sw_omp_thread *t)
{
    struct sw_thread *meter = t->simulator->meter;
    if (meter && meter->counter)
        meter->meter.seen += sw_meter_of(meter) - t->simulator->looks->begun;
    sw_omp_charge(t);
}

static void look(struct sw_omp_thread *t, const ucontext_t *context)
{
    struct sw_omp_simulator *m = t->simulator;
    struct sw_omp_looks *l = looks_of(t);
    struct look now = {.pc = sw_omp_pc(context)};
    long call = sw_omp_interrupted_call(context);
    if (call < 0 && sw_omp_zone_has(now.pc)) {
        charge(t);
        l->events = m->watched = m->events;
        return;
    }
    if (call < 0 && sw_omp_spins_learn(now.pc))
        return; /* it is known when it has gone round */
    sw_omp_registers(context, now.registers);
    now.pausing = call < 0 && sw_omp_is_pausing(context);
    bool waits = call == SYS_futex || (call < 0 && has_not_moved(l, &now));
    if (!waits)
        charge(t);
    unsigned times = t->yields < COMPUTE_TIMES ? (unsigned)t->yields : COMPUTE_TIMES;
    if (waits || call >= 0) {
        m->stuck = 0; /* the next one is looked at soon: it may wait as well */
        if (waits)
            sw_omp_yield_to_all(t);
        else
            sw_omp_go_behind(t, t->clock);
        look_on(t, &now);
    } else if (is_over(t, l->since, COMPUTE_NS << times)) {
        t->yields++;
        if (m->meter)
            sw_omp_give_way(t); /* nobody else may do what it could still do before them */
        else
            sw_omp_go_behind(t, t->clock);
    } else {
        l->events = m->watched = m->events;
    }
}

/* All threads share the mask. One that has blocked all signals may do something that must not be interrupted, but not for long; and one
 * that is held does not wait for others, unless it takes long. */
static bool is_left_alone(const struct sw_omp_simulator *m, const ucontext_t *u)
{
    return m->stuck < SHORTLY &&
           (m->is_held || sw_signal_blocks_all(*(const uint64_t *)&u->uc_sigmask));
}

/* What is called here must not use thread-local storage after a switch; errno stays the same address. */
SW_OMP_ALIGNS_STACK static void tick(const void *context)
{
    struct sw_omp_thread *t = sw_omp_self_if_any();
    int error = errno;
    if (!t)
        return;
    struct sw_omp_simulator *m = t->simulator;
    __atomic_store_n(&m->tick_sent, false, __ATOMIC_RELAXED);
    if (m->inside || !m->ready.n || !m->looks || is_on_signal_stack(context) ||
        is_left_alone(m, context))
        return;
    m->inside = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    sw_signal_let_in(context);
    m->exact = true;
    m->looks->begun = m->meter ? sw_meter_of(m->meter) : 0;
    look(t, context);
    m->exact = true;
    sw_omp_leave(t);
    errno = error;
}

static const char ours; /* signals are known by its address */

static bool on_signal(siginfo_t *info, void *context)
{
    if (!sw_signal_is_sent(info, &ours))
        return false;
    tick(context);
    return true;
}

bool sw_omp_tick_send(struct sw_omp_simulator *m, int thread, bool anyway)
{
    __atomic_store_n(&m->is_ticking, true, __ATOMIC_SEQ_CST);
    bool sent = (anyway || !__atomic_load_n(&m->is_held, __ATOMIC_SEQ_CST)) &&
                sw_signal_send(thread, (void *)&ours);
    __atomic_store_n(&m->is_ticking, false, __ATOMIC_SEQ_CST);
    return sent;
}

/* NULL as well in a child of vfork(), which has its parent's memory. */
static struct sw_omp_thread *self(void)
{
    struct sw_omp_thread *t = sw_omp_self_if_any();
    return t && t->simulator->pid == sw_raw4(SYS_getpid, 0, 0, 0, 0) ? t : NULL;
}

/* A tick that was sent before arrives at the end of a system call. */
static void hold(void)
{
    struct sw_omp_thread *t = self();
    if (t) {
        __atomic_store_n(&t->simulator->is_held, true, __ATOMIC_SEQ_CST);
        for (unsigned i = 1; __atomic_load_n(&t->simulator->is_ticking, __ATOMIC_SEQ_CST); i++)
            sw_wait(i);
        sw_raw4(SYS_gettid, 0, 0, 0, 0);
    }
    sw_held_samples_begin();
}

static void release(void)
{
    struct sw_omp_thread *t = self();
    if (t)
        __atomic_store_n(&t->simulator->is_held, false, __ATOMIC_SEQ_CST);
    sw_held_samples_end();
}

void sw_omp_tick_init(void)
{
    sw_held_begin = hold;
    sw_held_end = release;
    sw_signal_take(on_signal);
}

struct sw_omp_looks *sw_omp_looks_new(void)
{
    return calloc(1, sizeof(struct sw_omp_looks));
}
