/* The owner's pushes and pops: the very text that `spanwise cc` puts in front of a program. */
#include "tests/sched/machine.h"

#include "abi/cilk.h"

#define __atomic_load_n(at, order) ((__typeof__(*(at)))machine_load((at), sizeof *(at), (order)))
#define __atomic_store_n(at, value, order) \
    machine_store((at), sizeof *(at), (uint64_t)(value), (order))
#define __atomic_thread_fence(order) machine_fence(order)

__asm__(".set " SW_FILTERED ", 1"); /* as the assembly filter does */
#include "deque-text.h"

void machine_owner_push(struct sw_frame *frame)
{
    __spanwise_push((struct __spanwise_frame *)frame);
}

void machine_owner_popped(struct sw_frame *frame)
{
    __spanwise_popped((struct __spanwise_frame *)frame);
}
