/* What several hooks need. */
#pragma once

#include "agent/core/libc.h"
#include "agent/threads/simulator.h"

#define SW_CALLER __builtin_return_address(0)

/* A hook of what allocators wait by. */
static inline struct sw_vthread *sw_hook_begin_for(const void *caller)
{
    return sw_watch_is_allocator(caller) ? NULL : sw_hook_begin();
}

/* False: libc is to say what is wrong with it. */
static inline bool sw_is_limit(struct sw_limit limit)
{
    return !limit.until || sw_is_time(limit.until);
}

/* The virtual time of a real one. */
static inline uint64_t sw_deadline(struct sw_limit limit)
{
    struct timespec now;
    if (!limit.until)
        return UINT64_MAX;
    clock_gettime(limit.clock, &now);
    int64_t left =
        (limit.until->tv_sec - now.tv_sec) * 1000000000 + (limit.until->tv_nsec - now.tv_nsec);
    return sw_sim.cores->now + (left > 0 ? sw_live_to_ticks(sw_sim.live, (uint64_t)left) : 0);
}

/* The real time of a virtual one, for what only libc can wait for. */
static inline struct timespec sw_until(uint64_t deadline)
{
    struct timespec t;
    uint64_t now = sw_sim.cores->now, left = deadline > now ? deadline - now : 0;
    clock_gettime(CLOCK_REALTIME, &t);
    uint64_t ns = sw_live_to_ns(sw_sim.live, left) + (uint64_t)t.tv_nsec;
    return (struct timespec){t.tv_sec + (time_t)(ns / 1000000000), (long)(ns % 1000000000)};
}

/* A call of libc's that waits outside, in a hook: what it returns, and its errno. */
#define SW_AWAY(t, call)              \
    __extension__({                   \
        sw_hook_away(t);              \
        __typeof__(call) r_ = (call); \
        int error_ = errno;           \
        sw_hook_back(t);              \
        errno = error_;               \
        r_;                           \
    })

/* Ends a hook that is a point of cancellation. */
static inline void sw_hook_end_cancelled(struct sw_vthread *t)
{
    bool is_cancelled = sw_is_cancelled(t);
    t->is_cancelled &= !is_cancelled; /* it may wait again on its way out */
    sw_hook_end(t);
    if (is_cancelled)
        pthread_testcancel();
}

/* As libc's: 0, ETIMEDOUT, EDEADLK, ... The caller is in a hook. */
int sw_lock_take(struct sw_vthread *thread, enum sw_libc_lock kind, void *lock, uint64_t deadline,
                 const void *where);
int sw_lock_release(struct sw_vthread *thread, enum sw_libc_lock kind, void *lock);
