/* The way into the profiler and out of it; and the budget that live/notes/budget.h tells of. */
#include "agent/core/enter.h"
#include "agent/core/front.h"
#include "agent/core/meter.h"
#include "agent/core/series.h"
#include "agent/translate/translate.h"
#include "live/notes/budget.h"
#include "live/notes/cilk.h"
#include "live/site.h"

#define SW_BUDGET_EVENTS 8192 /* from one look to the next; a power of two */

#define GRACE_NS         20000000 /* a program of 20 ms may cost what it likes */
#define REAL             8        /* what an event may really cost, over the calibrated cost */
#define NOTHING          20       /* a call shorter than so many events "costs next to nothing" */

static bool may_go(const struct sw_live_function *f, const struct sw_live_calls *c,
                   uint64_t call_cost)
{
    if (f->spawns || f->left_out || !(f->n_sleds | f->hooks) || c->calls == c->calls_before)
        return false;
    /* Without samples it always leaves by a jump to another function: a step of an interpreter. */
    uint64_t own = (c->samples ? c->sampled_own / c->samples : 0) + c->long_own / c->calls;
    return own < NOTHING * call_cost;
}

static uint64_t calls_since(const struct sw_live_calls *c)
{
    return c->calls - c->calls_before;
}

/* The function with the most calls since the last look, of those that may be taken out; 0: none. */
static uint32_t most_called(const struct sw_thread *t, uint64_t call_cost)
{
    uint32_t most = 0, n = atomic_load(&t->live->n_functions);
    for (uint32_t i = 2; i < n; i++) {
        if (!may_go(&t->functions[i], &t->calls[i], call_cost))
            continue;
        if (!most || calls_since(&t->calls[i]) > calls_since(&t->calls[most]))
            most = i;
    }
    return most;
}

/* Entries since the last look, of functions that may be taken out. */
static uint64_t count_calls(const struct sw_thread *t)
{
    uint64_t calls = 0;
    uint32_t n = atomic_load(&t->live->n_functions);
    for (uint32_t i = 2; i < n; i++)
        calls += t->functions[i].spawns ? 0 : calls_since(&t->calls[i]);
    return calls;
}

static void forget_calls(struct sw_thread *t)
{
    uint32_t n = atomic_load(&t->live->n_functions);
    for (uint32_t i = 2; i < n; i++)
        t->calls[i].calls_before = t->calls[i].calls;
}

/* Takes functions out until what is left of this look's calls is within the budget. */
static void take_out(struct sw_thread *t, uint64_t call_cost, uint64_t cost, uint64_t allowed)
{
    uint32_t i;
    while (cost > allowed && (i = most_called(t, call_cost))) {
        struct sw_live_function *f = &t->functions[i];
        uint64_t saved = calls_since(&t->calls[i]) * call_cost;
        /* A function that is a small part of the trouble is not called often: keep it. */
        if (saved * 50 < cost || sw_front.leave_out(t->live, f) < 0)
            break;
        f->left_out = SW_LEFT_OUT_BY_BUDGET;
        cost -= saved < cost ? saved : cost;
    }
}

/* Every so many events. Inside an event. */
static __attribute__((noinline, cold)) void sw_budget_look(struct sw_live *live,
                                                           struct sw_thread *t)
{
    uint64_t percent = live->options.budget_percent;
    if (!percent)
        return;
    sw_live_lock(live);
    uint64_t call_cost = 2 * (live->costs.note + live->costs.replay) / SW_COST_TICK;
    uint64_t real_cost = REAL * call_cost;
    uint64_t calls = count_calls(t);
    uint64_t work = sw_thread_work(t);
    uint64_t grace = sw_live_to_ticks(live, GRACE_NS);
    t->budget.entries += calls;
    if (t->budget.entries * real_cost > (work + grace) * percent / 100)
        take_out(t, call_cost, calls * call_cost,
                 (work - t->budget.work_before) * percent / 100 / REAL);
    t->budget.work_before = work;
    forget_calls(t);
    sw_live_unlock(live);
}

#define TRACK_NOTES 255 /* so many at once are worth a look at what they cost today */
#define FEW_NOTES   8   /* more are better replayed by code that is not translated */
#define UP_TO_ENTRY 256 /* instructions from a spawn to the entry of what is spawned, at most */

const struct sw_notes_reader *sw_notes = &sw_cilk_notes;

static struct sw_thread *enter(uint64_t sp)
{
    struct sw_thread *t = sw_thread_enter(sp);
    if (t && t->notes_end - t->notes > TRACK_NOTES)
        sw_meter_track(t);
    return t;
}

static void replay(void *thread)
{
    struct sw_thread *t = thread;
    sw_notes->replay(t, t->notes_end);
}

struct sw_thread *sw_enter(uint64_t sp)
{
    struct sw_thread *t = enter(sp);
    if (t && t->memory && t->notes_end - t->notes > FEW_NOTES)
        sw_translate_aside(replay, t);
    else if (t)
        replay(t);
    return t;
}

void sw_leave(struct sw_thread *t)
{
    if (__builtin_expect(t->events >= t->budget.next_look, 0)) {
        t->budget.next_look = t->events + SW_BUDGET_EVENTS;
        sw_budget_look(t->live, t);
    }
    if (t->notes_end - t->notes > TRACK_NOTES)
        sw_meter_track(t);
    if (t->memory)
        sw_series_look(t->strand);
    sw_meter_skip(t);
    sw_thread_leave(t);
}

/* What is spawned is not told of by itself, if it is inlined, or another compiler's: nothing else would say that it runs. */
static bool is_in_pending(const struct sw_thread *t)
{
    return t->pending.sled && *t->counter - t->last > UP_TO_ENTRY;
}

void sw_enter_notes(void)
{
    struct sw_thread *t = sw_thread_self;
    if (!t->next || (t->next == t->notes && !is_in_pending(t)))
        return; /* inside an event, or nobody's; none */
    t = enter((uint64_t)__builtin_frame_address(0));
    if (!t)
        return;
    bool is_silent = t->notes == t->notes_end;
    replay(t);
    if (is_silent)
        sw_notes->settle(t);
    sw_leave(t);
}

struct sw_thread *sw_catch_up(uint64_t now, uint64_t sp)
{
    struct sw_thread *t = sw_enter(sp);
    if (t)
        sw_event_pass(t->strand, sw_meter_cost(t, now, 0));
    return t;
}
