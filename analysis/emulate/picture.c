#include "analysis/emulate/period.h"

enum { MOST_LOCKS = 64 };

static void put(struct sw_emulator *e, struct sw_picture *p, uint64_t word)
{
    if (SW_EMULATOR_GROW(e, p->words, p->n_words, p->room_words) && !e->error)
        p->words[p->n_words++] = word;
}

static struct sw_counter *count(struct sw_emulator *e, struct sw_picture *p,
                                enum sw_counter_kind kind, uint32_t thread, uint32_t frame)
{
    static struct sw_counter none;
    if (!SW_EMULATOR_GROW(e, p->counters, p->n_counters, p->room_counters) || e->error)
        return &none;
    struct sw_counter *counter = &p->counters[p->n_counters++];
    *counter =
        (struct sw_counter){.kind = (uint8_t)kind, .thread = thread, .frame = frame, .tasks = 1};
    if (frame != SW_NOBODY)
        counter->made = e->frames[frame].made;
    return counter;
}

static void set(struct sw_counter *counter, void *at, int64_t value, int64_t room)
{
    counter->at = at;
    counter->value = value;
    counter->room = room;
}

struct sw_picture_key sw_picture_key(const struct sw_emulator *e, uint32_t thread)
{
    const struct sw_frame *f = &e->frames[e->threads[thread].top];
    struct sw_picture_key key = {.thread = thread,
                                 .node = f->node,
                                 .item = f->item,
                                 .next_thread = SW_NOBODY,
                                 .running = e->n_running,
                                 .waiting = e->n_lock_waiters};
    if (!e->cilk && e->threads[thread].team != SW_NOBODY)
        key.queued = e->teams[e->threads[thread].team].n_queued;
    if (e->n_moments) {
        key.next = e->moments[0].at - e->now;
        key.next_thread = e->moments[0].thread;
    }
    return key;
}

static uint64_t bits_of(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static void take_rep(struct sw_emulator *e, uint32_t thread, struct sw_picture *p, uint32_t frame)
{
    struct sw_frame *f = &e->frames[frame];
    const struct sw_frame *base = &e->frames[f->base];
    struct sw_counter *counter = count(e, p, SW_COUNTS_REP, thread, frame);
    set(counter, &f->rep, f->rep, 0);
    counter->in_range = base->kind == SW_FRAME_RANGE;
    counter->is_range = f->kind == SW_FRAME_RANGE;
    if (f->item == e->nodes[f->node].n_items)
        return;
    const struct sw_item *item = &e->items[e->nodes[f->node].first + f->item];
    counter->room = (int64_t)item->count - f->rep - 1; /* behind the last one it is another item */
    if (!counter->in_range)
        return;
    if (e->nodes[item->node].kind == SW_NODE_GROUP)
        counter->tasks = (int64_t)e->measured[item->node].tasks;
    if (counter->tasks > 0 && base->left < INT64_MAX)
        counter->ahead = (int64_t)base->left / counter->tasks + 1;
}

/* Who waits for the locks that this thread holds, in order. */
static void take_lock(struct sw_emulator *e, uint32_t thread, struct sw_picture *p,
                      const struct sw_frame *f)
{
    const struct sw_held *lock = &e->locks[e->nodes[f->node].detail];
    put(e, p, lock->holder);
    if (lock->holder == thread)
        for (uint32_t t = lock->first; t != SW_NOBODY; t = e->threads[t].next)
            put(e, p, t);
}

/* Cilk: what is below this frame only thieves, spawns and joins change, which are counted. */
static bool is_floor(const struct sw_emulator *e, const struct sw_frame *f)
{
    return e->cilk && (f->kind == SW_FRAME_HALF || f->kind == SW_FRAME_SPAWNS ||
                       f->kind == SW_FRAME_FOR || f->join != SW_NOBODY);
}

static struct sw_loop *loop_of(const struct sw_emulator *e, uint32_t thread)
{
    const struct sw_thread *t = &e->threads[thread];
    if (e->cilk || t->team == SW_NOBODY || t->loop >= e->teams[t->team].n_loops)
        return NULL;
    return &e->teams[t->team].loops[t->loop];
}

static bool are_chunks_equal(const struct sw_emulator *e, const struct sw_loop *loop)
{
    return loop->schedule != SW_SECTION_GUIDED ||
           (loop->tasks - loop->next + e->P - 1) / e->P <= loop->chunk;
}

/* Whether the thread's loop comes in many chunks of one size. */
static bool has_chunks(const struct sw_emulator *e, uint32_t thread)
{
    const struct sw_loop *loop = loop_of(e, thread);
    return loop && loop->chunk && are_chunks_equal(e, loop);
}

static void take_frames(struct sw_emulator *e, uint32_t thread, struct sw_picture *p)
{
    for (uint32_t at = e->threads[thread].top; at != SW_NOBODY && !e->error;
         at = e->frames[at].parent) {
        struct sw_frame *f = &e->frames[at];
        put(e, p, (uint64_t)f->node << 32 | f->item);
        put(e, p,
            (uint64_t)f->pending << 32 | (uint32_t)f->kind << 16 | (uint32_t)f->state << 8 |
                (uint32_t)(f->took << 3 | f->had_team << 2 | f->serial << 1 | f->outside));
        if (f->kind == SW_FRAME_LOOP || f->kind == SW_FRAME_MEMBER) {
            put(e, p, f->team);
            continue; /* its other fields are where its maker was, and stay */
        }
        put(e, p, (uint64_t)f->team << 32 | f->join);
        if (f->kind == SW_FRAME_QUEUE)
            put(e, p, f->left << 2 | f->lo);
        if (f->join != SW_NOBODY) {
            put(e, p, bits_of(f->burden));
            put(e, p, (uint64_t)f->at_barrier << 1 | f->was_at_barrier);
        }
        if (f->kind == SW_FRAME_HALF)
            set(count(e, p, SW_COUNTS_LO, thread, at), &f->lo, (int64_t)f->lo,
                (int64_t)(f->hi - f->lo));
        else if (f->kind != SW_FRAME_FOR)
            take_rep(e, thread, p, at);
        if (f->kind == SW_FRAME_RANGE) {
            struct sw_counter *left = count(e, p, SW_COUNTS_LEFT, thread, at);
            set(left, &f->left, (int64_t)f->left,
                (int64_t)f->left - 1); /* it is about to begin one */
            left->in_chunk = has_chunks(e, thread);
        }
        if (e->nodes[f->node].kind == SW_NODE_LOCK && f->took)
            take_lock(e, thread, p, f);
        if (is_floor(e, f))
            break;
    }
}

/* Which chunks of its loop a member has had. */
static void take_loop(struct sw_emulator *e, uint32_t thread, struct sw_picture *p)
{
    struct sw_thread *t = &e->threads[thread];
    struct sw_loop *loop = loop_of(e, thread);
    if (!loop)
        return;
    if (loop->schedule == SW_SECTION_STATIC) {
        struct sw_counter *turn = count(e, p, SW_COUNTS_TURN, thread, SW_NOBODY);
        set(turn, &t->turn, (int64_t)t->turn, INT64_MAX);
        turn->tasks = (int64_t)(loop->chunk * e->P);
    } else {
        set(count(e, p, SW_COUNTS_NEXT, thread, SW_NOBODY), &loop->next, (int64_t)loop->next,
            are_chunks_equal(e, loop) ? (int64_t)(loop->tasks - loop->next) : 0);
    }
}

static void take_team(struct sw_emulator *e, struct sw_picture *p, struct sw_team *team)
{
    put(e, p, (uint64_t)team->maker << 32 | team->n_loops);
    put(e, p, (uint64_t)team->n_idle << 32 | team->joining);
    put(e, p, (uint64_t)team->n_undone << 32 | team->n_queued);
    put(e, p, (uint64_t)team->n_running << 32 | (uint32_t)team->queue.user);
    uint64_t now = (uint64_t)e->now;
    put(e, p, team->queue.until > now ? team->queue.until - now : 0);
    for (uint32_t q = team->oldest; q != SW_NOBODY; q = e->queued[q].newer)
        put(e, p, (uint64_t)e->queued[q].node << 32 | e->queued[q].join),
            put(e, p, e->queued[q].maker);
    if (!team->n_idle)
        return;
    sw_ticks before = -1;
    for (uint32_t t = team->first_idle; t != SW_NOBODY; t = e->threads[t].next) {
        sw_ticks *since = &e->threads[t].idle_since;
        put(e, p, (uint64_t)t << 32 | (*since == before));
        before = *since;
        set(count(e, p, SW_COUNTS_SINCE, t, SW_NOBODY), since, *since, INT64_MAX);
    }
}

/* What the cost of a lock is by. False: there are too many. */
static bool take_lock_uses(struct sw_emulator *e, struct sw_picture *p)
{
    sw_ticks far = (sw_ticks)e->costs.lock.hand_over / 2;
    if (!e->costs.lock.lock_moved && !e->costs.lock.hand_over_back)
        return true;
    if (e->tree->n_locks > MOST_LOCKS)
        return false;
    for (uint32_t i = 1; i < e->tree->n_locks; i++) {
        const struct sw_held *lock = &e->locks[i];
        bool is_used = lock->epoch == e->epoch;
        put(e, p, is_used ? lock->user : 0);
        put(e, p, is_used ? (uint64_t)lock->length : 0);
        put(e, p, is_used ? (uint64_t)lock->gap : 0);
        put(e, p, lock->holder == SW_NOBODY ? 0 : (uint64_t)(e->now - lock->taken));
    }
    SW_EACH (t, e->threads, e->n_threads) {
        sw_ticks since = e->now - t->released_at;
        put(e, p, t->alive && t->released_in == e->epoch && since < far ? t->released : 0);
        put(e, p, since < far ? (uint64_t)since : 0);
    }
    return true;
}

/* When each thread goes on; false: somebody else does, too. */
static bool take_events(struct sw_emulator *e, struct sw_picture *p, sw_ticks *events)
{
    uint64_t looks = 0;
    for (uint32_t t = 0; t < e->n_threads; t++)
        events[t] = -1;
    SW_EACH (m, e->moments, e->n_moments)
        if (m->thread == SW_NOBODY && !m->ghosts)
            looks++;
        else if (m->thread == SW_NOBODY)
            return false;
        else if (m->ghosts == e->threads[m->thread].version)
            events[m->thread] = m->at - e->now;
        else if (!e->cilk)
            return false;
    for (uint32_t t = 0; t < e->n_threads; t++)
        put(e, p, (uint64_t)events[t]);
    put(e, p, looks);
    return true;
}

bool sw_picture_take(struct sw_emulator *e, uint32_t thread, struct sw_picture *p, sw_ticks *events)
{
    p->n_words = p->n_counters = 0;
    p->key = sw_picture_key(e, thread);
    p->now = e->now;
    p->sums = e->sums;
    p->changes = e->changes;
    if (!take_events(e, p, events) || !take_lock_uses(e, p))
        return false;
    put(e, p, (uint64_t)e->n_alive << 32 | e->n_repeats);
    put(e, p, e->n_open);
    for (uint32_t i = 0; i < e->n_threads && !e->error; i++) {
        const struct sw_thread *t = &e->threads[i];
        if (t->leaps)
            return false;
        put(e, p, t->alive ? (uint64_t)t->runs << 1 | 1 : 0);
        if (!t->alive)
            continue;
        put(e, p, (uint64_t)t->team << 32 | t->member);
        put(e, p, (uint64_t)t->loop << 32 | t->inside);
        put(e, p, (uint64_t)t->serial << 2 | (uint64_t)t->at_barrier << 1 | t->again);
        put(e, p, (uint64_t)t->n_own << 32 | (uint32_t)t->queue_user);
        put(e, p, bits_of(t->burden));
        take_loop(e, i, p);
        take_frames(e, i, p);
    }
    for (uint32_t i = 0; i < e->n_teams && !e->error; i++)
        if (e->teams[i].maker != SW_NOBODY)
            take_team(e, p, &e->teams[i]);
    return !e->error;
}

void sw_picture_release(struct sw_picture *p)
{
    free(p->words);
    free(p->counters);
}
