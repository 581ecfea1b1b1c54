/*
 * Finds the call path on which a task or region was created, so that samples show where it comes
 * from in the source.
 */
#include "agent/openmp/simulator/record.h"
#include "live/live.h"

#define SETS       512 /* a power of two */
#define WAYS       8
#define COMPARED   12     /* frames, the innermost ones */
#define MOST_DEPTH 256    /* of the path to a creator */
#define CREDIT     2      /* for each that is made, ... */
#define SAVED_MOST 200000 /* ... up to so much; ... */
#define WALK       50     /* ... a walk costs so much, ... */
#define FRAME      5      /* ... and each frame of it */

/* What was made at a place, and what the stack was then. */
struct found {
    const void *address; /* NULL: nothing */
    uint64_t depth;      /* of the stack, from the task's limit */
    uint32_t creator;    /* its path */
    uint32_t path;
    uint32_t n;
    uint32_t slots[COMPARED]; /* below the limit */
    uint64_t pcs[COMPARED];   /* of the calls that return there */
};

struct sw_omp_origins {
    struct sw_path_walker walker;
    uint64_t credit;
    struct {
        struct found ways[WAYS];
        uint32_t next; /* to be replaced */
    } sets[SETS];
};

struct sw_omp_origins *sw_omp_origins_new(struct sw_live *live)
{
    struct sw_omp_origins *o = sw_arena_take(&live->arena, sizeof *o);
    if (o) {
        sw_path_walker_init(&o->walker, live);
        o->credit = SAVED_MOST;
    }
    return o;
}

/* The one that the thread is on; of the main thread's, as far as it may have grown. */
static struct sw_unwind_stack stack_of(const struct sw_omp_thread *t)
{
    const struct sw_sampler *s = t->simulator->samples->sampler;
    if (t->low != t->first_low)
        return (struct sw_unwind_stack){t->low, sw_omp_segment_end(t->low)};
    if (t != &t->simulator->root)
        return (struct sw_unwind_stack){t->low, (uint64_t)t->donor.stack + t->donor.size};
    return s ? (struct sw_unwind_stack){s->stack_floor, s->stack.high}
             : (struct sw_unwind_stack){0, 0};
}

/* What is below sp is nobody's, and may not be mapped. */
void sw_omp_origin_stacks(const struct sw_omp_thread *t, struct sw_sampled_at *at)
{
    const struct sw_sampler *s = t->simulator->samples->sampler;
    struct sw_unwind_stack stack = stack_of(t);
    uint64_t sp = at->registers.sp, limit = t->task->origin.limit;
    if (sp >= stack.low && sp < stack.high)
        stack.low = sp;
    else if (s && stack.low == s->stack_floor)
        stack.low = s->stack.low;
    at->stacks[at->n_stacks++] = stack;
    at->base = t->task->origin.path;
    if (limit)
        at->end = (struct sw_unwind_stack){limit, stack.high};
}

/* --- what was found before --- */

static struct found *set_of(struct sw_omp_origins *o, const void *address, uint32_t creator,
                            uint32_t **next)
{
    uint64_t h = ((uint64_t)address ^ (uint64_t)creator << 40) * 0x9e3779b97f4a7c15u;
    uint64_t i = (h >> 32) % SETS;
    *next = &o->sets[i].next;
    return o->sets[i].ways;
}

/* The stack is as deep as it was then, so what is compared is above sp. */
static bool is_same(const struct found *f, uint64_t anchor)
{
    for (uint32_t i = 0; i < f->n; i++)
        if (sw_unwind_strip(*(const uint64_t *)(anchor - f->slots[i])) != f->pcs[i] + 1)
            return false;
    return true;
}

static void keep(struct found *f, const struct sw_path_walker *w, unsigned first, uint64_t anchor)
{
    f->n = 0;
    for (unsigned i = first; i < w->n && f->n < COMPARED; i++) {
        uint64_t below = anchor - w->frames[i].slot;
        if (!w->frames[i].slot || below != (uint32_t)below)
            continue;
        f->slots[f->n] = (uint32_t)below;
        f->pcs[f->n++] = w->frames[i].pc;
    }
}

/* --- recursion --- */

/* The outermost node of a function on a path; 0: it is not on it. */
static uint32_t outermost(struct sw_omp_origins *o, uint32_t path, uint64_t function)
{
    const struct sw_call_path *nodes = o->walker.live->sampling.paths.nodes;
    uint32_t found = 0;
    for (; path && function; path = nodes[path].caller)
        if (sw_unwind_function(&o->walker.unwinder, nodes[path].address) == function)
            found = path;
    return found;
}

static unsigned length(const struct sw_omp_origins *o, uint32_t path)
{
    const struct sw_call_path *nodes = o->walker.live->sampling.paths.nodes;
    unsigned n = 0;
    for (; path; path = nodes[path].caller)
        n++;
    return n;
}

/* The creator's path as it is, or without the recursion: then the creator's function is no part of what was
 * walked either, unless it is all there is. */
static uint32_t fold(struct sw_omp_origins *o, unsigned first, uint32_t creator)
{
    struct sw_path_walker *w = &o->walker;
    unsigned outer = first, inner = first; /* the outermost frame, and the one that it calls */
    for (unsigned i = first; i < w->n; i++)
        if (!sw_path_is_own(w->live, w->frames[i].pc)) {
            inner = outer;
            outer = i;
        }
    for (unsigned i = first; i <= inner; i++)
        if (!sw_path_is_own(w->live, w->frames[i].pc) && !outermost(o, creator, w->frames[i].start))
            return creator;
    w->n = inner + 1;
    return w->live->sampling.paths.nodes[outermost(o, creator, w->frames[inner].start)].caller;
}

/* --- what is made now --- */

static bool find_call(const struct sw_path_walker *w, uint64_t pc, unsigned *first)
{
    for (*first = 0; *first < w->n; ++*first)
        if (w->frames[*first].pc == pc)
            return true;
    return false;
}

static uint32_t number(struct sw_omp_origins *o, unsigned first, uint32_t creator, bool folds)
{
    if (length(o, creator) > MOST_DEPTH)
        return creator;
    if (folds && creator && o->walker.whole)
        creator = fold(o, first, creator);
    return sw_path_number(&o->walker, first, creator);
}

static void walk(struct sw_omp_thread *t)
{
    struct sw_omp_origins *o = t->simulator->samples->origins;
    struct sw_sampled_at at = {.registers = sw_unwind_here()};
    sw_omp_origin_stacks(t, &at);
    sw_path_walk(&o->walker, &at);
    uint64_t cost = WALK + FRAME * o->walker.n;
    o->credit -= cost < o->credit ? cost : o->credit;
    t->simulator->exact = true; /* it takes longer than such things do */
}

static __attribute__((noinline)) uint32_t find(struct sw_omp_thread *t, const void *address,
                                               bool folds)
{
    struct sw_omp_origins *o = t->simulator->samples->origins;
    const struct sw_omp_origin *creator = &t->task->origin;
    uint64_t anchor = creator->limit ? creator->limit : stack_of(t).high;
    uint64_t depth = anchor - (uint64_t)__builtin_frame_address(0);
    uint32_t *next, last = 0;
    struct found *f = set_of(o, address, creator->path, &next);
    for (unsigned i = 0; i < WAYS; i++) {
        if (f[i].address != address || f[i].creator != creator->path)
            continue;
        if (f[i].depth == depth && is_same(&f[i], anchor))
            return f[i].path;
        last = f[i].path;
    }
    if (last && o->credit < WALK + FRAME * COMPARED)
        return last;
    unsigned first;
    walk(t);
    if (!find_call(&o->walker, (uint64_t)address - 1, &first))
        return creator->path;
    f += (*next)++ % WAYS;
    keep(f, &o->walker, first, anchor);
    f->address = address;
    f->depth = depth;
    f->creator = creator->path;
    /* Deeper than is walked, it is taken for what it was when it was less deep. */
    f->path = last && !o->walker.whole ? last : number(o, first, creator->path, folds);
    return f->path;
}

uint32_t sw_omp_origin(struct sw_omp_thread *t, const void *address, bool folds)
{
    struct sw_omp_origins *o = t->simulator->samples ? t->simulator->samples->origins : NULL;
    if (!o)
        return 0;
    if (o->credit < SAVED_MOST)
        o->credit += CREDIT;
    return find(t, address, folds);
}
