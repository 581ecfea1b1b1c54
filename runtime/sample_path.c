#include "runtime/sample_path.h"
#include "runtime/live.h"
#include "runtime/loaded.h"

#define LONGEST_LOOP 4 /* functions in a recursion that is recognized */

void sw_path_walker_init(struct sw_path_walker *w, struct sw_live *live)
{
    w->live = live;
    w->unwinder.find = sw_loaded_find;
    w->unwinder.context = live;
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
static unsigned leave_out_own(const struct sw_live *live, struct sw_unwind_frame *frames,
                              unsigned n)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < n; i++)
        if (!sw_path_is_own(live, frames[i].pc))
            frames[kept++] = frames[i];
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
    struct sw_unwind_walk walk = {.stacks = at->stacks,
                                  .n_stacks = at->n_stacks,
                                  .end = at->end,
                                  .frames = w->frames,
                                  .most = SW_SAMPLE_FRAMES};
    sw_unwind_walk(&w->unwinder, at->registers, &walk);
    w->n = walk.n;
    w->whole = walk.whole;
}

/* Memory that nobody has touched since the last sample is far away: what has stayed is not looked up. */
static uint32_t add(struct sw_path_walker *w, const struct sw_unwind_frame *frames, unsigned n,
                    uint32_t base)
{
    uint32_t path = base;
    unsigned same = 0;
    if (w->last_base == base)
        while (same < n && same < w->n_last && w->last[same].pc == frames[n - 1 - same].pc)
            same++;
    if (same)
        path = w->last[same - 1].path;
    for (unsigned i = same; i < n; i++) {
        path = sw_call_paths_add(&w->live->sampling.paths, path, frames[n - 1 - i].pc);
        w->last[i].pc = frames[n - 1 - i].pc;
        w->last[i].path = path;
    }
    w->last_base = base;
    w->n_last = n;
    return path;
}

uint32_t sw_path_number(struct sw_path_walker *w, unsigned first, uint32_t base)
{
    struct sw_call_paths *paths = &w->live->sampling.paths;
    struct sw_unwind_frame *frames = w->frames + first;
    unsigned n = fold(frames, leave_out_own(w->live, frames, w->n - first));
    w->whole = w->whole && n <= SW_SAMPLE_DEPTH;
    n = n < SW_SAMPLE_DEPTH ? n : SW_SAMPLE_DEPTH;
    return add(w, frames, n, w->whole ? base : sw_call_paths_add(paths, 0, SW_CALL_PATH_CUT));
}
