/*
 * Keeps track of the stacks on which OpenCilk's hooks are called, so that frame pointers can be
 * followed safely.
 */
#include "agent/opencilk/stack.h"
#include "agent/core/thread.h"
#include "agent/opencilk/start.h"
#include "agent/process/stack_find.h"
#include "agent/translate/shared.h"

#define GROWTH (1u << 20) /* the kernel keeps so much below a stack free */

static void use_stack(struct sw_thread *t, uint64_t number)
{
    t->opencilk.stack = number;
    t->stack_low = t->opencilk.stacks[number].low;
    t->stack_size = t->opencilk.stacks[number].size;
    t->opencilk.frames_end = t->stack_low + t->stack_size - 15; /* a frame record has 16 bytes */
    if (sw_opencilk_fiber && *sw_opencilk_fiber)
        sw_shared_spare((uint64_t)*sw_opencilk_fiber, SW_FIBER_HEADER);
}

static bool is_in(const struct sw_stack *stack, uint64_t address)
{
    return address - stack->low < stack->size;
}

/* A mapping that ends where a known stack ends is that stack, which has grown. */
static void add_stack(struct sw_thread *t, struct sw_stack found)
{
    uint64_t i = 0;
    while (i < t->opencilk.n_stacks &&
           t->opencilk.stacks[i].low + t->opencilk.stacks[i].size != found.low + found.size)
        i++;
    if (i < t->opencilk.n_stacks && found.low < t->opencilk.stacks[i].low) {
        found.low -= GROWTH;
        found.size += GROWTH;
    }
    if (i == SW_STACKS_MAX)
        i = SW_STACKS_MAX - 1;
    else if (i == t->opencilk.n_stacks)
        t->opencilk.n_stacks++;
    t->opencilk.stacks[i] = found;
    use_stack(t, i);
}

/* The stack that sp is on. Without /proc all is one stack, and frame pointers are not followed. */
void sw_stack_use(struct sw_thread *t, uint64_t sp)
{
    struct sw_stack found;
    for (uint64_t i = 0; i < t->opencilk.n_stacks; i++)
        if (is_in(&t->opencilk.stacks[i], sp)) {
            use_stack(t, i);
            return;
        }
    if (sw_stack_find(sp, &found)) {
        add_stack(t, found);
        return;
    }
    t->opencilk.stack = 0;
    t->stack_low = 0;
    t->stack_size = UINT64_MAX;
    t->opencilk.frames_end = 0;
}

bool sw_stack_known(const struct sw_thread *t, uint64_t address)
{
    for (uint64_t i = 0; i < t->opencilk.n_stacks; i++)
        if (is_in(&t->opencilk.stacks[i], address) && is_in(&t->opencilk.stacks[i], address + 15))
            return true;
    return false;
}
