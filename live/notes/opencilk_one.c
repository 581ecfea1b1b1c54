/* One event after the other: what is not frequent, and what is not as it should be. */
#include "live/held.h"
#include "live/notes/budget.h"
#include "live/notes/cilk.h"
#include "live/notes/opencilk_mark.h"
#include "profile/profile.h"

static void close_down_to(struct sw_thread *t, const struct sw_frame *f)
{
    while (top(t) > f)
        sw_event_close(t->strand);
}

/* A spawn that is pending gets its frame, with or without a callee. */
static void open_pending(struct sw_thread *t, uint32_t function)
{
    bool loop = t->pending.mark & MARK_LOOP;
    uint32_t site = sw_site_number(t, t->pending.sled, loop ? 0 : function,
                                   loop ? SW_SITE_LOOP : SW_SITE_SPAWN) &
                    ~SW_SITE_SPAWNS;
    t->pending.sled = 0;
    if (sw_strand_full(t->strand)) {
        sw_event_pass(t->strand, t->pending.cost);
        t->strand->lost_frames++;
        t->opencilk.too_deep++;
        sw_held_release(t);
        return;
    }
    t->functions[function].spawns = 1; /* the budget keeps off */
    sw_event_spawn(t->strand, site, function, t->pending.cost);
    top(t)->mark = t->pending.mark | (function ? MARK_CALLEE : 0);
    sw_held_release(t);
}

void sw_opencilk_settle(struct sw_thread *t)
{
    if (t->pending.sled)
        open_pending(t, SW_FUNCTION_SAME);
}

/* Before an event at n: what lies below it on its stack is gone. */
static void settle(struct sw_thread *t, const struct sw_note *n)
{
    if (t->pending.sled)
        open_pending(t, SW_FUNCTION_SAME);
    while (same_stack(top(t), n) && sp_of(top(t)) < n->sp)
        sw_event_close(t->strand);
}

/* True: the event is the end of something that has no frame. */
static bool was_too_deep(struct sw_thread *t, const struct sw_note *n)
{
    if (!t->opencilk.too_deep)
        return false;
    if (same_stack(top(t), n) && sp_of(top(t)) <= n->sp) {
        t->opencilk.too_deep = 0;
        return false;
    }
    t->opencilk.too_deep--;
    return true;
}

/* Is a call's frame where the entry at n is? */
static bool is_at(const struct sw_frame *f, const struct sw_note *n)
{
    return same_stack(f, n) && sp_of(f) == n->sp && !is_task(f) && has_function(f);
}

/*
 * It is of a function that the one of the entry was inlined into after both got their hooks; or of
 * one that was left by a jump: surely so where it is the same, or was called from elsewhere.
 */
static bool is_left(const struct sw_thread *t, const struct sw_frame *f, const struct sw_note *n)
{
    uint64_t from = t->live->sites[f->site].address;
    return f->function == function_of(n) || (from && n->from && from != n->from);
}

static bool overlaps(const struct sw_frame *f, const struct sw_note *n, uint64_t end)
{
    return same_stack(f, n) && sp_of(f) <= end;
}

/* Calls of the function from there are from nowhere known. */
static uint32_t no_caller(struct sw_thread *t, const struct sw_note *n)
{
    uint32_t site = sw_caller_nobody(t, function_of(n));
    sw_site_join(t->live, n->from, function_of(n), site);
    return site;
}

/*
 * Where the frame pointer is right, all that the new frame lies on is gone. Where the new frame
 * would lie on an open one and the caller is not sure, the frame pointer is that one's, or an older
 * one's.
 */
static uint32_t caller_site(struct sw_thread *t, const struct sw_note *n)
{
    uint32_t function = function_of(n);
    struct sw_live_function *f = &t->functions[function];
    if (!n->from || !sw_caller_wanted(f))
        return sw_caller_nobody(t, function);
    uint64_t end = frame_end(f, n);
    bool overlap = overlaps(top(t), n, end);
    switch (sw_caller_judge(t->live, n->from, f)) {
    case SW_CALLER_SURE:
        while (overlaps(top(t), n, end))
            sw_event_close(t->strand);
        return sw_site_number(t, n->from, function, SW_SITE_CALL);
    case SW_CALLER_MAYBE:
        return overlap ? sw_caller_nobody(t, function)
                       : sw_site_number(t, n->from, function, SW_SITE_CALL);
    case SW_CALLER_OTHER:
        if (overlap)
            f->strangers = SW_STRANGERS_MAX;
        return no_caller(t, n);
    default:
        f->strangers++;
        return no_caller(t, n);
    }
}

static uint32_t call_site(struct sw_thread *t, const struct sw_note *n)
{
    uint32_t function = function_of(n);
    while (is_at(top(t), n) && is_left(t, top(t), n))
        sw_event_close(t->strand);
    if (is_at(top(t), n))
        return sw_site_number(t, t->functions[function].address - 1, function, SW_SITE_CALL);
    return caller_site(t, n);
}

/* From another module, if that is where it was called at all. */
static bool is_called_back(const struct sw_thread *t, const struct sw_note *n)
{
    const struct sw_live_function *f = &t->functions[function_of(n)];
    return !sw_caller_same_module(t->live, n->from, t->pending.sled) &&
           sw_caller_judge(t->live, n->from, f) >= SW_CALLER_MAYBE;
}

static void on_entry(struct sw_thread *t, const struct sw_note *n, uint64_t cost)
{
    uint32_t function = function_of(n);
    t->calls[function].calls++;
    if (t->pending.sled && (is_callee(t, n) || !is_called_back(t, n))) {
        open_pending(t, function);
        sw_event_pass(t->strand, cost);
        return;
    }
    settle(t, n);
    uint32_t site = call_site(t, n);
    if (sw_strand_full(t->strand)) {
        sw_event_pass(t->strand, cost);
        t->strand->lost_frames++;
        t->opencilk.too_deep++;
        return;
    }
    sw_event_call(t->strand, site & ~SW_SITE_SPAWNS, function, cost);
    top(t)->mark = mark_at(n, n->sp, 0);
}

/* A hook that is jumped to instead of called returns to where its function was called from. Where
 * that is not known, the innermost is as good as any. */
static bool is_tail(const struct sw_thread *t, const struct sw_frame *f, const struct sw_note *n)
{
    uint64_t from = t->live->sites[f->site].address;
    return from == n->from || (!from && f == top(t));
}

/* The frame of the function that exits; NULL: its entry was not seen, or it is closed already. */
static struct sw_frame *find_exit(const struct sw_thread *t, const struct sw_note *n)
{
    uint32_t id = t->functions[function_of(n)].id;
    for (struct sw_frame *f = top(t); !is_root(f); f--) {
        bool same = same_stack(f, n);
        if (has_function(f) && t->functions[f->function].id == id) {
            if (!same || sp_of(f) >= n->sp || is_tail(t, f, n))
                return f;
        } else if (same && sp_of(f) > n->sp && !(f->mark & MARK_SCOPE)) {
            return NULL;
        }
    }
    return NULL;
}

static void on_exit_hook(struct sw_thread *t, const struct sw_note *n, uint64_t cost)
{
    if (t->pending.sled)
        open_pending(t, SW_FUNCTION_SAME);
    struct sw_frame *f = was_too_deep(t, n) ? NULL : find_exit(t, n);
    if (!f) {
        sw_event_pass(t->strand, cost);
        return;
    }
    close_down_to(t, f);
    sw_budget_sample(t, f->function, sw_step_own(&t->strand->at, f) + cost);
    if (is_task(f)) {
        f->mark &= ~(uint64_t)MARK_CALLEE;
        sw_event_pass(t->strand, cost);
    } else {
        sw_event_return(t->strand, cost);
    }
}

/* A region of its own inside the innermost frame, for children beside those that it has. */
static void open_scope(struct sw_thread *t, const struct sw_note *n, uint64_t cost)
{
    /* The address of the spawn, but another site. */
    uint32_t site =
        sw_site_number(t, n->from - 2, 0, n->what & SW_HOOK_LOOP ? SW_SITE_LOOP : SW_SITE_SCOPE);
    if (sw_strand_full(t->strand)) {
        sw_event_pass(t->strand, cost);
        return;
    }
    sw_event_call(t->strand, site & ~SW_SITE_SPAWNS, SW_FUNCTION_SAME, cost);
    top(t)->mark = mark_at(n, n->sp, MARK_SCOPE);
}

static void on_task(struct sw_thread *t, const struct sw_note *n, uint64_t cost)
{
    uint64_t region = n->what & (SW_HOOK_REGIONS - 1);
    settle(t, n);
    if (!is_root(top(t)) && has_children(top(t)) && region_of(top(t)) != region) {
        open_scope(t, n, cost);
        cost = 0;
    }
    if (!is_root(top(t)))
        set_region(top(t), region);
    set_pending(t, n, cost);
}

/* The innermost one: its exit is called in the task, or jumped to from its end. */
static struct sw_frame *find_task(const struct sw_thread *t, const struct sw_note *n)
{
    struct sw_frame *f = top(t);
    for (; !is_task(f); f--)
        if (is_root(f) || (same_stack(f, n) && sp_of(f) > n->sp))
            return NULL;
    return f;
}

static void on_task_exit(struct sw_thread *t, const struct sw_note *n, uint64_t cost)
{
    if (t->pending.sled)
        open_pending(t, SW_FUNCTION_SAME);
    struct sw_frame *f = was_too_deep(t, n) ? NULL : find_task(t, n);
    if (!f) {
        sw_event_pass(t->strand, cost);
        return;
    }
    close_down_to(t, f);
    sw_event_spawn_return(t->strand, cost);
}

static void on_sync(struct sw_thread *t, const struct sw_note *n, uint64_t cost)
{
    uint64_t region = n->what & (SW_HOOK_REGIONS - 1);
    settle(t, n);
    struct sw_frame *f = top(t);
    while (f->mark & MARK_SCOPE && !is_root(f) && (region_of(f) != region || n->what & SW_HOOK_ALL))
        f--;
    bool mine = is_root(f) || region_of(f) == region || n->what & SW_HOOK_ALL;
    if (!mine || !has_children(f)) {
        sw_event_pass(t->strand, cost);
        return;
    }
    close_down_to(t, f);
    if (f->mark & MARK_SCOPE && !is_root(f))
        sw_event_return(t->strand, cost);
    else
        sw_event_sync(t->strand, cost);
}

void sw_opencilk_one(struct sw_thread *t, const struct sw_note *n, uint64_t cost)
{
    switch (sw_note_kind(n->what)) {
    case SW_HOOK_ENTRY:
        on_entry(t, n, cost);
        return;
    case SW_HOOK_EXIT:
        on_exit_hook(t, n, cost);
        return;
    case SW_HOOK_TASK:
        on_task(t, n, cost);
        return;
    case SW_HOOK_TASK_EXIT:
        on_task_exit(t, n, cost);
        return;
    case SW_HOOK_SYNC:
        on_sync(t, n, cost);
        return;
    }
    sw_cilk_replay_one(t, n, cost); /* a library that spanwise cc has built */
}

void sw_opencilk_replay_one(struct sw_thread *t, const struct sw_note *n, uint64_t cost)
{
    t->events++;
    t->budget.next_sample -= t->budget.next_sample > 0;
    sw_opencilk_one(t, n, cost);
}
