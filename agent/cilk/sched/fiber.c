/*
 * What goes along with a stolen continuation from one worker to another: a stack, what
 * sanitizers know of it, and the exceptions of C++ that are in flight.
 */
#include "agent/cilk/sched/fiber.h"
#include "agent/cilk/sched/worker.h"
#include "base/reserve.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

/* --- sanitizers --- */

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

/* Frames that were there are gone without a return. */
static SW_SCHED void sw_sanitizer_forget(uint64_t low, uint64_t high)
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

/* --- stacks, in a pool --- */

#define LEAST     (1ull << 20)
#define MOST      (256ull << 20)
/* Above the stack pointer: callers store arguments there, in room that they believe to have. */
#define ARGUMENTS (64ull << 10)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct sw_fiber *pool;
static uint64_t bytes; /* of a mapping */

static uint64_t stack_bytes(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) < 0)
        return LEAST;
    uint64_t size = limit.rlim_cur < LEAST ? LEAST : limit.rlim_cur > MOST ? MOST : limit.rlim_cur;
    return (size + ARGUMENTS + 0xffff) & ~0xffffull;
}

static struct sw_fiber *make(void)
{
    uint64_t guard = (uint64_t)sysconf(_SC_PAGESIZE);
    char *low = sw_reserve(guard, bytes, 0, false);
    if (!low)
        return NULL;
    uint64_t top = (uint64_t)low + bytes + guard - sizeof(struct sw_fiber);
    struct sw_fiber *f = (struct sw_fiber *)(top & ~63ull);
    *f = (struct sw_fiber){
        .start = (uint64_t)f - ARGUMENTS,
        .low = (uint64_t)low,
        .bytes = bytes + guard,
        .known = {.low = low + guard, .bytes = bytes},
    };
    return f;
}

struct sw_fiber *sw_fiber_take(void)
{
    pthread_mutex_lock(&lock);
    struct sw_fiber *f = pool;
    if (f)
        pool = f->next;
    if (!bytes)
        bytes = stack_bytes();
    pthread_mutex_unlock(&lock);
    return f ? f : make();
}

void sw_fiber_give(struct sw_fiber *fiber)
{
    sw_sanitizer_forget(fiber->left, fiber->start);
    pthread_mutex_lock(&lock);
    fiber->kept = false;
    fiber->next = pool;
    pool = fiber;
    pthread_mutex_unlock(&lock);
}

void sw_fiber_after_fork(void)
{
    lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
}

/* --- exceptions --- */

/* __cxa_exception, as far as it is used. */
struct sw_exception {
    void *type, *destroy, *unexpected, *terminate;
    struct sw_exception *next;
};

extern struct sw_caught *__cxa_get_globals(void) __attribute__((weak));

void sw_caught_take(struct sw_caught *caught)
{
    if (!__cxa_get_globals)
        return;
    struct sw_caught *here = __cxa_get_globals();
    *caught = *here;
    *here = (struct sw_caught){0};
}

void sw_caught_give(struct sw_caught above, struct sw_caught below)
{
    if (!above.newest)
        above.newest = below.newest;
    else if (below.newest) {
        struct sw_exception *oldest = above.newest;
        while (oldest->next)
            oldest = oldest->next;
        oldest->next = below.newest;
    }
    above.thrown += below.thrown;
    if (above.newest || above.thrown)
        *__cxa_get_globals() = above;
}
