/* Turns the notes of a Cilk program's sleds into the engine's events. */
#include "live/notes/cilk.h"
#include "engine/strand/step.h"
#include "live/held.h"
#include "live/notes/budget.h"
#include "live/site.h"
#include "profile/site_kind.h"

#define TASK_BYTES 1024 /* from a spawn's sled to behind its call, at most: arguments lie between */

/* What a replay keeps in registers, until somebody else looks at it. */
struct replay {
    struct sw_thread *t;
    struct sw_strand *s;
    struct sw_standing at; /* of the strand */
    struct sw_meter_dues dues;
};

static inline struct sw_frame *top(const struct sw_thread *t)
{
    return t->strand->at.top;
}

static inline bool in_body(const struct sw_frame *f)
{
    return f->mark & 1 && f->mark != UINT64_MAX;
}

/* Of the cost of a return: what comes after its sync. */
static inline uint64_t after_sync(uint64_t what, uint64_t cost)
{
    uint64_t after = what >> 40;
    return after < cost ? after : cost;
}

static inline bool is_spawned(const struct sw_frame *f)
{
    return f->flags & SW_FRAME_SPAWNED;
}

static inline bool on_own_stack(struct sw_thread *t, uint64_t sp)
{
    if (__builtin_expect(sp - t->stack_low < t->stack_size, 1))
        return true;
    t->elsewhere++;
    return false;
}

/* --- one event after the other: what is not frequent --- */

/* The frame of a spawn that is pending is opened, with or without a callee. */
static void open_pending(struct sw_thread *t, uint32_t function)
{
    uint32_t site = sw_site_number(t, t->pending.sled, function, SW_SITE_SPAWN) & ~SW_SITE_SPAWNS;
    t->pending.sled = 0;
    sw_event_spawn(t->strand, site, function, t->pending.cost);
    top(t)->mark = t->pending.mark;
    sw_held_release(t);
}

/* After frames were closed: who has jumped has returned, and nothing more comes of it. */
static void forget_tail(struct sw_thread *t)
{
    if (top(t)->mark <= t->cilk.tail_sp)
        return;
    if (t->cilk.tail_sp && t->memory)
        sw_steady_charge(t); /* the time since is its caller's, too */
    t->cilk.tail_sp = 0;
}

/* Before an event at `sp`: what is pending is opened, what must have returned, all below, closed.
 */
static void settle(struct sw_thread *t, uint64_t sp)
{
    if (t->pending.sled)
        open_pending(t, SW_FUNCTION_SAME);
    while (top(t)->mark < sp)
        sw_event_close(t->strand);
    forget_tail(t);
}

/* Is the place, or the call that returns to it, in the body of the innermost frame's function? */
static bool is_in_top(const struct sw_thread *t, uint64_t place)
{
    const struct sw_live_function *f = &t->functions[top(t)->function];
    return place - f->address <= f->size;
}

/* Before what happens at a place in a body. What was entered with the body's stack pointer is a
 * callee, or the function itself if it has nothing on the stack. */
static void settle_at(struct sw_thread *t, uint64_t at, uint64_t sp)
{
    settle(t, sp);
    while (top(t)->mark == sp && !is_in_top(t, at))
        sw_event_close(t->strand);
    forget_tail(t);
}

/* Returns the sled's address. */
static uint64_t settle_in_body(struct sw_thread *t, const struct sw_note *n)
{
    uint64_t at = t->live->cilk.sleds[(uint32_t)n->what].at;
    settle_at(t, at, n->sp);
    return at;
}

/* Is this the entry of what the innermost function has jumped to? */
static bool is_tail(struct sw_thread *t, uint32_t function, uint64_t from, uint64_t sp)
{
    return t->cilk.tail_sp == sp && t->cilk.tail_from == from && top(t)->function != function;
}

/* Is this the entry of what is being spawned? Its call is in the function, or in a task of it, which is
 * elsewhere: a little behind the sled. */
static bool is_pending(const struct sw_thread *t, uint64_t from)
{
    return t->pending.sled && (is_in_top(t, from) || from - t->pending.sled < TASK_BYTES);
}

static void open_call(struct sw_thread *t, uint32_t site, uint32_t function, uint64_t cost)
{
    if (site & SW_SITE_SPAWNS)
        sw_event_spawn(t->strand, site & ~SW_SITE_SPAWNS, function, cost);
    else
        sw_event_call(t->strand, site, function, cost);
}

static void on_entry(struct sw_thread *t, const struct sw_note *n, uint64_t cost)
{
    uint32_t function = (uint32_t)n->what;
    uint64_t site = n->from;
    t->calls[function].calls++;
    if (is_pending(t, n->from)) {
        open_pending(t, function);
        sw_event_pass(t->strand, cost);
        return;
    }
    if (t->cilk.tail_sp && is_tail(t, function, n->from, n->sp)) {
        site = t->cilk.tail_sled;
        settle(t, n->sp);
    } else {
        settle(t, n->sp + 1);
    }
    t->cilk.tail_sp = 0;
    open_call(t, sw_site_number(t, site, function, SW_SITE_CALL), function, cost);
    top(t)->mark = n->sp;
}

/* The exit of a function that was jumped to is that of all that jumped. */
static void on_exit_sled(struct sw_thread *t, const struct sw_note *n, uint64_t cost)
{
    if (top(t)->mark <= n->sp)
        settle(t, n->sp);
    struct sw_frame *f = top(t);
    if (f->mark != n->sp) {
        sw_event_pass(t->strand, cost); /* or the callee of a pending spawn, in its frame */
        return;
    }
    uint64_t after = after_sync(n->what, cost);
    sw_budget_sample(t, f->function, sw_step_own(&t->strand->at, f) + cost);
    sw_event_sync(t->strand, cost - after);
    sw_event_pass(t->strand, after);
    while (top(t)->mark == n->sp)
        sw_event_close(t->strand);
}

/*
 * The function leaves its frame to another one: for us it stays open, and what it jumps to is
 * called from it. Where that has no sleds, the next event closes it.
 */
static void on_tail(struct sw_thread *t, const struct sw_note *n, uint64_t cost)
{
    settle(t, n->sp);
    sw_event_pass(t->strand, cost);
    t->cilk.tail_sp = n->sp;
    t->cilk.tail_from = n->from;
    /* As a return address: a byte behind the place. */
    t->cilk.tail_sled = t->live->cilk.sleds[(uint32_t)n->what].at + 1;
}

static void on_spawn(struct sw_thread *t, const struct sw_note *n, uint64_t cost)
{
    t->pending.sled = settle_in_body(t, n);
    t->pending.mark = n->sp + 1;
    t->pending.cost = cost;
}

/* Closes what the body has called; true if a frame inside the body is the innermost then. */
static bool close_to_body(struct sw_thread *t, uint64_t sp)
{
    settle(t, 0);
    while (!in_body(top(t)) && top(t)->mark <= sp)
        sw_event_close(t->strand);
    forget_tail(t);
    return in_body(top(t));
}

static void on_spawn_end(struct sw_thread *t, const struct sw_note *n, uint64_t cost)
{
    if (close_to_body(t, n->sp) && is_spawned(top(t)))
        sw_event_spawn_return(t->strand, cost);
    else
        sw_event_pass(t->strand, cost);
}

static void on_sync(struct sw_thread *t, const struct sw_note *n, uint64_t cost)
{
    settle_in_body(t, n);
    sw_event_sync(t->strand, cost);
}

static void on_scope(struct sw_thread *t, const struct sw_note *n, uint64_t cost)
{
    uint32_t site = sw_site_number(t, settle_in_body(t, n), 0, SW_SITE_SCOPE);
    sw_event_call(t->strand, site, SW_FUNCTION_SAME, cost);
    top(t)->mark = n->sp + 1;
}

/* The half is spawned as a frame of the loop's own, as in loop.c. */
static void on_divide(struct sw_thread *t, const struct sw_note *n, uint64_t cost)
{
    settle_in_body(t, n);
    sw_event_spawn(t->strand, top(t)->site, SW_FUNCTION_SAME, cost);
    top(t)->mark = n->sp + 1;
}

static void on_scope_end(struct sw_thread *t, const struct sw_note *n, uint64_t cost)
{
    while (close_to_body(t, n->sp) && is_spawned(top(t)))
        sw_event_close(t->strand); /* a loop that was left in the middle */
    if (in_body(top(t)))
        sw_event_return(t->strand, cost);
    else
        sw_event_pass(t->strand, cost);
}

static void replay_one(struct sw_thread *t, const struct sw_note *n, uint64_t cost)
{
    static void (*const on[SW_SLED_KINDS])(struct sw_thread *, const struct sw_note *, uint64_t) = {
        [SW_SLED_ENTRY] = on_entry,         [SW_SLED_EXIT] = on_exit_sled,
        [SW_SLED_TAIL] = on_tail,           [SW_SLED_SPAWN] = on_spawn,
        [SW_SLED_SPAWN_END] = on_spawn_end, [SW_SLED_SYNC] = on_sync,
        [SW_SLED_SCOPE] = on_scope,         [SW_SLED_SCOPE_END] = on_scope_end,
        [SW_SLED_DIVIDE] = on_divide,
    };
    uint64_t kind = sw_note_kind(n->what);
    if (kind < SW_SLED_KINDS && on[kind] && on_own_stack(t, n->sp))
        on[kind](t, n, cost);
    else
        sw_event_pass(t->strand, cost);
}

void sw_cilk_replay_one(struct sw_thread *t, const struct sw_note *n, uint64_t cost)
{
    t->events++;
    t->budget.next_sample -= t->budget.next_sample > 0;
    replay_one(t, n, cost);
}

/* --- many at once: calls, returns and syncs in their usual order --- */

/* The entry at n, and its exit if that follows at once. Returns the last note that it took. */
static inline struct sw_note *fast_entry(struct replay *r, struct sw_note *n,
                                         const struct sw_note *end, uint32_t function)
{
    struct sw_thread *t = r->t;
    struct sw_strand *s = r->s;
    uint64_t sp = n->sp, cost = sw_meter_noted(&r->dues, n->ticks);
    uint32_t site = sw_site_number(t, n->from, function, SW_SITE_CALL);
    bool spawned = site & SW_SITE_SPAWNS;
    site &= ~SW_SITE_SPAWNS;
    t->calls[function].calls++;
    sw_strand_knows(s, &site, &function);
    if (n + 1 < end && sw_note_kind(n[1].what) == SW_SLED_EXIT && n[1].sp == sp) {
        n++;
        n->what = 0;
        uint64_t inside = sw_meter_noted(&r->dues, n->ticks);
        if (spawned)
            sw_step_spawn_leaf(s, &r->at, site, cost, inside);
        else
            sw_step_leaf(s, &r->at, site, cost, inside);
        return n;
    }
    if (spawned)
        sw_step_spawn(s, &r->at, site, function, cost);
    else
        sw_step_call(s, &r->at, site, function, cost);
    r->at.top->mark = sp;
    return n;
}

static inline void fast_exit(struct replay *r, uint64_t what, uint64_t cost)
{
    struct sw_strand *s = r->s;
    uint64_t after = after_sync(what, cost);
    if (is_spawned(r->at.top))
        sw_step_spawn_return(s, &r->at, cost - after, after);
    else
        sw_step_return(s, &r->at, cost - after, after);
}

/*
 * Replays notes until `end` or one that is not usual, which it returns. One that was replayed is
 * left empty: the next one there may be lost to a signal handler.
 */
static inline struct sw_note *replay_usual(struct sw_thread *t, struct sw_note *n,
                                           const struct sw_note *end, bool all_dense)
{
    if (t->pending.sled | t->cilk.tail_sp)
        return n;
    struct replay r = {t, t->strand, t->strand->at, sw_meter_dues(t, all_dense)};
    uint64_t low = t->stack_low, size = t->stack_size;
    for (; n < end; n++) {
        uint64_t what = n->what, sp = n->sp, mark = r.at.top->mark;
        if (__builtin_expect(sp - low >= size, 0))
            break;
        if (sw_note_kind(what) == SW_SLED_ENTRY && mark > sp) {
            n->what = 0;
            n = fast_entry(&r, n, end, (uint32_t)what);
        } else if (sw_note_kind(what) == SW_SLED_EXIT && mark == sp && r.at.top[-1].mark != sp) {
            n->what = 0;
            fast_exit(&r, what, sw_meter_noted(&r.dues, n->ticks));
        } else if (sw_note_kind(what) == SW_SLED_SYNC && mark > sp) {
            n->what = 0;
            sw_step_sync(r.s, &r.at, sw_meter_noted(&r.dues, n->ticks));
        } else {
            break;
        }
    }
    r.s->at = r.at;
    sw_meter_pay_dues(t, &r.dues);
    return n;
}

SW_REPLAY_TWICE(replay_usual)

/* --- where only what is open at the end counts --- */

#define FOLD_DEEPEST 64 /* of calls that begin among the notes; what is around deeper ones stays */

/* Entries that nothing unusual has come after, the innermost last. */
struct fold {
    struct sw_note *open[FOLD_DEEPEST];
    unsigned depth; /* of a ring */
    unsigned n;     /* that are in it */
};

static inline const struct sw_note *fold_top(const struct fold *f)
{
    return f->n ? f->open[f->depth % FOLD_DEEPEST] : NULL;
}

static inline void fold_push(struct fold *f, struct sw_note *entry)
{
    f->open[++f->depth % FOLD_DEEPEST] = entry;
    f->n += f->n < FOLD_DEEPEST;
}

/*
 * A call that begins and ends among the notes, with all in it, becomes a call of something that takes so long: its first note and its last
 * one. Returns the new end; notes from there on are empty.
 */
static struct sw_note *fold(const struct sw_thread *t, struct sw_note *from, struct sw_note *end)
{
    struct fold f; /* not all of it is set: libc would do that, in vector registers */
    struct sw_note *to = from;
    bool after_spawn = false;
    f.depth = f.n = 0;
    for (struct sw_note *n = from; n < end; n++) {
        const struct sw_note note = *n, *top = fold_top(&f);
        uint64_t kind = sw_note_kind(note.what);
        bool is_inside = (!top || note.sp < top->sp) && note.sp - t->stack_low < t->stack_size;
        if (kind == SW_SLED_EXIT && top && top->sp == note.sp) {
            to = f.open[f.depth % FOLD_DEEPEST] + 1;
            f.depth--;
            f.n--;
        } else if (kind == SW_SLED_ENTRY && is_inside && !after_spawn) {
            fold_push(&f, to);
        } else if (kind != SW_SLED_SYNC || !is_inside) {
            f.n = 0;
        }
        after_spawn = kind == SW_SLED_SPAWN; /* what is entered next has no frame of its own */
        *to++ = note;
    }
    for (struct sw_note *n = to; n < end; n++)
        n->what = 0;
    return to;
}

/* In a run that follows memory: before the first spawn is seen, all is serial. */
static bool may_fold(const struct sw_thread *t)
{
    return t->memory && !t->rates && !t->pending.sled && !t->cilk.tail_sp && t->strand->at.spawns &&
           !sw_strand_is_watched(t->strand);
}

void sw_cilk_replay(struct sw_thread *t, struct sw_note *end)
{
    static const struct sw_replayer by = {replay_dense, replay_mixed, replay_one};
    sw_replay_notes(t, may_fold(t) ? fold(t, t->replayed, end) : end, &by);
}

void sw_cilk_settle(struct sw_thread *t)
{
    settle(t, 0);
}

const struct sw_notes_reader sw_cilk_notes = {sw_cilk_replay, sw_cilk_settle};

void sw_cilk_settle_at(struct sw_thread *t, uint64_t place, uint64_t sp)
{
    settle_at(t, place, sp);
}

void sw_cilk_close_calls(struct sw_thread *t)
{
    close_to_body(t, UINT64_MAX - 1);
}

void sw_cilk_name_loop(struct sw_thread *t, bool own_grain)
{
    struct sw_live_site *site = &t->live->sites[top(t)->site];
    site->kind = SW_SITE_LOOP;
    site->flags = own_grain ? SW_SITE_OWN_GRAIN : 0;
}
