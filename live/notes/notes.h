/*
 * Going through a thread's notes, for front ends: notes in their usual order many at once, with
 * where the strand stands in registers; the others one at a time. Inside an event.
 */
#pragma once

#include "live/dues.h"
#include "live/notes/steady.h"

/* What a front end makes of them. */
struct sw_notes_reader {
    /* Those up to `end` become events. */
    void (*replay)(struct sw_thread *thread, struct sw_note *end);
    /* For an event that is no note's: the spawn that is pending gets its frame. */
    void (*settle)(struct sw_thread *thread);
};

struct sw_replayer {
    /* Replays up to `end` or to one that is not usual, which it returns; notes that are done with
     * get an empty `what`. Twice, so that each is as good as it can be: where all notes are dense. */
    struct sw_note *(*dense)(struct sw_thread *, struct sw_note *, const struct sw_note *end);
    struct sw_note *(*mixed)(struct sw_thread *, struct sw_note *, const struct sw_note *end);
    /* Any one, `cost` ticks after the last. */
    void (*one)(struct sw_thread *, const struct sw_note *, uint64_t cost);
};

/* replay_dense() and replay_mixed(), from one that has a constant for all_dense. */
#define SW_REPLAY_TWICE(usual)                                              \
    __attribute__((flatten, noinline)) static struct sw_note *replay_dense( \
        struct sw_thread *t, struct sw_note *n, const struct sw_note *end)  \
    {                                                                       \
        return usual(t, n, end, true);                                      \
    }                                                                       \
    __attribute__((flatten, noinline)) static struct sw_note *replay_mixed( \
        struct sw_thread *t, struct sw_note *n, const struct sw_note *end)  \
    {                                                                       \
        return usual(t, n, end, false);                                     \
    }

static inline void sw_replay_unusual(struct sw_thread *t, struct sw_note *n,
                                     const struct sw_replayer *by)
{
    struct sw_meter_dues dues = sw_meter_dues(t, false);
    if (!n->what)
        return;
    uint64_t cost = sw_steady_cost(t, sw_meter_noted(&dues, n->ticks));
    sw_meter_pay_dues(t, &dues);
    by->one(t, n, cost);
    n->what = 0;
}

/* The notes up to `end` that are not replayed. From where a sample is due, one at a time up to the
 * next return; all of them where each is told to somebody, or takes a rate. */
static inline void sw_replay_notes(struct sw_thread *t, struct sw_note *end,
                                   const struct sw_replayer *by)
{
    struct sw_note *n = t->replayed;
    bool all_dense = sw_meter_all_dense(t, n, end);
    t->events += (uint64_t)(end - n);
    t->replayed = end;
    for (;;) {
        struct sw_note *sample = n + t->budget.next_sample;
        if (n < sample && !sw_strand_is_watched(t->strand) && !t->rates) {
            if (t->memory)
                sw_steady_cost(t, 0); /* before anything has changed */
            n = (all_dense ? by->dense : by->mixed)(t, n, sample < end ? sample : end);
        }
        t->budget.next_sample = sample > n ? (uint64_t)(sample - n) : 0;
        if (n >= end)
            return;
        sw_replay_unusual(t, n++, by);
        t->budget.next_sample -= t->budget.next_sample > 0;
    }
}
