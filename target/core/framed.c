#include "target/core/framed.h"
#include "target/process/stack_find.h"
#include "target/sampler/loaded.h"
#include "target/sampler/path.h"
#include "target/translate/heap.h"
#include "target/translate/shared.h"

#define NEAR  (8ull << 20) /* above the stack pointer: what is further away is not on this stack */

#define WALKS 20000 /* by who allocates: more than a microsecond each */

static struct sw_path_walker *walker;
static struct sw_unwinder *heap_unwinder;
static _Atomic uint64_t heap_walks, heap_lock;

void sw_framed_init(struct sw_live *live)
{
    if ((walker = sw_arena_take(&live->arena, sizeof *walker)))
        sw_path_walker_init(walker, live);
}

/* The stack of a thread, or of a fiber; mostly the last one. */
static bool find_stack(uint64_t sp, struct sw_unwind_stack *to)
{
    static struct sw_stack last;
    if (sp - last.low >= last.size && !sw_stack_find(sp, &last))
        return false;
    *to = (struct sw_unwind_stack){sp, last.low + last.size};
    return true;
}

/* The first two are the function itself, and who called it. */
static void walk_from(const struct sw_heap_at *at, uint64_t *callers)
{
    struct sw_unwind_frame frames[SW_SHARED_CALLERS + 2];
    struct sw_unwind_stack stack;
    struct sw_unwind_walk w = {
        .stacks = &stack, .n_stacks = 1, .frames = frames, .most = SW_SHARED_CALLERS + 2};
    const struct sw_unwind_registers registers = {
        .pc = at->pc, .sp = at->sp, .fp = at->fp, .link = at->link, .base = at->base};
    if (!find_stack(at->sp, &stack))
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

static bool walk(void)
{
    struct sw_sampled_at at = {.registers = sw_unwind_here(), .n_stacks = 1};
    struct sw_stack stack;
    if (!sw_stack_find(at.registers.sp, &stack))
        return false;
    at.stacks[0] = (struct sw_unwind_stack){at.registers.sp, stack.low + stack.size};
    sw_path_walk(walker, &at);
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
        bool is_here = f->address - sp < NEAR;
        if (f->is_looked_for || !f->address)
            continue;
        sw_shared_met |= !is_here; /* another one's, or on no stack at all */
        if (!is_here || (!has_walked && !walk()))
            continue;
        has_walked = f->is_looked_for = true;
        place(f);
    }
}
