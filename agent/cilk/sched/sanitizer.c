/*
 * Tells AddressSanitizer and ThreadSanitizer about stack switches and the order of strands, if
 * the program is built with one of them.
 */
#include "agent/cilk/sched/sanitizer.h"
#include "agent/cilk/sched/worker.h"

#define WEAK __attribute__((weak))

WEAK void __sanitizer_start_switch_fiber(void **fake_save, const void *low, size_t bytes);
WEAK void __sanitizer_finish_switch_fiber(void *fake, const void **low, size_t *bytes);
WEAK void __asan_unpoison_memory_region(const volatile void *low, size_t bytes);
WEAK void __lsan_register_root_region(const void *low, size_t bytes);
WEAK void *__tsan_get_current_fiber(void);
WEAK void *__tsan_create_fiber(unsigned flags);
WEAK void __tsan_switch_to_fiber(void *fiber, unsigned flags);
WEAK void __tsan_acquire(void *what);
WEAK void __tsan_release(void *what);

/* Both steps at once: nothing that is instrumented runs between them. */
SW_SCHED static void switch_addresses(struct sw_sanitizer_stack *from,
                                      struct sw_sanitizer_stack *to)
{
    __sanitizer_start_switch_fiber(&from->fake, to->low, to->bytes);
    __sanitizer_finish_switch_fiber(to->fake, &from->low, &from->bytes);
}

SW_SCHED static void switch_threads(struct sw_sanitizer_stack *from, struct sw_sanitizer_stack *to)
{
    if (!from->fiber)
        from->fiber = __tsan_get_current_fiber();
    if (!to->fiber)
        to->fiber = __tsan_create_fiber(0);
    __tsan_switch_to_fiber(to->fiber, 0); /* in order: the thread's own variables are on both */
}

SW_SCHED void sw_sanitizer_switch(struct sw_sanitizer_stack *from, struct sw_sanitizer_stack *to)
{
    if (__sanitizer_start_switch_fiber)
        switch_addresses(from, to);
    if (__tsan_switch_to_fiber)
        switch_threads(from, to);
}

SW_SCHED void sw_sanitizer_forget(uint64_t low, uint64_t high)
{
    if (__asan_unpoison_memory_region && low < high)
        __asan_unpoison_memory_region((void *)low, high - low);
}

SW_SCHED void sw_sanitizer_before(void *what)
{
    if (__tsan_release)
        __tsan_release(what);
}

SW_SCHED void sw_sanitizer_after(void *what)
{
    if (__tsan_acquire)
        __tsan_acquire(what);
}

void sw_sanitizer_reachable(const void *low, size_t bytes)
{
    if (__lsan_register_root_region)
        __lsan_register_root_region(low, bytes);
}

bool sw_sanitizer_moves_variables(void)
{
    return __sanitizer_start_switch_fiber != NULL;
}
