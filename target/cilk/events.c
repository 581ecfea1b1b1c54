#include "target/cilk/events.h"
#include "live/notes/budget.h"
#include "live/notes/replay.h"
#include "target/core/meter.h"

#define TRACK_NOTES 255 /* so many at once are worth a look at what they cost today */

struct sw_thread *sw_cilk_enter(uint64_t sp)
{
    struct sw_thread *t = sw_thread_enter(sp);
    if (!t)
        return NULL;
    if (t->notes_end - t->notes > TRACK_NOTES)
        sw_meter_track(t);
    sw_replay_thread(t, t->notes_end);
    return t;
}

void sw_cilk_leave(struct sw_thread *t)
{
    if (__builtin_expect(t->events >= t->next_look, 0)) {
        t->next_look = t->events + SW_BUDGET_EVENTS;
        sw_budget_look(t->live, t);
    }
    if (t->notes_end - t->notes > TRACK_NOTES)
        sw_meter_track(t);
    sw_meter_skip(t);
    sw_thread_leave(t);
}

struct sw_thread *sw_cilk_catch_up(uint64_t now, uint64_t sp)
{
    struct sw_thread *t = sw_cilk_enter(sp);
    if (t)
        sw_event_pass(t->strand, sw_meter_cost(t, now, 0));
    return t;
}

void sw_cilk_event_now(uint64_t what, uint64_t from, uint64_t sp, uint64_t ticks)
{
    struct sw_thread *t = sw_cilk_enter(sp);
    if (!t)
        return;
    struct sw_note note = {ticks, sp, from, what};
    sw_cilk_replay_one(t, &note, sw_meter_cost(t, ticks, t->costs.note));
    sw_cilk_leave(t);
}

void sw_cilk_event_read(uint64_t what, uint64_t from, uint64_t sp, uint64_t ticks)
{
    (void)ticks;
    sw_cilk_event_now(what, from, sp, sw_meter_now());
}
