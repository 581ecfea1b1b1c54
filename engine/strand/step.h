/*
 * The events of event.h as inline functions, for who reports many at once: `a` is a copy of where
 * the strand stands (strand->at), which the compiler can keep in registers from one event to the
 * next; it is put back before anybody else looks at the strand. Sites must be known to it
 * (sw_strand_knows) before they are used.
 */
#pragma once

#include "engine/strand/strand.h"

/* Deeper than ever before: where the innermost frame is now; NULL where there is no room for one
 * more, and it stands for all that is deeper. */
__attribute__((noinline, cold)) struct sw_frame *sw_step_deepen(struct sw_strand *s,
                                                                struct sw_frame *top);

/* A block from the arena, or NULL. */
__attribute__((noinline, cold)) struct sw_block *sw_step_new_block(struct sw_strand *s);

static inline uint64_t sw_step_span(const struct sw_standing *a)
{
    return a->work - (uint64_t)a->saved;
}

static inline uint64_t sw_step_burdened(const struct sw_standing *a)
{
    return a->work - (uint64_t)a->burdened_saved;
}

/* What the frame has spent itself, without its calls and spawns ... */
static inline uint64_t sw_step_own(const struct sw_standing *a, const struct sw_frame *f)
{
    return a->work - f->work0 - f->kids;
}

/* ... and for differences of that: from anywhere. */
static inline uint64_t sw_step_own_from(const struct sw_standing *a, const struct sw_frame *f)
{
    return a->work - f->kids;
}

/* Opens a frame; whether it is a top one follows from its ancestors. */
static inline void sw_step_push(struct sw_strand *s, struct sw_standing *a, uint32_t site,
                                uint32_t function, uint64_t flags)
{
    struct sw_frame *f = ++a->top;
    uint64_t parent = f[-1].flags;
    uint32_t stamp = sw_strand_stamp(s, f);
    flags |= parent / SW_FRAME_FIRST % 2 * SW_TOP_CALLER;
    if (!s->site_open[site]) {
        s->site_open[site] = stamp;
        flags |= SW_TOP_SITE;
    }
    if (function == SW_FUNCTION_SAME) {
        function = f[-1].function;
        flags |= (parent & SW_FRAME_FIRST) | SW_FRAME_BODY;
    } else if (!s->function_open[function]) {
        s->function_open[function] = stamp;
        flags |= SW_FRAME_FIRST | SW_FRAME_OPENED;
    }
    f->work0 = a->work;
    f->kids = 0;
    f->site = site;
    f->function = function;
    f->flags = flags;
}

/* The first spawn below the open frames: no position has changed since they were opened. */
static inline void sw_step_open_parallel(struct sw_standing *a)
{
    for (struct sw_frame *f = a->top; !(f->flags & SW_PARALLEL); f--) {
        f->flags |= SW_PARALLEL;
        f->saved0 = a->saved;
        f->burdened_saved0 = a->burdened_saved;
        f->spawns0 = a->spawns;
        f->syncs0 = a->syncs;
        f->off_path = 0;
        f->in_blocks = 0;
        f->block = NULL;
    }
}

static inline bool sw_step_too_deep(struct sw_strand *s, struct sw_standing *a)
{
    if (__builtin_expect(a->top < s->highest, 1))
        return false;
    struct sw_frame *top = sw_step_deepen(s, a->top);
    a->top = top ? top : a->top;
    return !top;
}

static inline bool sw_step_was_too_deep(struct sw_strand *s)
{
    if (__builtin_expect(!s->deeper, 1))
        return false;
    s->deeper--;
    return true;
}

static inline void sw_step_call(struct sw_strand *s, struct sw_standing *a, uint32_t site,
                                uint32_t function, uint64_t cost)
{
    a->work += cost;
    if (!sw_step_too_deep(s, a))
        sw_step_push(s, a, site, function, 0);
}

static inline struct sw_block *sw_step_block_new(struct sw_strand *s, const struct sw_standing *a,
                                                 struct sw_frame *f)
{
    struct sw_block *b = s->free_blocks;
    if (__builtin_expect(b != NULL, 1))
        s->free_blocks = b->free;
    else if (!(b = sw_step_new_block(s)))
        return NULL;
    b->longest = 0;
    b->longest_burdened = 0;
    b->spawned = 0;
    b->own0 = sw_step_own_from(a, f);
    b->own_p = 0;
    b->outer = a->prof;
    b->own_told = b->own0;
    b->outer_relief = a->relief;
    b->since.classes = 0;
    b->relieved = 0;
    f->block = b;
    return b;
}

/* The frame's own cost since it was told last is on the path since its block began. */
static inline void sw_step_tell_own(const struct sw_standing *a, const struct sw_frame *f,
                                    struct sw_block *b)
{
    uint64_t own = sw_step_own_from(a, f);
    if (own != b->own_told)
        sw_relief_add(&b->since, f->site, own - b->own_told);
    b->own_told = own;
}

/* A child has ended, at that point of the span: later than those before, or not. */
static inline void sw_step_relieve(struct sw_block *b, uint64_t end)
{
    struct sw_relief *child = &b->ends[b->relieved], *latest = &b->ends[!b->relieved];
    sw_relief_append(child, &b->since);
    if (b->longest && end < b->longest) {
        sw_relief_limit(latest, child, b->longest - 1 - end);
        return;
    }
    if (b->longest)
        sw_relief_limit(child, latest, end + 1 - b->longest);
    b->relieved = !b->relieved;
}

/* Joins the children of the innermost frame. */
static inline void sw_step_join(struct sw_strand *s, struct sw_standing *a, struct sw_frame *f,
                                struct sw_block *b)
{
    sw_step_tell_own(a, f, b);
    f->in_blocks += b->own_told - b->own0;
    bool child_wins = b->longest > sw_step_span(a);
    uint64_t end = child_wins ? b->longest - 1 : sw_step_span(a);
    uint64_t off_path = sw_step_own_from(a, f) - b->own0 - b->own_p;
    struct sw_prof *winner = child_wins ? &b->child[!b->running] : &b->c;
    struct sw_prof *loser = child_wins ? &b->c : &b->child[!b->running];
    const struct sw_relief *latest = &b->ends[!b->relieved];
    a->relief = b->outer_relief;
    if (child_wins)
        sw_relief_append_longer(a->relief, latest, &b->since, end - sw_step_span(a));
    else if (b->longest)
        sw_relief_append_longer(a->relief, &b->since, latest, end + 1 - b->longest);
    else
        sw_relief_append(a->relief, &b->since);
    a->saved = (int64_t)(a->work - end);
    f->off_path += child_wins ? off_path : 0;
    int64_t burdened_saved = (int64_t)(a->work - b->longest_burdened);
    a->burdened_saved = burdened_saved < a->burdened_saved ? burdened_saved : a->burdened_saved;
    sw_prof_unite(&s->pool, b->outer, winner);
    sw_prof_lose(&s->pool, &s->off, loser);
    a->prof = b->outer;
    f->block = NULL;
    b->free = s->free_blocks;
    s->free_blocks = b;
    a->syncs++;
}

/* The record of an invocation without calls or spawns of its own; NULL: no memory. */
static inline struct sw_entry *sw_step_leaf_entry(struct sw_strand *s, struct sw_standing *a,
                                                  uint32_t site, uint64_t work)
{
    struct sw_frame *f = a->top;
    uint64_t tops = f->flags / SW_FRAME_FIRST % 2 * SW_TOP_CALLER;
    tops |= !s->site_open[site] * (uint64_t)SW_TOP_SITE;
    f->kids += work;
    struct sw_entry *e = sw_prof_entry(&s->pool);
    if (__builtin_expect(!e, 0))
        return NULL;
    e->key = site * SW_KEY_SITE | (uint32_t)tops;
    e->work = work;
    e->local_work = work;
    return e;
}

/* What a split frame has spent itself becomes a record of the split, in the prof. `own` is as
 * sw_step_own_from() has it: where the strand stands may stay in registers. */
__attribute__((noinline, cold)) void sw_step_flush_split(struct sw_strand *s, struct sw_frame *f,
                                                         uint64_t own, struct sw_prof *prof,
                                                         struct sw_relief *relief);

static inline void sw_step_flush(struct sw_strand *s, const struct sw_standing *a,
                                 struct sw_frame *f)
{
    if (__builtin_expect(f->flags & SW_FRAME_SPLIT, 0))
        sw_step_flush_split(s, f, sw_step_own_from(a, f), a->prof, a->relief);
}

/* The innermost frame, which returns `after` its sync, makes its record and is gone. */
static inline void sw_step_pop(struct sw_strand *s, struct sw_standing *a, uint64_t after)
{
    struct sw_frame *f = a->top;
    uint64_t flags = f->flags;
    if (flags & SW_PARALLEL && f->block) {
        sw_step_flush(s, a, f);
        sw_step_join(s, a, f, f->block);
    }
    a->work += after;
    sw_step_flush(s, a, f);
    a->top = f - 1;
    uint64_t work = a->work - f->work0;
    f[-1].kids += work;
    if (flags & SW_TOP_SITE)
        s->site_open[f->site] = 0;
    if (flags & SW_FRAME_OPENED)
        s->function_open[f->function] = 0;
    uint64_t local_work = work - f->kids;
    sw_relief_add(a->relief, f->site, local_work - (flags & SW_PARALLEL ? f->in_blocks : 0));
    struct sw_entry *e = sw_prof_entry(&s->pool);
    if (__builtin_expect(!e, 0))
        return;
    e->key = f->site * SW_KEY_SITE | (uint32_t)(flags & (SW_TOPS | SW_PARALLEL));
    e->local_work = local_work;
    if (flags & SW_PARALLEL)
        e->off_path = f->off_path;
    if (flags & SW_TOPS) {
        e->work = work;
        if (flags & SW_PARALLEL) {
            e->saved = a->saved - f->saved0;
            e->burdened_saved = a->burdened_saved - f->burdened_saved0;
            e->spawns = a->spawns - f->spawns0;
            e->syncs = a->syncs - f->syncs0;
        }
    }
    sw_prof_add(&s->pool, a->prof, e);
}

/* `cost`: up to the sync, where there is one; `after`: from there on. */
static inline void sw_step_return(struct sw_strand *s, struct sw_standing *a, uint64_t cost,
                                  uint64_t after)
{
    a->work += cost;
    if (!sw_step_was_too_deep(s))
        sw_step_pop(s, a, after);
    else
        a->work += after;
}

static inline void sw_step_leaf(struct sw_strand *s, struct sw_standing *a, uint32_t site,
                                uint64_t before, uint64_t inside)
{
    a->work += before + inside;
    struct sw_entry *e = sw_step_leaf_entry(s, a, site, inside);
    if (__builtin_expect(e != NULL, 1))
        sw_prof_add(&s->pool, a->prof, e);
    sw_relief_add(a->relief, site, inside);
}

/* The frame's block, for a spawn: NULL when memory is out. */
static inline struct sw_block *sw_step_block_of(struct sw_strand *s, struct sw_standing *a)
{
    struct sw_frame *f = a->top;
    sw_step_flush(s, a, f);
    sw_step_open_parallel(a);
    a->spawns++;
    struct sw_block *b = f->block ? f->block : sw_step_block_new(s, a, f);
    if (__builtin_expect(b != NULL, 1))
        b->spawned++;
    return b;
}

static inline void sw_step_spawn(struct sw_strand *s, struct sw_standing *a, uint32_t site,
                                 uint32_t function, uint64_t cost)
{
    a->work += cost;
    struct sw_block *b = sw_step_block_of(s, a);
    if (sw_step_too_deep(s, a))
        return;
    if (__builtin_expect(!b, 0)) {
        s->frames_end = s->highest + 1; /* nothing deeper from now on */
        s->most = 0;
        s->deeper++;
        s->lost_frames++;
        return;
    }
    b->span = sw_step_span(a);
    b->burdened = sw_step_burdened(a);
    a->prof = &b->child[b->running];
    a->relief = &b->ends[b->relieved];
    a->relief->classes = 0;
    sw_step_push(s, a, site, function, SW_FRAME_SPAWNED);
}

/* The running child has ended: it is the longest so far, or off the span. */
static inline void sw_step_child_ends(struct sw_strand *s, struct sw_standing *a,
                                      struct sw_frame *f, struct sw_block *b, uint64_t end,
                                      uint64_t burdened_end)
{
    sw_step_tell_own(a, f, b);
    sw_step_relieve(b, end);
    a->relief = &b->since;
    b->longest_burdened = burdened_end > b->longest_burdened ? burdened_end : b->longest_burdened;
    if (end >= b->longest) {
        b->longest = end + 1;
        b->own_p = sw_step_own_from(a, f) - b->own0;
        sw_prof_unite(&s->pool, b->outer, &b->c);
        b->running = !b->running;
    }
    sw_prof_lose(&s->pool, &s->off, &b->child[b->running]);
}

static inline void sw_step_spawn_return(struct sw_strand *s, struct sw_standing *a, uint64_t cost,
                                        uint64_t after)
{
    a->work += cost;
    if (sw_step_was_too_deep(s)) {
        a->work += after;
        return;
    }
    sw_step_pop(s, a, after);
    struct sw_frame *f = a->top;
    struct sw_block *b = f->block;
    uint64_t end = sw_step_span(a), burdened_end = sw_step_burdened(a);
    a->saved = (int64_t)(a->work - b->span);
    a->burdened_saved = (int64_t)(a->work - b->burdened - s->burden);
    a->prof = &b->c;
    sw_step_child_ends(s, a, f, b, end, burdened_end);
}

static inline void sw_step_spawn_leaf(struct sw_strand *s, struct sw_standing *a, uint32_t site,
                                      uint64_t before, uint64_t inside)
{
    a->work += before;
    struct sw_block *b = sw_step_block_of(s, a);
    uint64_t end = sw_step_span(a) + inside, burdened_end = sw_step_burdened(a) + inside;
    a->work += inside;
    a->saved += (int64_t)inside; /* the continuation is where the spawn was */
    a->burdened_saved += (int64_t)(inside - s->burden);
    struct sw_entry *e = sw_step_leaf_entry(s, a, site, inside);
    if (__builtin_expect(!b, 0))
        return;
    a->prof = &b->c;
    if (__builtin_expect(e != NULL, 1))
        sw_prof_add(&s->pool, &b->child[b->running], e);
    b->ends[b->relieved].classes = 0;
    sw_relief_add(&b->ends[b->relieved], site, inside);
    sw_step_child_ends(s, a, a->top, b, end, burdened_end);
}

static inline void sw_step_sync(struct sw_strand *s, struct sw_standing *a, uint64_t cost)
{
    struct sw_frame *f = a->top;
    a->work += cost;
    if (!(f->flags & SW_PARALLEL) || !f->block || s->deeper)
        return;
    sw_step_flush(s, a, f);
    if (f->flags & SW_FRAME_STOLEN)
        s->synced = true; /* when all of it is together: steal.h */
    else
        sw_step_join(s, a, f, f->block);
}
