/* Turns a walk of the stack into the number of a call path. */
#include "agent/sampler/path.h"
#include "live/live.h"
#include "live/trail.h"

#define LONGEST_LOOP 4 /* functions in a recursion that is recognized */

void sw_path_walker_init(struct sw_path_walker *w, struct sw_live *live)
{
    w->live = live;
    w->unwinder.find = sw_loaded_find;
    w->unwinder.context = live;
    w->frames = w->walks[0];
}

bool sw_path_is_own(const struct sw_live *live, uint64_t pc)
{
    const struct sw_sampling *sampling = &live->sampling;
    uint32_t n = atomic_load_explicit(&sampling->n_own, memory_order_acquire);
    for (uint32_t i = 0; i < n && i < SW_SAMPLER_RANGES; i++)
        if (pc >= sampling->own[i].low && pc < sampling->own[i].high)
            return true;
    return false;
}

static bool same_function(const struct sw_unwind_frame *a, const struct sw_unwind_frame *b)
{
    return a->start ? a->start == b->start : a->pc == b->pc;
}

/* Do the last `length` frames repeat those before them? */
static bool repeats(const struct sw_unwind_frame *frames, unsigned n, unsigned length)
{
    if (n < 2 * length)
        return false;
    for (unsigned i = n - length; i < n; i++)
        if (!same_function(&frames[i], &frames[i - length]))
            return false;
    return true;
}

/* A runtime that calls the program is not on its paths. */
static unsigned leave_out_own(struct sw_path_walker *w, unsigned first, unsigned end)
{
    unsigned kept = 0;
    for (unsigned i = first; i < end; i++)
        if (!sw_path_is_own(w->live, w->frames[i].pc))
            w->kept[kept++] = w->frames[i];
    return kept;
}

/* Recursion: of the same functions in the same order again and again, the innermost stay. */
static unsigned fold(struct sw_unwind_frame *frames, unsigned n)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < n; i++) {
        frames[kept++] = frames[i];
        for (unsigned length = 1; length <= LONGEST_LOOP; length++)
            if (repeats(frames, kept, length)) {
                kept -= length;
                break;
            }
    }
    return kept;
}

void sw_path_walk(struct sw_path_walker *w, const struct sw_sampled_at *at)
{
    bool same_end = w->end.low == at->end.low && w->end.high == at->end.high;
    const struct sw_unwind_frame *before = w->frames;
    w->frames = w->walks[before == w->walks[0]];
    struct sw_unwind_walk walk = {.stacks = at->stacks,
                                  .n_stacks = at->n_stacks,
                                  .find_stack = at->find_stack,
                                  .end = at->end,
                                  .frames = w->frames,
                                  .most = SW_SAMPLE_FRAMES,
                                  .before = before,
                                  .n_before = w->whole && same_end ? w->n_walked : 0};
    sw_unwind_walk(&w->unwinder, at->registers, &walk);
    w->same_callers = walk.n > 1 && walk.n_taken == walk.n - 1 && walk.n == w->n_walked;
    w->n = w->n_walked = walk.n;
    w->whole = walk.whole;
    w->end = at->end;
}

/* Memory that nobody has touched since the last sample is far away: what has stayed is not looked up. */
static uint32_t add(struct sw_path_walker *w, struct sw_path_last *last, unsigned n, uint32_t base)
{
    const struct sw_unwind_frame *frames = w->kept;
    uint32_t path = base;
    unsigned same = 0;
    if (last->base == base)
        while (same < n && same < last->n && last->frames[same].pc == frames[n - 1 - same].pc)
            same++;
    if (same)
        path = last->frames[same - 1].path;
    for (unsigned i = same; i < n; i++) {
        path = sw_call_paths_add(&w->live->sampling.paths, path, frames[n - 1 - i].pc);
        last->frames[i].pc = frames[n - 1 - i].pc;
        last->frames[i].path = path;
    }
    last->base = base;
    last->n = n;
    return path;
}

/* Folding asks for functions only, and the innermost frame stays. */
static bool is_as_before(const struct sw_path_walker *w, unsigned first, uint32_t base)
{
    return w->same_callers && !first && w->function && w->frames->start == w->function &&
           w->base == base;
}

static uint32_t number(struct sw_path_walker *w, struct sw_path_last *last, unsigned first,
                       unsigned end, bool whole, uint32_t base)
{
    struct sw_call_paths *paths = &w->live->sampling.paths;
    unsigned n = fold(w->kept, leave_out_own(w, first, end));
    whole = whole && n <= SW_SAMPLE_DEPTH;
    n = n < SW_SAMPLE_DEPTH ? n : SW_SAMPLE_DEPTH;
    return add(w, last, n, whole ? base : sw_call_paths_add(paths, 0, SW_CALL_PATH_CUT));
}

uint32_t sw_path_number(struct sw_path_walker *w, unsigned first, uint32_t base)
{
    struct sw_call_paths *paths = &w->live->sampling.paths;
    if (is_as_before(w, first, base))
        return sw_call_paths_add(paths, w->caller, w->frames->pc);
    uint32_t path = number(w, &w->last, first, w->n, w->whole, base);
    bool innermost = paths->nodes[path].address == w->frames->pc; /* there was room for it */
    w->function = first || !innermost ? 0 : w->frames->start;
    w->base = base;
    w->caller = paths->nodes[path].caller;
    return path;
}

uint32_t sw_path_number_outer(struct sw_path_walker *w, unsigned at)
{
    return number(w, &w->last_outer, at, w->n, w->whole, 0);
}

uint32_t sw_path_number_inner(struct sw_path_walker *w, unsigned at, uint32_t base)
{
    w->function = 0;
    return number(w, &w->last, 0, at, true, base);
}

void sw_path_note_lock(const struct sw_path_walker *w, struct sw_trail *trails, uint64_t lock)
{
    for (unsigned i = 0; i + 1 < w->n; i++) {
        uint64_t end = w->frames[i + 1].sp;
        if (lock < w->frames[i].sp || lock >= end)
            continue;
        struct sw_trail *trail = sw_trail_get(trails, SW_TRAIL_MADE(lock));
        if (trail)
            *trail = (struct sw_trail){.of = SW_TRAIL_MADE(lock),
                                       .calls = {w->frames[i].pc},
                                       .is_frame = true,
                                       .offset = (int64_t)(lock - end)};
        return;
    }
}
