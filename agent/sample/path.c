/*
 * Logical paths. The frames of a stack from the innermost out to the frame of the origin are the piece's; the
 * path of who has created it comes before, and between the two a node that leads to the path of what was left
 * out: the physical one. Where the creator's path is not known it is found in the same way, by walking its
 * stack, which may have an origin as well; and so on.
 */
#include "agent/sample/record.h"

#define MOST_NESTED  16
#define LONGEST_LOOP 64 /* pieces in a recursion that is recognized */

static uint32_t path_of(struct sw_sampler *s, const struct sw_sampled_at *at,
                        const struct sw_origin *origin, unsigned levels, bool *whole);

/* The path that the origin's piece was created at; 0: it is not known. The frames of the walk before are gone. */
static uint32_t creator_path(struct sw_sampler *s, const struct sw_origin *of, unsigned levels)
{
    struct sw_origin *origin = (struct sw_origin *)(uintptr_t)(of->shared ? of->shared : of);
    uint32_t path = atomic_load_explicit(&origin->path, memory_order_relaxed);
    if (path || !origin->at.sp || !levels)
        return path;
    struct sw_sampled_at at = {.registers = origin->at,
                               .stacks = {origin->stack},
                               .n_stacks = 1,
                               .find_stack = s->live->sampling.taker->find_stack};
    bool whole;
    path = sw_path_fold(&s->live->sampling.paths,
                        path_of(s, &at, origin->creator, levels - 1, &whole));
    if (whole)
        atomic_store_explicit(&origin->path, path, memory_order_relaxed);
    return path;
}

static uint32_t link_to(struct sw_sampler *s, const struct sw_origin *of, uint32_t creator,
                        uint32_t physical)
{
    uint64_t resumed = (of->shared ? of->shared : of)->resumed ? SW_CALL_PATH_RESUMED : 0;
    return sw_call_paths_add(&s->live->sampling.paths, creator,
                             SW_CALL_PATH_LINK | resumed | physical);
}

/* Where the stack that has `frame` ends. Others may be above it, which frames of the piece are on too. */
static uint64_t stack_end(const struct sw_sampler *s, uint64_t frame)
{
    struct sw_unwind_stack stack;
    if (sw_sampler_has(s, frame))
        return s->stack.high;
    return sw_reporter_stack_at(frame, &stack) ? stack.high : UINT64_MAX;
}

static unsigned frames_below(const struct sw_sampler *s, uint64_t frame)
{
    const struct sw_path_walker *w = &s->walker;
    uint64_t end = stack_end(s, frame);
    unsigned i = 0;
    while (i < w->n && !(w->frames[i].sp >= frame && w->frames[i].sp < end))
        i++;
    /* A function that needs no stack is where its caller is, on aarch64. */
    return i == 0 && w->n > 1 && w->frames[1].sp == w->frames[0].sp ? 1 : i;
}

static uint32_t path_of(struct sw_sampler *s, const struct sw_sampled_at *at,
                        const struct sw_origin *origin, unsigned levels, bool *whole)
{
    /* Before the walk: the frames are in one place. */
    uint32_t creator = origin ? creator_path(s, origin, levels) : 0;
    struct sw_path_walker *w = &s->walker;
    sw_path_walk(w, at);
    unsigned own = origin ? frames_below(s, origin->frame) : w->n;
    *whole = w->whole || own < w->n;
    if (own == w->n)
        return sw_path_number(w, 0, 0);
    uint32_t physical = sw_path_number_outer(w, own);
    return sw_path_number_inner(w, own, link_to(s, origin, creator, physical));
}

/* The path that has created the last piece of this one; 0: there is none. */
static uint32_t created_by(const struct sw_call_paths *paths, uint32_t path)
{
    while (path && !(paths->nodes[path].address & SW_CALL_PATH_LINK))
        path = paths->nodes[path].caller;
    return path ? paths->nodes[path].caller : 0;
}

/* Whether their last pieces are on the same path in themselves, wherever they ran. */
static bool is_same_piece(const struct sw_call_paths *paths, uint32_t a, uint32_t b)
{
    while (a && b) {
        uint64_t one = paths->nodes[a].address, other = paths->nodes[b].address;
        if (one & other & SW_CALL_PATH_LINK)
            return !((one ^ other) & SW_CALL_PATH_RESUMED);
        if (one != other)
            return false;
        a = paths->nodes[a].caller;
        b = paths->nodes[b].caller;
    }
    return false;
}

uint32_t sw_path_fold(const struct sw_call_paths *paths, uint32_t path)
{
    uint32_t before = created_by(paths, path);
    for (unsigned i = 0; before && i < LONGEST_LOOP; i++) {
        if (is_same_piece(paths, path, before))
            return before;
        before = created_by(paths, before);
    }
    return path;
}

uint32_t sw_path_from(struct sw_sampler *s, const struct sw_sampled_at *at,
                      const struct sw_origin *origin, bool *whole)
{
    return path_of(s, at, origin, MOST_NESTED, whole);
}
