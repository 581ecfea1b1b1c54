/*
 * Profiling with several workers: what happens to the profiler's data when work is stolen,
 * joined and resumed.
 */
#include "agent/cilk/parallel.h"
#include "agent/cilk/loop.h"
#include "agent/cilk/tool.h"
#include "agent/core/enter.h"
#include "agent/core/meter.h"
#include "base/raw.h"
#include "live/leg.h"
#include "live/notes/cilk.h"

#include <linux/membarrier.h>

/* This thread's own leg: a computation begins on it. */
static void *begin(void)
{
    struct sw_thread *t = sw_catch_up(sw_meter_now(), (uint64_t)__builtin_frame_address(0));
    if (!t)
        return NULL;
    t->live->cilk.parallel = 1;
    sw_leave(t);
    return t->leg;
}

/*
 * Up to where a worker's notes can be read, while it takes more: what it has stored before `next`
 * may come later on some machines, unless all threads pass a fence.
 */
static struct sw_note *notes_end(struct sw_thread *t)
{
    struct sw_note *next = *(struct sw_note *volatile *)&t->next;
#if !defined __x86_64__
    sw_raw4(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0, 0);
    atomic_thread_fence(memory_order_seq_cst);
#endif
    return next ? next : *(struct sw_note *volatile *)&t->notes_end; /* it waits for us */
}

static void *steal(void *victims, uint64_t sp, uint64_t stack_low, uint64_t stack_size)
{
    struct sw_leg *left = victims;
    struct sw_live *live = sw_live;
    if (!left || !live)
        return NULL;
    struct sw_thread *t = atomic_load_explicit(&left->thread, memory_order_acquire);
    if (t && !sw_thread_lock(t))
        return NULL;
    if (t && t->leg == left)
        sw_notes->replay(t, notes_end(t));
    struct sw_leg *leg = sw_leg_steal(live, left, sp, (struct sw_stack){stack_low, stack_size});
    if (t)
        sw_thread_unlock(t);
    return leg;
}

/* The worker leaves what it ran, up to now: not every sync has a note. */
static void leave(void)
{
    struct sw_thread *t = sw_catch_up(sw_meter_now(), (uint64_t)__builtin_frame_address(0));
    if (!t)
        return;
    sw_cilk_settle(t);
    sw_thread_rest(t);
    sw_thread_unlock(t);
}

static void join(void *first, void *last)
{
    struct sw_live *live = sw_live;
    for (struct sw_leg *leg = last; live && leg && leg != first;) {
        struct sw_leg *left = leg->left;
        sw_leg_join(live, leg);
        leg = left;
    }
}

/* The same where a tool is told, of frames that are closed too. */
static void join_and_tell(void *first, void *last)
{
    struct sw_thread *t = sw_thread_self;
    if (!sw_live || !sw_live->watcher || !t->live) {
        join(first, last);
        return;
    }
    if (!sw_thread_lock(t))
        return;
    join(first, last);
    if (first && last && first != last)
        sw_tool_joined(first);
    sw_thread_unlock(t);
}

/* It runs this from now on. */
static void resume(void *leg)
{
    struct sw_thread *t = sw_thread_self;
    if (t == &sw_thread_nobody) {
        if (!leg || !(t = sw_thread_new((uint64_t)__builtin_frame_address(0))))
            return;
        t->helper = 1;
        sw_thread_rest(t);
    }
    if (!leg || !t->live)
        return;
    t->next = NULL;
    if (!sw_thread_lock(t))
        return;
    sw_thread_run(t, leg);
    if (t->leg->fresh)
        sw_tool_stolen(leg);
    t->leg->fresh = 0;
    sw_meter_skip(t);
    sw_thread_leave(t);
}

const struct sw_cilk_parallel sw_cilk_parallel = {
    .begin = begin,
    .steal = steal,
    .leave = leave,
    .join = join_and_tell,
    .resume = resume,
    .loop = sw_cilk_loop_grain,
};
