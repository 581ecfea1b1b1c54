/* The way into the profiler and out of it, for everything that reports events. */
#include "agent/core/enter.h"
#include "agent/core/budget.h"
#include "agent/core/meter.h"
#include "agent/core/series.h"
#include "agent/translate/translate.h"
#include "live/notes/cilk.h"

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
