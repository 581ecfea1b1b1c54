/* A pool of stacks for stolen continuations. */
#include "agent/cilk/sched/fiber.h"
#include "base/reserve.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

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
