/* Strands: opens and closes frames, and computes their work and span. */
#include "engine/strand/step.h"

/* Twice as many; where the old ones were is lost: as much again at most. */
static struct sw_frame *more_frames(struct sw_strand *s, struct sw_frame *top)
{
    uint64_t have = (uint64_t)(s->frames_end - s->frames), want = 2 * have;
    want = want < s->most ? want : s->most;
    struct sw_frame *frames =
        want > have ? sw_arena_take(s->pool.arena, want * sizeof *frames) : NULL;
    if (!frames)
        return NULL;
    /* By words: of a whole frame compilers make a call of memcpy(). */
    typedef uint64_t __attribute__((may_alias)) word;
    const word *from = (const word *)s->frames;
    for (uint64_t i = 0; i < have * sizeof *frames / sizeof *from; i++)
        ((word *)frames)[i] = from[i];
    top = frames + (top - s->frames);
    s->frames = frames;
    s->frames_end = frames + want;
    return top;
}

struct sw_frame *sw_step_deepen(struct sw_strand *s, struct sw_frame *top)
{
    if (top + 1 >= s->frames_end && !(top = more_frames(s, top))) {
        s->deeper++;
        s->lost_frames++;
        return NULL;
    }
    s->highest = top + 1;
    return top;
}

/* Twice as much as before, at least; where the old ones were is lost. */
static uint32_t *move(struct sw_arena *arena, const uint32_t *from, uint32_t n, uint32_t room)
{
    uint32_t *to = sw_arena_take(arena, room * sizeof *to);
    for (uint32_t i = 0; to && i < n; i++)
        to[i] = from[i];
    return to;
}

bool sw_strand_make_room(struct sw_strand *s, uint32_t number)
{
    uint32_t room = s->numbers ? s->numbers : 1;
    while (room <= number)
        room *= 2;
    uint32_t *sites = move(s->pool.arena, s->site_open, s->numbers, room);
    uint32_t *functions = move(s->pool.arena, s->function_open, s->numbers, room);
    if (!sites || !functions) {
        s->pool.full = true;
        return false;
    }
    s->site_open = sites;
    s->function_open = functions;
    s->numbers = room;
    return true;
}

struct sw_block *sw_step_new_block(struct sw_strand *s)
{
    return sw_arena_take(s->pool.arena, sizeof(struct sw_block));
}

void sw_step_flush_split(struct sw_strand *s, struct sw_frame *f, uint64_t own,
                         struct sw_prof *prof, struct sw_relief *relief)
{
    struct sw_standing a = {.top = f};
    uint64_t more = f->flags & SW_FRAME_SPLIT_NEW ? 0 : SW_MORE;
    own -= f->split_from;
    if (!own && more)
        return;
    f->flags &= ~(uint64_t)SW_FRAME_SPLIT_NEW;
    struct sw_entry *e = sw_step_leaf_entry(s, &a, (uint32_t)f->split, own);
    if (!e)
        return;
    e->key |= (uint32_t)more;
    sw_prof_add(&s->pool, prof, e);
    sw_relief_add(relief, (uint32_t)f->split, own);
}

void sw_event_call(struct sw_strand *s, uint32_t site, uint32_t function, uint64_t cost)
{
    sw_strand_knows(s, &site, &function);
    uint64_t lost = s->lost_frames;
    sw_step_call(s, &s->at, site, function, cost);
    if (sw_strand_is_watched(s) && s->lost_frames == lost)
        s->watcher->opened(s);
}

/* For a watcher that is to see the frame as long as it is open. Returns what is left of the cost. */
static uint64_t tell_of_close(struct sw_strand *s, uint64_t cost)
{
    if (!sw_strand_is_watched(s) || s->deeper)
        return cost;
    s->at.work += cost;
    s->watcher->closes(s);
    return 0;
}

void sw_event_return(struct sw_strand *s, uint64_t cost)
{
    cost = tell_of_close(s, cost);
    sw_step_return(s, &s->at, cost, 0);
}

void sw_event_spawn(struct sw_strand *s, uint32_t site, uint32_t function, uint64_t cost)
{
    sw_strand_knows(s, &site, &function);
    uint64_t lost = s->lost_frames;
    sw_step_spawn(s, &s->at, site, function, cost);
    if (sw_strand_is_watched(s) && s->lost_frames == lost)
        s->watcher->opened(s);
}

void sw_event_spawn_return(struct sw_strand *s, uint64_t cost)
{
    cost = tell_of_close(s, cost);
    sw_step_spawn_return(s, &s->at, cost, 0);
}

void sw_event_close(struct sw_strand *s)
{
    if (s->at.top->flags & SW_FRAME_SPAWNED)
        sw_event_spawn_return(s, 0);
    else
        sw_event_return(s, 0);
}

void sw_event_sync(struct sw_strand *s, uint64_t cost)
{
    if (sw_strand_is_watched(s) && sw_strand_waits(s)) {
        s->at.work += cost;
        cost = 0;
        s->watcher->syncs(s);
    }
    sw_step_sync(s, &s->at, cost);
}

void sw_event_sample(struct sw_strand *s, uint32_t path, uint64_t weight)
{
    sw_prof_sample(&s->pool, s->at.prof, path, weight);
}

void sw_event_pass(struct sw_strand *s, uint64_t cost)
{
    s->at.work += cost;
}

void sw_event_split(struct sw_strand *s, uint32_t site, uint64_t cost)
{
    struct sw_standing a = s->at;
    struct sw_frame *f = a.top;
    site = sw_strand_knows_site(s, site);
    a.work += cost;
    if (!s->deeper) {
        sw_step_flush(s, &a, f);
        f->flags &= ~(uint64_t)(SW_FRAME_SPLIT | SW_FRAME_SPLIT_NEW);
        f->flags |= site ? SW_FRAME_SPLIT | SW_FRAME_SPLIT_NEW : 0;
        f->split = site;
        f->split_from = sw_step_own_from(&a, f);
    }
    s->at = a;
}

struct sw_position sw_strand_position(const struct sw_strand *s)
{
    const struct sw_standing *a = &s->at;
    return (struct sw_position){a->work, sw_step_span(a), sw_step_burdened(a), a->spawns, a->syncs};
}

bool sw_strand_make(struct sw_strand *s, struct sw_arena *arena, uint64_t frames, uint64_t most,
                    uint32_t numbers, uint64_t burden)
{
    s->burden = burden;
    sw_prof_pool_init(&s->pool, arena);
    s->frames = sw_arena_take(arena, frames * sizeof *s->frames);
    if (!s->frames || !sw_strand_make_room(s, numbers - 1))
        return false;
    s->frames_end = s->frames + frames;
    s->most = most;
    s->at.top = s->highest = s->frames;
    s->at.prof = &s->root;
    s->at.relief = &s->relief;
    return true;
}

void sw_strand_root(struct sw_strand *s, uint32_t site, uint32_t function)
{
    s->at.top->flags = SW_FRAME_FIRST | SW_PARALLEL; /* what calls the root: its only instance */
    sw_event_call(s, site, function, 0);
}

void sw_strand_close(struct sw_strand *s, uint64_t depth)
{
    s->deeper = 0;
    while (sw_strand_depth(s) > depth)
        sw_event_close(s);
}

void sw_strand_finish(struct sw_strand *s)
{
    sw_strand_close(s, 0);
    sw_prof_flatten(&s->pool, &s->root);
    sw_prof_flatten(&s->pool, &s->off);
}
