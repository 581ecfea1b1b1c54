/* What a worker does between pieces of the program: joins, steals, waits. */
#include "agent/cilk/sched/reducer.h"
#include "agent/cilk/sched/worker.h"

#include <sched.h>
#include <string.h>
#include <unistd.h>

#define SPINS  400 /* looks at all others before it makes room for other threads, ... */
#define YIELDS 20  /* and so often before it sleeps */
#define PAUSE  16  /* a pause takes as long as a look at so many workers, or longer */

struct sw_sched_counts __spanwise_counts;
struct sw_worker *sw_workers[SW_WORKERS_ALL];

SW_SCHED static void relax(void)
{
#if defined __x86_64__
    __asm__ volatile("pause");
#else
    __asm__ volatile("isb");
#endif
}

SW_SCHED void sw_deque_pause(unsigned times)
{
    if (times % 64 == 63)
        sched_yield();
    else
        relax();
}

/* --- what a sampler is told --- */

SW_SCHED static uint64_t stack_end(const struct sw_worker *w)
{
    return (uint64_t)w->deque.sched_sp + SW_SCHED_TOP;
}

SW_SCHED void sw_sched_tell_idle(const struct sw_worker *w)
{
    if (__spanwise_parallel && __spanwise_parallel->idle)
        __spanwise_parallel->idle(stack_end(w));
}

SW_SCHED static void tell_service(const struct sw_worker *w, const struct sw_frame *frame,
                                  void *leg, enum sw_cilk_service service)
{
    if (__spanwise_parallel && __spanwise_parallel->serve)
        __spanwise_parallel->serve(&frame->pc, leg, service, stack_end(w));
}

/* --- registers, see frame.h --- */

SW_SCHED static bool uses(const struct sw_stolen *stolen, unsigned reg)
{
    return stolen->used >> reg / SW_FRAME_PUSHED & 1;
}

/* Of a spawn, when it is stolen. */
SW_SCHED static void take_pushed(struct sw_stolen *stolen, const struct sw_frame *frame)
{
    const uint64_t *at = (const uint64_t *)frame->sp;
    for (unsigned reg = 0; reg < SW_FRAME_N_REGS; reg += SW_FRAME_PUSHED) {
        if (!uses(stolen, reg))
            continue;
        at -= SW_FRAME_PUSHED;
        for (unsigned i = 0; i < SW_FRAME_PUSHED; i++)
            stolen->regs[reg + i] = at[i];
    }
}

/* Of the parent, who knows those that it uses, or of the first child, who knows the others: each may write at any time. */
SW_SCHED static void note_left(struct sw_stolen *stolen, const struct sw_worker *w, bool parent)
{
    for (unsigned reg = 0; reg < SW_FRAME_N_REGS; reg++)
        if (uses(stolen, reg) == parent)
            stolen->regs[reg] = w->regs[reg];
}

/* --- joins --- */

/* What the frame's continuation has allocated on this stack, it may use to its function's end. */
SW_SCHED static void keep(struct sw_fiber *fiber, const struct sw_frame *frame,
                          struct sw_stolen *stolen)
{
    if (!fiber || fiber == stolen->home || frame->sp == fiber->start || fiber->kept)
        return;
    fiber->kept = true;
    fiber->next = stolen->kept;
    stolen->kept = fiber;
}

/* The program's code is on a fiber, or where its computation began. */
SW_SCHED static struct sw_sanitizer_stack *stack_of(struct sw_fiber *fiber, struct sw_worker *root)
{
    return fiber ? &fiber->known : &root->own;
}

/* We are on the scheduler's stack; where this child or parent was before, comes before what follows the sync. */
SW_SCHED static void left(struct sw_worker *w, struct sw_frame *frame)
{
    struct sw_worker *root = atomic_load_explicit(&w->serves, memory_order_relaxed);
    sw_sanitizer_before(&frame->state);
    sw_sanitizer_switch(stack_of(w->fiber, root), &w->sched);
}

SW_SCHED static void leave_fiber(struct sw_worker *w, const struct sw_stolen *stolen, uint64_t sp)
{
    struct sw_fiber *fiber = w->fiber;
    w->fiber = NULL;
    if (!fiber || fiber == stolen->home)
        return;
    fiber->left = sp;
    if (!fiber->kept)
        sw_fiber_give(fiber);
}

SW_SCHED static _Noreturn void idle(struct sw_worker *w)
{
    atomic_fetch_sub(&__spanwise_counts.working, 1);
    atomic_fetch_add(&__spanwise_counts.idle, 1);
    sw_schedule(w);
}

SW_SCHED static void work(void)
{
    atomic_fetch_sub(&__spanwise_counts.idle, 1);
    atomic_fetch_add(&__spanwise_counts.working, 1);
}

SW_SCHED static _Noreturn void resume(struct sw_worker *w, struct sw_frame *frame,
                                      const struct sw_stolen *stolen, struct sw_fiber *fiber,
                                      uint64_t sp, void *leg, void *happened)
{
    w->fiber = fiber;
    w->views = stolen->last;
    w->leg = leg;
    atomic_store_explicit(&w->serves, stolen->root, memory_order_relaxed);
    if (__spanwise_parallel)
        __spanwise_parallel->resume(w->leg);
    sw_sanitizer_switch(&w->sched, stack_of(fiber, stolen->root));
    sw_sanitizer_after(happened);
    sw_resume(frame, sp, stolen->regs);
}

SW_SCHED static _Noreturn void resume_synced(struct sw_worker *w, struct sw_frame *frame)
{
    struct sw_stolen *of_frame = sw_frame_stolen(frame), stolen = *of_frame;
    of_frame->above = of_frame->below = (struct sw_caught){0};
    if (!stolen.kept) {
        sw_frame_set_stolen(frame, NULL);
        sw_stolen_free(of_frame);
    }
    sw_caught_give(stolen.above, stolen.below);
    resume(w, frame, &stolen, stolen.home, stolen.home_sp, stolen.last_leg, &frame->state);
}

/* Behind its sync. */
SW_SCHED static _Noreturn void go_on(struct sw_worker *w, struct sw_frame *frame)
{
    struct sw_worker *root = sw_frame_is_root(frame) ? sw_frame_stolen(frame)->root : NULL;
    if (root && root != w) {
        sw_sched_tell_idle(w);
        atomic_store(&root->ready, frame);
        sw_wake(root);
        idle(w);
    }
    resume_synced(w, frame);
}

SW_SCHED static void join(struct sw_worker *w, struct sw_frame *frame)
{
    struct sw_stolen *stolen = sw_frame_stolen(frame);
    sw_sched_tell_idle(w); /* once it is counted, others may go on with the frame */
    if (atomic_fetch_sub(&stolen->count, 1) == 0) {
        tell_service(w, frame, w->leg, SW_CILK_JOIN);
        sw_sanitizer_after(&frame->state);
        sw_views_fold(stolen->first, stolen->last);
        sw_views_settle(stolen->first, frame);
        sw_sanitizer_before(&frame->state);
        stolen->last = stolen->first;
        if (__spanwise_parallel)
            __spanwise_parallel->join(stolen->first_leg, stolen->last_leg);
        stolen->last_leg = stolen->first_leg;
        go_on(w, frame);
    }
    idle(w);
}

/* A root has called something that came back on another's thread. */
SW_SCHED static _Noreturn void go_home(struct sw_worker *w, struct sw_frame *frame,
                                       struct sw_stolen *stolen)
{
    if (!stolen)
        sw_frame_set_stolen(frame, stolen = sw_stolen_new());
    stolen->used = UINT32_MAX;
    note_left(stolen, w, true);
    sw_caught_take(&stolen->above);
    stolen->root = atomic_load_explicit(&w->serves, memory_order_relaxed);
    stolen->home = w->fiber;
    stolen->home_sp = frame->sp;
    stolen->last = w->views;
    stolen->last_leg = w->leg;
    w->fiber = NULL;
    go_on(w, frame);
}

SW_SCHED static bool is_stolen(const struct sw_stolen *stolen)
{
    return stolen && atomic_load_explicit(&stolen->count, memory_order_relaxed) >= 0;
}

/* The parent waits at its sync: switch.S calls it, with its context saved. */
__attribute__((visibility("hidden"))) void sw_parked(struct sw_worker *w, struct sw_frame *frame);
SW_SCHED void sw_parked(struct sw_worker *w, struct sw_frame *frame)
{
    struct sw_stolen *stolen = sw_frame_stolen(frame);
    left(w, frame);
    tell_service(w, frame, w->leg, SW_CILK_JOIN);
    if (__spanwise_parallel)
        __spanwise_parallel->leave();
    if (!is_stolen(stolen))
        go_home(w, frame, stolen);
    if (w->fiber == stolen->home) /* where only its child can be */
        sw_workers_jumped();
    keep(w->fiber, frame, stolen);
    note_left(stolen, w, true);
    sw_caught_take(&stolen->above);
    leave_fiber(w, stolen, frame->sp);
    join(w, frame);
}

/* A child has ended whose parent is stolen: switch.S calls it. */
__attribute__((visibility("hidden"))) void sw_child_done(struct sw_worker *w,
                                                         struct sw_frame *frame, uint64_t sp);
SW_SCHED void sw_child_done(struct sw_worker *w, struct sw_frame *frame, uint64_t sp)
{
    struct sw_stolen *stolen = sw_frame_stolen(frame);
    left(w, frame);
    tell_service(w, frame, w->leg, SW_CILK_JOIN);
    if (__spanwise_parallel)
        __spanwise_parallel->leave();
    if (w->fiber == stolen->home) {
        note_left(stolen, w, false);
        sw_caught_take(&stolen->below);
    }
    leave_fiber(w, stolen, sp);
    join(w, frame);
}

SW_SCHED struct sw_frame *__spanwise_pop(struct sw_worker *w, struct sw_frame *frame)
{
    return sw_deque_lost(&w->deque) ? frame : NULL;
}

SW_SCHED struct sw_frame *__spanwise_unwind(struct sw_worker *w, struct sw_frame *frame)
{
    struct sw_frame **tail = atomic_load_explicit(&w->deque.tail, memory_order_relaxed);
    sw_deque_lock_own(&w->deque);
    struct sw_frame **head = atomic_load_explicit(&w->deque.head, memory_order_relaxed);
    for (struct sw_frame **at = tail; at > head;)
        if (*--at == frame) {
            sw_workers_jumped();
            atomic_store_explicit(&w->deque.tail, at, memory_order_relaxed);
            sw_deque_unlock_own(&w->deque);
            return NULL;
        }
    if (tail > head)
        sw_workers_jumped();
    sw_deque_reset(&w->deque);
    sw_deque_unlock_own(&w->deque);
    return frame;
}

/* Whether a function was jumped out of: its frame is below that of the one that spawns now, and what it says may have been overwritten.
 * A stolen one may be on another stack, and AddressSanitizer has frames elsewhere: these tell by the stack pointer that they have. */
SW_SCHED static bool is_left_behind(const struct sw_worker *w, const struct sw_frame *entry,
                                    const struct sw_frame *frame)
{
    bool is_moved = sw_sanitizer_moves_variables();
    bool is_elsewhere = is_moved || (w->fiber && (uint64_t)entry < w->fiber->low);
    return (!is_elsewhere && entry <= frame) ||
           entry->sp <= (is_moved ? frame->fp : (uint64_t)frame);
}

SW_SCHED struct sw_frame **__spanwise_trim(struct sw_worker *w, struct sw_frame *frame)
{
    struct sw_frame **tail = atomic_load_explicit(&w->deque.tail, memory_order_relaxed);
    struct sw_frame **head = atomic_load_explicit(&w->deque.head, memory_order_relaxed);
    if (tail <= head || !is_left_behind(w, tail[-1], frame)) /* that is on another stack */
        return tail;
    sw_deque_lock_own(&w->deque);
    head = atomic_load_explicit(&w->deque.head, memory_order_relaxed);
    for (; tail > head && is_left_behind(w, tail[-1], frame); tail--)
        sw_workers_jumped();
    sw_deque_unlock_own(&w->deque);
    return tail;
}

/* --- steals --- */

SW_SCHED static void begin_stealing(struct sw_stolen *stolen, const struct sw_frame *frame,
                                    const struct sw_worker *victim)
{
    memcpy(&stolen->used, (const char *)frame->pc - SW_FRAME_USED, sizeof stolen->used);
    stolen->home = victim->fiber;
    stolen->home_sp = frame->sp;
    stolen->first = victim->views;
    stolen->first_leg = stolen->last_leg = victim->leg;
}

/* Under the victim's lock. Its child, which goes on there, is to find a stolen parent. */
SW_SCHED static void take(struct sw_frame *frame, struct sw_worker *w, struct sw_worker *victim)
{
    struct sw_stolen *stolen = sw_frame_stolen(frame);
    bool first = !is_stolen(stolen);
    if (!stolen) {
        sw_frame_set_stolen(frame, stolen = w->spare_stolen);
        w->spare_stolen = NULL;
    }
    stolen->root = atomic_load_explicit(&victim->serves, memory_order_relaxed);
    sw_views_follow(w->spare_views, victim->views);
    stolen->last = w->spare_views;
    w->victims_leg = victim->leg;
    w->spare_views = NULL;
    if (first)
        begin_stealing(stolen, frame, victim);
    else
        keep(victim->fiber, frame, stolen);
    take_pushed(stolen, frame);
    atomic_fetch_add(&stolen->count, 1 + first);
}

SW_SCHED bool sw_worker_may(const struct sw_worker *w, const struct sw_worker *victim)
{
    return victim != w &&
           (!w->deque.root || atomic_load_explicit(&victim->serves, memory_order_relaxed) == w);
}

SW_SCHED static struct sw_frame *steal_from(struct sw_worker *w, struct sw_worker *victim)
{
    struct sw_frame *frame = sw_worker_may(w, victim) ? sw_deque_steal(&victim->deque) : NULL;
    if (!frame)
        return NULL;
    if (!sw_worker_may(w, victim)) { /* it serves another one since we looked */
        sw_deque_return(&victim->deque);
        return NULL;
    }
    take(frame, w, victim);
    sw_deque_unlock(&victim->deque);
    tell_service(w, frame, w->victims_leg, SW_CILK_STEAL);
    return frame;
}

SW_SCHED static uint32_t random_number(struct sw_worker *w)
{
    w->random ^= w->random << 13;
    w->random ^= w->random >> 7;
    w->random ^= w->random << 17;
    return (uint32_t)(w->random >> 16);
}

SW_SCHED static struct sw_frame *steal(struct sw_worker *w)
{
    uint32_t n = atomic_load_explicit(&__spanwise_counts.workers, memory_order_acquire);
    uint32_t start = random_number(w) % n;
    for (uint32_t i = 0; i < n; i++) {
        struct sw_worker *victim = sw_workers[(start + i) % n];
        struct sw_frame *frame;
        if (!(frame = steal_from(w, victim)))
            continue;
        if (atomic_load_explicit(&__spanwise_counts.sleepers, memory_order_relaxed) &&
            sw_deque_offers(&victim->deque))
            sw_wake_one();
        return frame;
    }
    return NULL;
}

/* The profiler's, outside the victim's lock; NULL: none, and what follows is not profiled. */
SW_SCHED static void *leg_of_thief(struct sw_worker *w, struct sw_frame *frame,
                                   const struct sw_fiber *fiber)
{
    if (!__spanwise_parallel || !w->victims_leg)
        return NULL;
    void *leg = __spanwise_parallel->steal(w->victims_leg, frame->sp, fiber->low, fiber->bytes);
    if (leg)
        sw_frame_stolen(frame)->last_leg = leg;
    return leg;
}

/* --- waiting --- */

SW_SCHED static void clear(struct sw_worker *w)
{
    while (w->buried) {
        struct sw_fiber *fiber = w->buried;
        w->buried = fiber->next;
        sw_fiber_give(fiber);
    }
}

SW_SCHED static bool may_steal(struct sw_worker *w)
{
    if (!w->spare)
        w->spare = sw_fiber_take();
    if (!w->spare_views)
        w->spare_views = sw_views_new();
    if (!w->spare_stolen)
        w->spare_stolen = sw_stolen_new();
    return w->spare != NULL;
}

/* Do more workers run than there are processors? Who looks around then keeps others from work. */
SW_SCHED static bool crowded(void)
{
    return atomic_load_explicit(&__spanwise_counts.working, memory_order_relaxed) +
               atomic_load_explicit(&__spanwise_counts.idle, memory_order_relaxed) -
               atomic_load_explicit(&__spanwise_counts.sleepers, memory_order_relaxed) >
           sw_processors_here;
}

/* Until it may steal again; one that began a computation also waits for that to be ready. */
SW_SCHED static void wait(const struct sw_worker *w)
{
    if (!crowded())
        relax();
    else if (w->deque.root)
        sched_yield();
    else
        sw_patience_rest(&w->patience);
}

/* A look at many takes its time: it counts for more of them. */
SW_SCHED static unsigned weight(void)
{
    return 1 + atomic_load_explicit(&__spanwise_counts.workers, memory_order_relaxed) / PAUSE;
}

SW_SCHED void sw_schedule(struct sw_worker *w)
{
    clear(w);
    sw_patience_idle(&w->patience);
    for (unsigned looks = 0;; looks += looks < SPINS ? weight() : 1) {
        struct sw_frame *frame = atomic_exchange_explicit(&w->ready, NULL, memory_order_acquire);
        if (frame) {
            work();
            resume_synced(w, frame);
        }
        if (!sw_patience_over(&w->patience)) {
            wait(w);
            looks = 0;
            continue;
        }
        sw_patience_try(&w->patience);
        frame = may_steal(w) ? steal(w) : NULL;
        sw_patience_tried(&w->patience, frame != NULL);
        if (frame) {
            struct sw_fiber *fiber = w->spare;
            work();
            w->spare = NULL;
            resume(w, frame, sw_frame_stolen(frame), fiber, fiber->start,
                   leg_of_thief(w, frame, fiber), frame);
        }
        if (looks >= SPINS + YIELDS || crowded()) {
            sw_sleep(w);
            looks = 0;
        } else if (looks < SPINS) { /* also between computations: the next one may come at once */
            relax();
        } else {
            sched_yield();
        }
    }
}
