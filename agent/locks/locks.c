/*
 * Each does what libc's does and tells of it: of a lock that was taken when that is done, of one that is released before. So
 * what libc's functions take is outside the hold.
 */
#include "agent/core/libc.h"
#include "agent/locks/hooks.h"
#include "agent/process/own_code.h"

#include <stdatomic.h>

static void exercise(unsigned times, bool told);

struct sw_lock_teller spanwise_locks = {.exercise = exercise};

static void __attribute__((constructor(101))) start(void)
{
    spanwise_locks.code = sw_own_code();
}

static const struct sw_lock_hooks *hooks(void)
{
    return atomic_load_explicit(&spanwise_locks.hooks, memory_order_acquire);
}

static inline int taken(const void *lock, int result, enum sw_lock_how how, const void *from)
{
    const struct sw_lock_hooks *h = hooks();
    if (h && sw_is_taken(result))
        h->taken(lock, how, from, __builtin_frame_address(0));
    return result;
}

static inline enum sw_lock_how how_of(enum sw_libc_lock kind, const void *lock)
{
    const pthread_mutex_t *mutex = lock;
    bool recursive = sw_is_mutex(kind) && sw_mutex_type(lock) == PTHREAD_MUTEX_RECURSIVE;
    return kind == SW_LIBC_READER                   ? SW_LOCK_SHARED
           : recursive && mutex->__data.__count > 1 ? SW_LOCK_AGAIN
                                                    : SW_LOCK_ALONE;
}

static inline void releases(const void *lock, const void *from)
{
    const struct sw_lock_hooks *h = hooks();
    if (h)
        h->releases(lock, from, __builtin_frame_address(0));
}

static inline void made(const void *lock, const void *from)
{
    const struct sw_lock_hooks *h = hooks();
    if (h)
        h->made(lock, from);
}

#define HERE __builtin_return_address(0)

#define TAKES(type, name, parameters, arguments, kind, ...)                               \
    SW_REPLACES type name parameters                                                      \
    {                                                                                     \
        int result = sw_libc()->name arguments;                                           \
        return taken((const void *)lock, result, how_of(kind, (const void *)lock), HERE); \
    }
SW_LIBC_TAKES(TAKES)
SW_LIBC_TRIES(TAKES)

#define RELEASES(type, name, parameters, arguments, kind) \
    SW_REPLACES type name parameters                      \
    {                                                     \
        releases((const void *)lock, HERE);               \
        return sw_libc()->name arguments;                 \
    }
SW_LIBC_RELEASES(RELEASES)

/* Who waits does so without the lock, and has it again whatever the result is. */
#define WAITS(type, name, parameters, arguments, kind, ...) \
    SW_REPLACES type name parameters                        \
    {                                                       \
        releases(lock, HERE);                               \
        int result = sw_libc()->name arguments;             \
        taken(lock, 0, how_of(kind, lock), HERE);           \
        return result;                                      \
    }
SW_LIBC_CONDITION_WAITS(WAITS)

#define MAKES(type, name, parameters, arguments) \
    SW_REPLACES type name parameters             \
    {                                            \
        made((const void *)lock, HERE);          \
        return sw_libc()->name arguments;        \
    }
SW_LIBC_MAKERS(MAKES)
SW_LIBC_DESTROYERS(MAKES)

SW_REPLACES void mtx_destroy(mtx_t *lock)
{
    made(lock, HERE);
    sw_libc()->mtx_destroy(lock);
}

/* --- what telling costs --- */

/* As long as ordinary code takes between two calls, each step waiting for the one before. */
static void compute(volatile uint64_t *x)
{
    uint64_t y = *x;
    for (int i = 0; i < 8; i++)
        y = y * 6364136223846793005u + 1442695040888963407u;
    *x = y;
}

static void exercise(unsigned times, bool told)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static volatile uint64_t x;
    for (unsigned i = 0; i < times; i++) {
        (told ? pthread_mutex_lock : sw_libc()->pthread_mutex_lock)(&lock);
        compute(&x);
        (told ? pthread_mutex_unlock : sw_libc()->pthread_mutex_unlock)(&lock);
        compute(&x);
    }
}
