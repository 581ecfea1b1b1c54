/* What a stub calls when it cannot take a note: the event happens at once. */
#include "agent/cilk/events.h"
#include "agent/core/meter.h"

void sw_cilk_event_now(uint64_t what, uint64_t from, uint64_t sp, uint64_t ticks)
{
    struct sw_thread *t = sw_enter(sp);
    if (!t)
        return;
    struct sw_note note = {ticks, sp, from, what};
    sw_cilk_replay_one(t, &note, sw_meter_cost(t, ticks, t->meter.costs.note));
    sw_leave(t);
}

void sw_cilk_event_read(uint64_t what, uint64_t from, uint64_t sp, uint64_t ticks)
{
    (void)ticks;
    sw_cilk_event_now(what, from, sp, sw_meter_now());
}
