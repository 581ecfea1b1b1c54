/* The notes of a thread up to `end` become events, by the front end of its process. Inside an event. */
#ifndef SPANWISE_LIVE_NOTES_REPLAY_H
#define SPANWISE_LIVE_NOTES_REPLAY_H

#include "live/notes/cilk.h"
#include "live/notes/opencilk.h"

static inline void sw_replay_thread(struct sw_thread *thread, struct sw_note *end)
{
    if (thread->by_id)
        sw_opencilk_replay(thread, end);
    else
        sw_cilk_replay(thread, end);
}

/* The spawn that is pending gets its frame. */
static inline void sw_replay_settle(struct sw_thread *thread)
{
    if (thread->by_id)
        sw_opencilk_settle(thread);
    else
        sw_cilk_settle(thread);
}

#endif
