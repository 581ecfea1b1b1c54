/* Whose frame a shared cache line on a stack is in, and who allocated one on the heap: by walks from there. */
#include "agent/core/framed.h"
#include "agent/core/thread.h"
#include "agent/process/stack_find.h"
#include "agent/sampler/path.h"
#include "agent/translate/heap.h"
#include "agent/translate/memory.h"
#include "agent/translate/shared.h"
#include "agent/translate/translate.h"

#define WALKS 20000 /* by who allocates: more than a microsecond each */
#define DEPTH 512   /* frames, the innermost ones */

static struct {
    struct sw_unwinder unwinder;
    struct sw_unwind_frame frames[DEPTH + 1]; /* of the last walk */
    unsigned n;
} * walker;
static struct sw_unwinder *heap_unwinder;
static _Atomic uint64_t heap_walks, heap_lock;

void sw_framed_init(struct sw_live *live)
{
    if (!(walker = sw_arena_take(&live->arena, sizeof *walker)))
        return;
    walker->unwinder.find = sw_loaded_find;
    walker->unwinder.context = live;
}

/* The stack of a thread, or of a fiber; mostly the last one. */
static bool find_stack(uint64_t sp, struct sw_stack *last, struct sw_unwind_stack *to)
{
    if (sp - last->low >= last->size && !sw_stack_find(sp, last))
        return false;
    *to = (struct sw_unwind_stack){sp, last->low + last->size};
    return true;
}

/* The first two are the function itself, and who called it. */
static void walk_from(const struct sw_heap_at *at, uint64_t *callers)
{
    static struct sw_stack last;
    struct sw_unwind_frame frames[SW_SHARED_CALLERS + 2];
    struct sw_unwind_stack stack;
    struct sw_unwind_walk w = {
        .stacks = &stack, .n_stacks = 1, .frames = frames, .most = SW_SHARED_CALLERS + 2};
    const struct sw_unwind_registers registers = {
        .pc = at->pc, .sp = at->sp, .fp = at->fp, .link = at->link, .base = at->base};
    if (!find_stack(at->sp, &last, &stack))
        return;
    sw_unwind_walk(heap_unwinder, registers, &w);
    for (unsigned i = 2; i < w.n && i < w.most; i++)
        callers[i - 2] = frames[i].pc;
}

static void walk_heap(const struct sw_heap_at *at, uint64_t *callers)
{
    if (atomic_fetch_add(&heap_walks, 1) >= WALKS || atomic_exchange(&heap_lock, 1))
        return;
    walk_from(at, callers);
    atomic_store(&heap_lock, 0);
}

void sw_framed_init_heap(struct sw_live *live)
{
    if (!(heap_unwinder = sw_arena_take(&live->arena, sizeof *heap_unwinder)))
        return;
    heap_unwinder->find = sw_loaded_find;
    heap_unwinder->context = live;
    sw_heap_walk = walk_heap;
}

/* The one that it is on, and others that OpenCilk's hooks were called on: who enters a region there keeps its frame, but not the stack. */
static unsigned find_stacks(uint64_t sp, struct sw_unwind_stack *to)
{
    static struct sw_stack last;
    const struct sw_opencilk_thread *others = &sw_thread_self->opencilk;
    unsigned n = 0;
    if (!find_stack(sp, &last, &to[n++]))
        return 0;
    for (unsigned i = 0; i < others->n_stacks && i < SW_STACKS_MAX; i++)
        to[n++] = (struct sw_unwind_stack){others->stacks[i].low,
                                           others->stacks[i].low + others->stacks[i].size};
    return n;
}

/* From there out; up to the frame that has that address in it, and what is known of its caller (0: all). False: it is on no stack. */
static bool walk(struct sw_unwind_registers from, uint64_t address)
{
    struct sw_unwind_stack stacks[1 + SW_STACKS_MAX];
    unsigned n = find_stacks(from.sp, stacks), at = 0;
    while (at < n && address && address - stacks[at].low >= stacks[at].high - stacks[at].low)
        at++;
    if (at == n)
        return false;
    struct sw_unwind_walk w = {
        .stacks = stacks, .n_stacks = n, .frames = walker->frames, .most = DEPTH};
    if (address)
        w.end = (struct sw_unwind_stack){address + 1, stacks[at].high};
    sw_unwind_walk(&walker->unwinder, from, &w);
    if (w.end_sp)
        walker->frames[w.n++] = (struct sw_unwind_frame){.sp = w.end_sp};
    walker->n = w.n;
    return true;
}

/* Its canonical frame address is where the caller's begins. */
static void place(struct sw_shared_framed *f)
{
    for (unsigned i = 0; i + 1 < walker->n; i++) {
        uint64_t end = walker->frames[i + 1].sp;
        if (f->address < walker->frames[i].sp || f->address >= end)
            continue;
        f->pc = walker->frames[i].pc;
        f->offset = (int64_t)(f->address - end);
        f->stack = (int64_t)(walker->frames[i].sp - end);
        return;
    }
}

void sw_framed_look(void)
{
    uint64_t sp = (uint64_t)__builtin_frame_address(0);
    bool has_walked = false;
    sw_shared_met = false;
    for (struct sw_shared_framed *f = sw_shared_framed;
         walker && f < sw_shared_framed + SW_SHARED_FRAMED; f++) {
        bool is_here = f->address - sp < SW_MEMORY_NEAR;
        if (f->is_looked_for || !f->address)
            continue;
        sw_shared_met |= !is_here; /* another one's, or on no stack at all */
        if (!is_here || (!has_walked && !walk(sw_unwind_here(), 0)))
            continue;
        has_walked = f->is_looked_for = true;
        place(f);
    }
}

static bool is_on_stack(uint64_t address, uint64_t sp)
{
    const struct sw_opencilk_thread *others = &sw_thread_self->opencilk;
    bool is = address - sp < SW_MEMORY_NEAR;
    for (unsigned i = 0; i < others->n_stacks && i < SW_STACKS_MAX; i++)
        is |= address - others->stacks[i].low < others->stacks[i].size;
    return is;
}

struct met {
    const struct sw_memory_at *at;
    struct sw_shared_framed *framed;
};

static void look_from(const void *data)
{
    const struct met *met = data;
    if (walk(sw_framed_registers(met->at), met->framed->address))
        place(met->framed);
}

static bool look_at_access(const struct sw_memory_at *at, struct sw_shared_framed *framed)
{
    const struct met met = {at, framed};
    bool is_here = is_on_stack(framed->address, at->sp);
    if (is_here)
        sw_call_kept(look_from, &met);
    framed->is_looked_for = true;
    return is_here;
}

void sw_framed_init_accesses(struct sw_live *live)
{
    sw_framed_init(live);
    if (walker)
        sw_memory_tell_met(look_at_access);
}
