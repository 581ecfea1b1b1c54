/* The table of the Cilk scheduler's stacks. */
#include "agent/sample/cilk/stacks.h"

#include <stdatomic.h>

#define MOST 4096 /* what is on others is cut, which is counted */

static struct sw_unwind_stack stacks[MOST];
static _Atomic uint32_t n_stacks;
static atomic_flag adding = ATOMIC_FLAG_INIT;

bool sw_cilk_stacks_find(uint64_t address, struct sw_unwind_stack *stack)
{
    uint32_t n = atomic_load_explicit(&n_stacks, memory_order_acquire);
    for (uint32_t i = 0; i < n; i++)
        if (address >= stacks[i].low && address < stacks[i].high) {
            *stack = stacks[i];
            return true;
        }
    return false;
}

void sw_cilk_stacks_add(uint64_t low, uint64_t high)
{
    struct sw_unwind_stack known;
    if (sw_cilk_stacks_find(low, &known))
        return;
    while (atomic_flag_test_and_set_explicit(&adding, memory_order_acquire))
        ;
    uint32_t n = atomic_load_explicit(&n_stacks, memory_order_relaxed);
    if (n < MOST) {
        stacks[n] = (struct sw_unwind_stack){low, high};
        atomic_store_explicit(&n_stacks, n + 1, memory_order_release);
    }
    atomic_flag_clear_explicit(&adding, memory_order_release);
}
