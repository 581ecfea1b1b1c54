/*
 * Where the program's annotations come in. Each hook takes the thread's annotator and leaves it; a signal
 * handler that comes in between is turned away and counted. The first thread that passes an annotation is recorded;
 * what others pass is counted. Uses libc's string functions only.
 */
#pragma once

#include "agent/core/meter.h"
#include "live/notes/annotate_mark.h"
#include "live/notes/annotate_place.h"

/* This thread's; NULL: it has passed none yet. */
extern SW_HIDDEN __thread struct sw_annotator *sw_annotator_self
    __attribute__((tls_model("initial-exec")));

/* Stands for threads that are not recorded: always busy. */
extern SW_HIDDEN struct sw_annotator sw_annotator_nobody;

/* What the program's variables are to point to: see spanwise_annotate.h. */
struct __spanwise_takers;
extern SW_HIDDEN const struct __spanwise_takers sw_annotate_takers;

/* The first annotation of a thread. NULL: it is not to be taken. */
struct sw_annotator *sw_annotator_join(void);

/* There is no time to look: the marks are full, or much time has passed since the last but one. */
__attribute__((noinline, cold)) void sw_annotate_look(struct sw_annotator *annotator, uint64_t now);

/* The program ends. What is behind the last mark is looked at as well: others may have had the processor. */
void sw_annotate_stop(struct sw_annotator *annotator, uint64_t now);

/* One that cannot be noted, since it has no number yet or its name may be another each time: it, and all that are
 * noted, are replayed at once. */
__attribute__((noinline, cold)) void sw_annotate_now(struct sw_annotator *annotator,
                                                     enum sw_mark_kind kind,
                                                     const struct sw_place_key *key,
                                                     uint32_t *number, uint64_t value);

/* NULL: not to be taken. */
static inline struct sw_annotator *sw_annotate_enter(void)
{
    struct sw_annotator *a = sw_annotator_self;
    if (__builtin_expect(!a, 0) && !(a = sw_annotator_join()))
        return NULL;
    if (__builtin_expect(a->busy, 0)) {
        if (a == &sw_annotator_nobody)
            __atomic_fetch_add(&a->dropped, 1, __ATOMIC_RELAXED);
        else
            a->dropped += !a->stopped;
        return NULL;
    }
    a->busy = 1;
    __asm__ volatile("" ::: "memory");
    return a;
}

static inline void sw_annotate_leave(struct sw_annotator *a)
{
    __asm__ volatile("" ::: "memory");
    a->busy = a->stopped;
}

/* A processor reads its clock while what comes before is still under way: up to a hundred nanoseconds early. */
static inline void sw_annotate_settle(void)
{
#if defined __aarch64__
    __asm__ volatile("isb" ::: "memory");
#else
    __asm__ volatile("lfence" ::: "memory");
#endif
}

/* Is the end of the task before this one read, or will that of this one be? From one begin to the next it makes no
 * difference if both are early; from an end, which is not, it makes the gap too short, and to an end the task too long. */
static inline bool sw_annotate_is_next_to_end(const struct sw_annotator *a)
{
    return !a->untimed || !a->turn || a->turn + 1 == SW_GAPS_EACH;
}

/* Inside: a mark, at this moment. */
static inline void sw_annotate_mark(struct sw_annotator *a, enum sw_mark_kind kind, uint32_t place,
                                    uint64_t value)
{
    if (kind == SW_MARK_TASK ? sw_annotate_is_next_to_end(a) : kind != SW_MARK_ITERATION)
        sw_annotate_settle();
    uint64_t now = sw_meter_of(a->thread);
    struct sw_mark *m = a->next;
    *m = (struct sw_mark){now, value, place, (uint16_t)kind, 0};
    a->next = m + 1;
    if (__builtin_expect(now - a->last > a->long_ticks || m >= a->end, 0))
        sw_annotate_look(a, now); /* `last` is when that was done */
    else
        a->last = now;
}

/* The end of a task, whose time is mostly not read. */
static inline void sw_annotate_task_end(struct sw_annotator *a, uint32_t place)
{
    if (!a->untimed || ++a->turn == SW_GAPS_EACH) {
        a->turn = 0;
        sw_annotate_mark(a, SW_MARK_TASK_END, place, 0);
        return;
    }
    struct sw_mark *m = a->next;
    *m = (struct sw_mark){a->last, 0, place, SW_MARK_TASK_END, 1};
    a->next = m + 1;
    if (__builtin_expect(m >= a->end, 0))
        sw_annotate_look(a, 0);
}
