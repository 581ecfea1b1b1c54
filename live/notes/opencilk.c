/* Turns the notes of OpenCilk's hooks into the engine's events. */
#include "live/notes/opencilk.h"
#include "engine/strand/step.h"
#include "live/held.h"
#include "live/notes/budget.h"
#include "live/notes/cilk.h"
#include "live/notes/opencilk_caller.h"
#include "live/site.h"
#include "profile/site_kind.h"

/*
 * One event after the other: what is not frequent, and what is not as it should be.
 *
 * What replays know of frames and notes. A frame's mark: where its stack pointer was, on which stack,
 * the region of its children, and what it is. Stack pointers are multiples of 16.
 */

enum {
    MARK_SCOPE = 1,  /* a region in the body of the frame below */
    MARK_CALLEE = 2, /* of a task: its callee is running, and the frame is that one's too */
    MARK_LOOP = 4,   /* of a task: the body of a loop */
};
#define MARK_SP     0xfffffffffff0ull
#define MARK_REGION 48
#define MARK_STACK  56

#define NEAR        (1u << 20) /* bytes: a task and its call are surely in the same module */

static inline struct sw_frame *top(const struct sw_thread *t)
{
    return t->strand->at.top;
}

static inline bool is_root(const struct sw_frame *f)
{
    return f->mark == UINT64_MAX;
}

static inline bool is_task(const struct sw_frame *f)
{
    return f->flags & SW_FRAME_SPAWNED;
}

static inline uint64_t sp_of(const struct sw_frame *f)
{
    return f->mark & MARK_SP;
}

static inline uint64_t region_of(const struct sw_frame *f)
{
    return f->mark >> MARK_REGION & (SW_HOOK_REGIONS - 1);
}

static inline bool has_children(const struct sw_frame *f)
{
    return f->flags & SW_PARALLEL && f->block;
}

/* Is a function running in it that will tell its exit? */
static inline bool has_function(const struct sw_frame *f)
{
    return is_task(f) ? f->mark & MARK_CALLEE : !(f->mark & MARK_SCOPE);
}

static inline uint64_t stack_of(const struct sw_note *n)
{
    return n->what >> 40 & 0xff;
}

static inline bool same_stack(const struct sw_frame *f, const struct sw_note *n)
{
    return f->mark >> MARK_STACK == stack_of(n);
}

static inline uint64_t mark_at(const struct sw_note *n, uint64_t sp, uint64_t flags)
{
    return (sp & MARK_SP) | stack_of(n) << MARK_STACK | flags;
}

static inline void set_region(struct sw_frame *f, uint64_t region)
{
    f->mark = (f->mark & ~((uint64_t)(SW_HOOK_REGIONS - 1) << MARK_REGION)) | region << MARK_REGION;
}

static inline uint32_t function_of(const struct sw_note *n)
{
    return n->what % SW_SITES_MAX;
}

/* The callee of a task is called in its module; what a library calls back is not. */
static inline bool is_callee(const struct sw_thread *t, const struct sw_note *n)
{
    return !n->from || n->from - t->pending.sled + NEAR < 2 * NEAR ||
           !sw_caller_wanted(&t->functions[function_of(n)]);
}

/* Where the entered function's frame ends, as far as its frame pointer tells. */
static inline uint64_t frame_end(const struct sw_live_function *f, const struct sw_note *n)
{
    return n->from && sw_caller_wanted(f) ? n->sp + 8 * (n->what >> SW_HOOK_FRAME) : n->sp;
}

static inline uint32_t find_site(const struct sw_thread *t, const struct sw_note *n,
                                 const struct sw_live_function *f)
{
    uint64_t address = n->from && sw_caller_wanted(f) ? n->from : f->address;
    return sw_site_find(t->slots, address, function_of(n)) & ~SW_SITE_SPAWNS;
}

static inline void set_pending(struct sw_thread *t, const struct sw_note *n, uint64_t cost)
{
    uint64_t depth = (uint32_t)n->what / SW_HOOK_DEPTH * 16;
    t->pending.sled = n->from - 1; /* a return address */
    t->pending.cost = cost;
    t->pending.mark = mark_at(n, n->sp - depth, n->what & SW_HOOK_LOOP ? MARK_LOOP : 0);
}

static void close_down_to(struct sw_thread *t, const struct sw_frame *f)
{
    while (top(t) > f)
        sw_event_close(t->strand);
}

/* Of a call or task, which gets no frame then. */
static bool is_too_deep(struct sw_thread *t, uint64_t cost)
{
    if (!sw_strand_full(t->strand))
        return false;
    sw_event_pass(t->strand, cost);
    t->strand->lost_frames++;
    t->opencilk.too_deep++;
    return true;
}

/* A spawn that is pending gets its frame, with or without a callee. */
static void open_pending(struct sw_thread *t, uint32_t function)
{
    bool loop = t->pending.mark & MARK_LOOP;
    uint32_t site = sw_site_number(t, t->pending.sled, loop ? 0 : function,
                                   loop ? SW_SITE_LOOP : SW_SITE_SPAWN) &
                    ~SW_SITE_SPAWNS;
    t->pending.sled = 0;
    if (is_too_deep(t, t->pending.cost)) {
        sw_held_release(t);
        return;
    }
    t->functions[function].spawns = 1; /* the budget keeps off */
    sw_event_spawn(t->strand, site, function, t->pending.cost);
    top(t)->mark = t->pending.mark | (function ? MARK_CALLEE : 0);
    sw_held_release(t);
}

/* For an event that is no hook's: the spawn that is pending gets its frame. */
static void sw_opencilk_settle(struct sw_thread *t)
{
    if (t->pending.sled)
        open_pending(t, SW_FUNCTION_SAME);
}

/* Before an event at n: what lies below it on its stack is gone. */
static void settle(struct sw_thread *t, const struct sw_note *n)
{
    sw_opencilk_settle(t);
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
    if (is_too_deep(t, cost))
        return;
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

/* It ends next. False: it is not there. */
static bool leaves(struct sw_thread *t, const struct sw_frame *f, uint64_t cost)
{
    if (f)
        close_down_to(t, f);
    else
        sw_event_pass(t->strand, cost);
    return f;
}

static void on_exit_hook(struct sw_thread *t, const struct sw_note *n, uint64_t cost)
{
    sw_opencilk_settle(t);
    struct sw_frame *f = was_too_deep(t, n) ? NULL : find_exit(t, n);
    if (!leaves(t, f, cost))
        return;
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
    sw_opencilk_settle(t);
    struct sw_frame *f = was_too_deep(t, n) ? NULL : find_task(t, n);
    if (leaves(t, f, cost))
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

/* The same where somebody else counts it. */
static void sw_opencilk_one(struct sw_thread *t, const struct sw_note *n, uint64_t cost)
{
    static void (*const on[SW_HOOK_KINDS])(struct sw_thread *, const struct sw_note *, uint64_t) = {
        [SW_HOOK_ENTRY] = on_entry,         [SW_HOOK_EXIT] = on_exit_hook, [SW_HOOK_TASK] = on_task,
        [SW_HOOK_TASK_EXIT] = on_task_exit, [SW_HOOK_SYNC] = on_sync,
    };
    uint64_t kind = sw_note_kind(n->what);
    if (kind < SW_HOOK_KINDS && on[kind])
        on[kind](t, n, cost);
    else
        sw_cilk_replay_one(t, n, cost); /* a library that spanwise cc has built */
}

void sw_opencilk_replay_one(struct sw_thread *t, const struct sw_note *n, uint64_t cost)
{
    t->events++;
    t->budget.next_sample -= t->budget.next_sample > 0;
    sw_opencilk_one(t, n, cost);
}

/* What a replay keeps in registers, until somebody else looks at it. */
struct replay {
    struct sw_thread *t;
    struct sw_standing at; /* of the strand */
    struct sw_meter_dues dues;
};

static inline uint64_t cost_of(struct replay *r, struct sw_note *n)
{
    n->what = 0; /* done with: the next one there may be lost to a signal handler */
    return sw_meter_noted(&r->dues, n->ticks);
}

/* The site of the pending spawn, with its callee; 0: not known yet. */
static inline uint32_t pending_site(const struct sw_thread *t, uint32_t function)
{
    uint32_t callee = t->pending.mark & MARK_LOOP ? 0 : function;
    return sw_site_find(t->slots, t->pending.sled, callee) & ~SW_SITE_SPAWNS;
}

/* The next note is the function's exit, at once. */
static inline bool is_exit_of(const struct sw_note *n, const struct sw_note *end,
                              const struct sw_note *entry)
{
    return n < end && sw_note_kind(n->what) == SW_HOOK_EXIT &&
           (n->sp == entry->sp || n->from == entry->from) && function_of(n) == function_of(entry) &&
           stack_of(n) == stack_of(entry);
}

/* Each of these takes the note at n, and more where it can, and returns the last one that it took;
 * NULL: it is not usual, and nothing was done. */
static inline struct sw_note *fast_callee(struct replay *r, struct sw_note *n,
                                          const struct sw_note *end)
{
    struct sw_thread *t = r->t;
    struct sw_strand *s = t->strand;
    uint32_t function = function_of(n), site = pending_site(t, function);
    if (!site || !is_callee(t, n) || r->at.top + 1 >= s->frames_end || t->samples.n_held)
        return NULL;
    t->calls[function].calls++;
    sw_strand_knows(s, &site, &function);
    t->pending.sled = 0;
    if (is_exit_of(n + 1, end, n) && n + 2 < end && sw_note_kind(n[2].what) == SW_HOOK_TASK_EXIT &&
        n[2].sp <= (t->pending.mark & MARK_SP) && stack_of(&n[2]) == stack_of(n)) {
        uint64_t inside = cost_of(r, n);
        inside += cost_of(r, n + 1);
        inside += cost_of(r, n + 2);
        sw_step_spawn_leaf(s, &r->at, site, t->pending.cost, inside);
        return n + 2;
    }
    sw_step_spawn(s, &r->at, site, function, t->pending.cost);
    r->at.top->mark = t->pending.mark | MARK_CALLEE;
    r->at.work += cost_of(r, n);
    return n;
}

static inline struct sw_note *fast_entry(struct replay *r, struct sw_note *n,
                                         const struct sw_note *end)
{
    struct sw_thread *t = r->t;
    struct sw_strand *s = t->strand;
    uint32_t function = function_of(n);
    const struct sw_live_function *f = &t->functions[function];
    uint32_t site = find_site(t, n, f);
    if (!site || sp_of(r->at.top) <= frame_end(f, n) || r->at.top + 1 >= s->frames_end)
        return NULL;
    t->calls[function].calls++;
    sw_strand_knows(s, &site, &function);
    if (is_exit_of(n + 1, end, n)) {
        uint64_t before = cost_of(r, n);
        sw_step_leaf(s, &r->at, site, before, cost_of(r, n + 1));
        return n + 1;
    }
    uint64_t mark = mark_at(n, n->sp, 0);
    sw_step_call(s, &r->at, site, function, cost_of(r, n));
    r->at.top->mark = mark;
    return n;
}

static inline struct sw_note *fast_exit(struct replay *r, struct sw_note *n)
{
    struct sw_frame *f = r->at.top;
    if (f->function != function_of(n) || !has_function(f))
        return NULL;
    if (is_task(f) && sp_of(f) >= n->sp) {
        f->mark &= ~(uint64_t)MARK_CALLEE;
        r->at.work += cost_of(r, n);
        return n;
    }
    bool tail = r->t->live->sites[f->site].address == n->from;
    if (is_task(f) || (sp_of(f) != n->sp && !tail))
        return NULL;
    sw_step_return(r->t->strand, &r->at, cost_of(r, n), 0);
    return n;
}

static inline struct sw_note *fast_task(struct replay *r, struct sw_note *n)
{
    struct sw_frame *f = r->at.top;
    uint64_t region = n->what & (SW_HOOK_REGIONS - 1);
    if (sp_of(f) < n->sp || (has_children(f) && region_of(f) != region))
        return NULL;
    set_region(f, region);
    set_pending(r->t, n, 0);
    r->t->pending.cost = cost_of(r, n);
    return n;
}

static inline struct sw_note *fast_task_exit(struct replay *r, struct sw_note *n)
{
    const struct sw_frame *f = r->at.top;
    if (!is_task(f))
        return NULL;
    sw_step_spawn_return(r->t->strand, &r->at, cost_of(r, n), 0);
    return n;
}

static inline struct sw_note *fast_sync(struct replay *r, struct sw_note *n)
{
    const struct sw_frame *f = r->at.top;
    if (f->mark & MARK_SCOPE || sp_of(f) < n->sp || !has_children(f) || n->what & SW_HOOK_ALL ||
        region_of(f) != (n->what & (SW_HOOK_REGIONS - 1)))
        return NULL;
    sw_step_sync(r->t->strand, &r->at, cost_of(r, n));
    return n;
}

static inline struct sw_note *fast(struct replay *r, struct sw_note *n, const struct sw_note *end)
{
    uint64_t kind = sw_note_kind(n->what);
    if (!same_stack(r->at.top, n))
        return NULL;
    if (kind == SW_HOOK_ENTRY)
        return r->t->pending.sled ? fast_callee(r, n, end) : fast_entry(r, n, end);
    if (r->t->pending.sled)
        return NULL;
    if (kind == SW_HOOK_EXIT)
        return fast_exit(r, n);
    if (kind == SW_HOOK_TASK)
        return fast_task(r, n);
    if (kind == SW_HOOK_TASK_EXIT)
        return fast_task_exit(r, n);
    return kind == SW_HOOK_SYNC ? fast_sync(r, n) : NULL;
}

static inline struct sw_note *replay_usual(struct sw_thread *t, struct sw_note *n,
                                           const struct sw_note *end, bool all_dense)
{
    struct sw_note *last;
    if (t->opencilk.too_deep)
        return n;
    struct replay r = {t, t->strand->at, sw_meter_dues(t, all_dense)};
    for (; n < end && (last = fast(&r, n, end)); n = last + 1)
        ;
    t->strand->at = r.at;
    sw_meter_pay_dues(t, &r.dues);
    return n;
}

SW_REPLAY_TWICE(replay_usual)

void sw_opencilk_replay(struct sw_thread *t, struct sw_note *end)
{
    static const struct sw_replayer by = {replay_dense, replay_mixed, sw_opencilk_one};
    sw_replay_notes(t, end, &by);
}

const struct sw_notes_reader sw_opencilk_notes = {sw_opencilk_replay, sw_opencilk_settle};
