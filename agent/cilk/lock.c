/*
 * Ordinary calls of the program, so libc is fine.
 *
 * A lock is known by its address, until one is made or destroyed there. One on the stack is another one for each invocation
 * of the function that has it; as long as that has spawned nothing, nobody else can know it, and it is no lock to us.
 */
#include "agent/cilk/parts.h"
#include "agent/core/counter.h"
#include "agent/core/enter.h"
#include "agent/core/meter.h"
#include "agent/core/timing.h"
#include "agent/locks/hooks.h"
#include "agent/process/own_code.h"
#include "live/site.h"
#include "profile/site_kind.h"

#include <dlfcn.h>

#define LOCK_PLACES UINT32_MAX /* where a callee's number would be, in the table of sites */

/* NULL: there is no room. With the table locked. */
static struct sw_live_lock_slot *slot_of(struct sw_live_locks *l, uint64_t address)
{
    uint64_t i = (address >> 3) * 0x9e3779b97f4a7c15u >> 47, mask = SW_LIVE_LOCK_SLOTS - 1;
    for (; l->slots[i].address; i = (i + 1) & mask)
        if (l->slots[i].address == address)
            return &l->slots[i];
    if (l->n_slots == SW_LIVE_LOCKS)
        return NULL;
    l->n_slots++;
    l->slots[i].address = address;
    return &l->slots[i];
}

static uint32_t new_number(struct sw_live_locks *l, uint64_t address)
{
    if (l->n == SW_LIVE_LOCKS)
        return 0;
    l->all[l->n] = (struct sw_live_lock){address};
    return l->n++;
}

/* --- locks on the stack --- */

/* Where its stack pointer was, as all front ends have it in their marks. */
static uint64_t sp_of(const struct sw_frame *f)
{
    return f->mark & 0xfffffffffff0;
}

/* The function that has it on the stack, as an open frame: the innermost one that began above. NULL: it is elsewhere. */
static const struct sw_frame *owner_of(const struct sw_strand *s, uint64_t address, uint64_t sp)
{
    const struct sw_frame *f = s->at.top,
                          *first = s->frames + 2; /* in the root, which has no stack pointer */
    if (address < sp || f < first || address >= sp_of(first))
        return NULL;
    while (sp_of(f) <= address)
        f--;
    return f;
}

/* Nothing that it has spawned runs beside what is called from it. */
static bool is_alone(const struct sw_strand *s, const struct sw_frame *owner)
{
    for (const struct sw_frame *f = s->at.top; f > owner; f--)
        if (f->flags & SW_FRAME_SPAWNED || (f->flags & SW_PARALLEL && f->block))
            return false;
    return !(owner->flags & SW_PARALLEL && owner->block);
}

/* Its number, 0 where there is none; or *alone: it is none to others. */
static uint32_t number_of(struct sw_thread *t, uint64_t address, uint64_t sp, bool *alone)
{
    struct sw_live_locks *l = &t->live->locks;
    const struct sw_frame *owner = owner_of(t->strand, address, sp);
    sw_live_lock(t->live);
    struct sw_live_lock_slot *slot = slot_of(l, address);
    uint32_t number = 0;
    if (slot && owner && slot->owner != owner->work0 + 1) {
        slot->owner = owner->work0 + 1;
        slot->number = slot->alone = 0;
    }
    *alone = slot && owner && !slot->number && is_alone(t->strand, owner);
    if (*alone)
        slot->alone++;
    else if (slot && !slot->number)
        slot->number = new_number(l, address);
    number = slot && !*alone ? slot->number : 0;
    l->lost += !number && !*alone;
    sw_live_unlock(t->live);
    return number;
}

/* Of one that is released; 0: nobody has counted it. */
static uint32_t number_held(struct sw_live *live, uint64_t address)
{
    sw_live_lock(live);
    struct sw_live_lock_slot *slot = slot_of(&live->locks, address);
    bool alone = slot && slot->alone;
    uint32_t number = slot && !alone ? slot->number : 0;
    if (alone)
        slot->alone--;
    sw_live_unlock(live);
    return number;
}

/* --- what an event costs the program's own time --- */

#define TIMES 100

static struct sw_lock_teller *teller;

static uint64_t time_exercise(struct sw_thread *t, uint64_t reading, bool told)
{
    struct sw_timing timing;
    sw_time_init(&timing, reading);
    for (int round = 0; round < SW_TIME_ROUNDS; round++) {
        sw_time_start(&timing, t);
        teller->exercise(TIMES, told);
        sw_time_end(&timing, t, round);
    }
    return sw_time_usual(timing.own);
}

static void measure(struct sw_live *live, struct sw_thread *t, struct sw_live_costs *costs)
{
    (void)live;
    uint64_t bare = time_exercise(t, costs->reading, false),
             told = time_exercise(t, costs->reading, true);
    costs->lock = told > bare ? (told - bare) * SW_COST_TICK / (2 * TIMES) : 0;
}

/* A program without locks does not wait for this. Inside its first event of one. Who is told or sampled as things happen must not see
 * another thread. */
static void calibrate(struct sw_thread *t)
{
    static _Atomic bool is_done;
    struct sw_live *live = t->live;
    if (atomic_exchange(&is_done, true))
        return;
    live->costs.lock = live->costs.note;
    if (!live->options.tool && !live->sampling.period_ns)
        sw_time_events(live, measure);
    t->meter.costs.lock = live->costs.lock;
}

/* --- events --- */

static uint32_t place_of(struct sw_thread *t, uint64_t from)
{
    uint32_t site = sw_site_number(t, from, LOCK_PLACES, SW_SITE_LOCK);
    t->live->sites[site].function = 0;
    return site;
}

/* The profiler's, or a scheduler's, which is not the program's either. */
static bool is_ours(const void *from)
{
    struct sw_range own = sw_own_code();
    return ((uint64_t)from >= own.low && (uint64_t)from < own.high) || sw_cilk_is_scheduler(from);
}

/* Inside an event then; *cost came before, and is not counted yet. A thread that nothing was seen of has no work either. */
static struct sw_thread *enter(const void *from, const void *sp, uint64_t *cost)
{
    uint64_t now = sw_meter_now();
    if (is_ours(from) || sw_thread_self == &sw_thread_nobody || sw_thread_self->cilk.apart)
        return NULL;
    struct sw_thread *t = sw_enter((uint64_t)sp);
    if (!t)
        return NULL;
    t->events++;
    sw_notes->settle(t);
    *cost = sw_meter_cost(t, now, t->meter.costs.lock);
    return t;
}

static void taken(const void *lock, enum sw_lock_how how, const void *from, const void *sp)
{
    uint64_t cost;
    bool alone;
    struct sw_thread *t = enter(from, sp, &cost);
    if (!t)
        return;
    calibrate(t);
    uint32_t number = number_of(t, (uint64_t)lock, (uint64_t)sp, &alone);
    if (number)
        sw_event_lock(t->strand, number, place_of(t, (uint64_t)from), how, cost);
    else
        sw_event_pass(t->strand, cost);
    sw_leave(t);
}

static void releases(const void *lock, const void *from, const void *sp)
{
    uint64_t cost;
    struct sw_thread *t = enter(from, sp, &cost);
    if (!t)
        return;
    uint32_t number = number_held(t->live, (uint64_t)lock);
    if (number)
        sw_event_unlock(t->strand, number, cost);
    else
        sw_event_pass(t->strand, cost);
    sw_leave(t);
}

static void made(const void *lock, const void *from)
{
    uint64_t cost;
    struct sw_thread *t = enter(from, __builtin_frame_address(0), &cost);
    if (!t)
        return;
    sw_event_pass(t->strand, cost);
    sw_live_lock(t->live);
    struct sw_live_lock_slot *slot = slot_of(&t->live->locks, (uint64_t)lock);
    if (slot)
        slot->number = slot->alone = 0;
    sw_live_unlock(t->live);
    sw_leave(t);
}

static const struct sw_lock_hooks hooks = {taken, releases, made};

void sw_cilk_lock_start(struct sw_live *live)
{
    struct sw_live_locks *l = &live->locks;
    teller = dlsym(RTLD_DEFAULT, "spanwise_locks");
    if (!teller || live->options.workers > 1 || live->options.tool || l->all)
        return; /* what a tool locks is not the program's */
    if (!SW_TAKE(&live->arena, l->slots, SW_LIVE_LOCK_SLOTS) ||
        !SW_TAKE(&live->arena, l->all, SW_LIVE_LOCKS))
        return;
    l->n = 1;
    sw_counter_leave_out(live, teller->code.low, teller->code.high);
    atomic_store_explicit(&teller->hooks, &hooks, memory_order_release);
}
