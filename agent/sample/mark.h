/*
 * Whether somebody is inside what can only be waited for: whoever takes it leaves a mark. A mark is wrong
 * at times, between two threads in a moment; then a wait is taken for none, or the other way round. Nothing
 * else depends on it.
 */
#pragma once

#include "agent/sample/reporter.h"

#define SW_MARKS 256

/* By a hash of the address. Each in a cache line of its own. */
extern struct sw_mark {
    _Alignas(64) _Atomic bool is_inside;
    _Atomic uint32_t waiting; /* threads */
} sw_marks[SW_MARKS];

static inline struct sw_mark *sw_mark_of(const void *lock)
{
    uint64_t address = (uint64_t)(uintptr_t)lock;
    return &sw_marks[(address >> 3 ^ address >> 11) % SW_MARKS];
}

static inline uint64_t sw_lock_id(const void *lock)
{
    return (uint64_t)(uintptr_t)lock;
}

/* The calling thread waits for it, and has it. */
static inline struct sw_wait sw_mark_wait_begin(struct sw_worker *worker, const void *lock)
{
    atomic_fetch_add_explicit(&sw_mark_of(lock)->waiting, 1, memory_order_relaxed);
    return sw_wait_begin(worker, SW_WAIT_LOCK, sw_lock_id(lock));
}
static inline void sw_mark_wait_end(struct sw_worker *worker, const void *lock,
                                    struct sw_wait *wait)
{
    sw_wait_end(worker, wait);
    atomic_fetch_sub_explicit(&sw_mark_of(lock)->waiting, 1, memory_order_relaxed);
}

/* ... is about to release it. */
static inline void sw_mark_blame(struct sw_worker *worker, const void *lock)
{
    if (atomic_load_explicit(&sw_mark_of(lock)->waiting, memory_order_relaxed))
        sw_lock_released(worker, sw_lock_id(lock));
    else
        sw_lock_left(worker, sw_lock_id(lock));
}

/* ... is about to take it, and has it, whether it had to wait or not. */
static inline struct sw_wait sw_mark_take(struct sw_worker *worker, const void *lock)
{
    if (!worker)
        return (struct sw_wait){.before = SW_DOING_WORK};
    if (atomic_load_explicit(&sw_mark_of(lock)->is_inside, memory_order_relaxed))
        return sw_mark_wait_begin(worker, lock);
    return (struct sw_wait){.before = sw_worker_do(worker, SW_DOING_SYNCHRONIZE)};
}
static inline void sw_mark_taken(struct sw_worker *worker, const void *lock, struct sw_wait *wait)
{
    if (!worker)
        return;
    if (wait->lock)
        sw_mark_wait_end(worker, lock, wait);
    else
        sw_worker_do(worker, wait->before);
    sw_lock_had(worker, sw_lock_id(lock));
    atomic_store_explicit(&sw_mark_of(lock)->is_inside, true, memory_order_relaxed);
}

/* ... is about to release it, and has; the first returns what the second needs. */
static inline enum sw_doing sw_mark_release(struct sw_worker *worker, const void *lock)
{
    if (!worker)
        return SW_DOING_WORK;
    atomic_store_explicit(&sw_mark_of(lock)->is_inside, false, memory_order_relaxed);
    sw_mark_blame(worker, lock);
    return sw_worker_do(worker, SW_DOING_SYNCHRONIZE);
}
static inline void sw_mark_released(struct sw_worker *worker, enum sw_doing before)
{
    if (worker)
        sw_worker_do(worker, before);
}

/* The result of a call that takes it, or releases it; or that waits for it, unless nobody is told (NULL). */
#define SW_MARK_TAKING(by, lock, call)                   \
    ({                                                   \
        struct sw_worker *w_ = (by);                     \
        struct sw_wait wait_ = sw_mark_take(w_, (lock)); \
        __typeof__(call) result_ = (call);               \
        sw_mark_taken(w_, (lock), &wait_);               \
        result_;                                         \
    })
#define SW_MARK_RELEASING(by, lock, call)                    \
    ({                                                       \
        struct sw_worker *w_ = (by);                         \
        enum sw_doing before_ = sw_mark_release(w_, (lock)); \
        __typeof__(call) result_ = (call);                   \
        sw_mark_released(w_, before_);                       \
        result_;                                             \
    })
#define SW_MARK_WAITING(by, lock, call)             \
    ({                                              \
        struct sw_worker *w_ = (by);                \
        struct sw_wait wait_;                       \
        if (w_)                                     \
            wait_ = sw_mark_wait_begin(w_, (lock)); \
        __typeof__(call) result_ = (call);          \
        if (w_)                                     \
            sw_mark_wait_end(w_, (lock), &wait_);   \
        result_;                                    \
    })
