#include "target/core/framed.h"
#include "target/process/stack_find.h"
#include "target/sampler/path.h"
#include "target/translate/shared.h"

#define NEAR (8ull << 20) /* above the stack pointer: what is further away is not on this stack */

static struct sw_path_walker *walker;

void sw_framed_init(struct sw_live *live)
{
    if ((walker = sw_arena_take(&live->arena, sizeof *walker)))
        sw_path_walker_init(walker, live);
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
