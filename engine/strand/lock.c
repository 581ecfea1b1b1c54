/* What a strand's time with locks means for work and span. */
#include "engine/strand/step.h"

static struct sw_locks *locks_of(struct sw_strand *s)
{
    struct sw_locks *l = s->locks;
    struct sw_arena *arena = s->pool.arena;
    if (!l && SW_TAKE(arena, l, 1) && SW_TAKE(arena, l->uses, SW_LOCK_USES_MAX) &&
        SW_TAKE(arena, l->slots, 2 * SW_LOCK_USES_MAX))
        s->locks = l;
    return s->locks;
}

/* NULL: no room. */
static struct sw_lock_use *use_of(struct sw_locks *l, uint32_t lock, uint32_t site)
{
    uint32_t mask = 2 * SW_LOCK_USES_MAX - 1;
    uint32_t i = (lock * 0x9e3779b1u ^ site * 0x85ebca6bu) >> 15 & mask;
    for (; l->slots[i]; i = (i + 1) & mask) {
        struct sw_lock_use *u = &l->uses[l->slots[i] - 1];
        if (u->lock == lock && u->site == site)
            return u;
    }
    if (l->n_uses == SW_LOCK_USES_MAX)
        return NULL;
    struct sw_lock_use *u = &l->uses[l->n_uses];
    l->slots[i] = ++l->n_uses;
    u->lock = lock;
    u->site = site;
    return u;
}

/* The frame of the task that the strand is in, by its place among the frames. */
static uint64_t task_of(struct sw_strand *s, struct sw_locks *l)
{
    if (l->task_prof == s->at.prof && l->task_spawns == s->at.spawns)
        return l->task;
    const struct sw_frame *f = s->at.top;
    while (f > s->frames + 1 && !(f->flags & SW_FRAME_SPAWNED))
        f--;
    l->task_prof = s->at.prof;
    l->task_spawns = s->at.spawns;
    return l->task = (uint64_t)(f - s->frames);
}

static struct sw_hold *find(struct sw_locks *l, uint32_t lock)
{
    for (uint32_t i = l->n_holds; i-- > 0;)
        if (l->holds[i].lock == lock)
            return &l->holds[i];
    return NULL;
}

static void count(struct sw_strand *s, struct sw_locks *l, const struct sw_hold *h)
{
    struct sw_lock_use *u = use_of(l, h->lock, h->site);
    uint64_t span = sw_step_span(&s->at);
    const struct sw_frame *task = &s->frames[h->task];
    bool same = h->prof == s->at.prof && h->spawns == s->at.spawns && h->syncs == s->at.syncs;
    /* Its task is open as long as a frame is there that began when it did. */
    bool here = same || (task <= s->at.top && task->work0 == h->task_work0);
    l->across += here && !same;
    l->elsewhere += !here || span < h->span;
    l->lost += !u;
    if (!u || !here || span < h->span)
        return;
    *(h->shared ? &u->shared_held : &u->held) += span - h->span;
    if (!h->shared && h->prof == &s->root)
        u->alone += span - h->span;
}

/* The hold is over. */
static void end(struct sw_strand *s, struct sw_locks *l, struct sw_hold *h)
{
    count(s, l, h);
    if (s->watcher && s->watcher->unlocked)
        s->watcher->unlocked(s, h);
    for (l->n_holds--; h < &l->holds[l->n_holds]; h++)
        *h = h[1];
}

static void begin(struct sw_strand *s, struct sw_locks *l, uint32_t lock, uint32_t site,
                  bool shared)
{
    struct sw_lock_use *u = use_of(l, lock, site);
    if (!u || l->n_holds == SW_HOLDS_MAX) {
        l->lost++;
        return;
    }
    *(shared ? &u->shared_taken : &u->taken) += 1;
    uint64_t task = task_of(s, l);
    struct sw_hold *h = &l->holds[l->n_holds++];
    *h = (struct sw_hold){.lock = lock, .site = site, .depth = 1, .shared = shared};
    h->span = sw_step_span(&s->at);
    h->spawns = s->at.spawns;
    h->syncs = s->at.syncs;
    h->prof = s->at.prof;
    h->task = task;
    h->task_work0 = s->frames[task].work0;
    if (s->watcher && s->watcher->locked)
        s->watcher->locked(s, h);
}

void sw_event_lock(struct sw_strand *s, uint32_t lock, uint32_t site, enum sw_lock_how how,
                   uint64_t cost)
{
    s->at.work += cost;
    struct sw_locks *l = locks_of(s);
    struct sw_hold *h = l ? find(l, lock) : NULL;
    if (!l)
        return;
    if (h && (how == SW_LOCK_AGAIN || (how == SW_LOCK_SHARED && h->shared))) {
        h->depth++;
        return;
    }
    if (h) { /* somebody else has released it: a thread that is not watched */
        h->task_work0 = UINT64_MAX;
        h->prof = NULL;
        end(s, l, h);
    }
    begin(s, l, lock, site, how == SW_LOCK_SHARED);
}

void sw_event_unlock(struct sw_strand *s, uint32_t lock, uint64_t cost)
{
    s->at.work += cost;
    struct sw_locks *l = s->locks;
    struct sw_hold *h = l ? find(l, lock) : NULL;
    if (h && --h->depth == 0)
        end(s, l, h);
    else if (l && !h)
        l->unmatched++;
}
