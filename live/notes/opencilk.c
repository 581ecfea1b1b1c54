/* Many events at once: what comes in its usual order. The rest is for one.c, with the same results. */
#include "live/notes/notes.h"
#include "live/notes/opencilk_mark.h"

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
