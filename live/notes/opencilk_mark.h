/*
 * What replays know of frames and notes. A frame's mark: where its stack pointer was, on which stack,
 * the region of its children, and what it is. Stack pointers are multiples of 16.
 */
#ifndef SPANWISE_LIVE_NOTES_OPENCILK_MARK_H
#define SPANWISE_LIVE_NOTES_OPENCILK_MARK_H

#include "engine/strand/step.h"
#include "live/notes/opencilk.h"
#include "live/notes/opencilk_caller.h"
#include "live/site.h"

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

#endif
