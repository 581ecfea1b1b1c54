/*
 * Exclusion. Whether a call has to wait is known beforehand: of locks by trying, of criticals by a
 * mark that whoever is inside leaves there. A mark is wrong at times, between two threads in a moment; then a
 * wait is taken for none, or the other way round. Nothing else depends on it.
 */
#include "front/sample/gomp/piece.h"

/* Each in a cache line of its own. */
#define MARKS 256
static struct {
    _Alignas(64) _Atomic bool is_inside;
} marks[MARKS];

/* The locks of the runtime that have no address in the program: theirs stand for them. */
static uint64_t critical, atomic, ordered;

static _Atomic bool *mark_of(const void *lock)
{
    uint64_t address = (uint64_t)(uintptr_t)lock;
    return &marks[(address >> 3 ^ address >> 11) % MARKS].is_inside;
}

static uint64_t id(const void *lock)
{
    return (uint64_t)(uintptr_t)lock;
}

/* Takes what can only be waited for. */
#define TAKE(gomp, lock, call)                                                 \
    do {                                                                       \
        struct sw_worker *worker = sw_gomp_worker(gomp);                       \
        _Atomic bool *mark = mark_of(lock);                                    \
        if (!worker) {                                                         \
            call;                                                              \
        } else if (atomic_load_explicit(mark, memory_order_relaxed)) {         \
            struct sw_wait wait = sw_wait_begin(worker, id(lock));             \
            call;                                                              \
            sw_wait_end(worker, &wait);                                        \
        } else {                                                               \
            enum sw_doing before = sw_worker_do(worker, SW_DOING_SYNCHRONIZE); \
            call;                                                              \
            sw_worker_do(worker, before);                                      \
        }                                                                      \
        atomic_store_explicit(mark, true, memory_order_relaxed);               \
    } while (0)

#define RELEASE(gomp, lock, call)                                              \
    do {                                                                       \
        struct sw_worker *worker = sw_gomp_worker(gomp);                       \
        atomic_store_explicit(mark_of(lock), false, memory_order_relaxed);     \
        if (!worker) {                                                         \
            call;                                                              \
        } else {                                                               \
            sw_lock_released(worker, id(lock));                                \
            enum sw_doing before = sw_worker_do(worker, SW_DOING_SYNCHRONIZE); \
            call;                                                              \
            sw_worker_do(worker, before);                                      \
        }                                                                      \
    } while (0)

#define EXCLUSION(name, lock)                                         \
    SW_GOMP void GOMP_##name##_start(void)                            \
    {                                                                 \
        const struct sw_gomp *gomp = SW_GOMP_MINE;                    \
        TAKE(gomp, lock, SW_GOMP_REAL(gomp, GOMP_##name##_start)());  \
    }                                                                 \
    SW_GOMP void GOMP_##name##_end(void)                              \
    {                                                                 \
        const struct sw_gomp *gomp = SW_GOMP_MINE;                    \
        RELEASE(gomp, lock, SW_GOMP_REAL(gomp, GOMP_##name##_end)()); \
    }
EXCLUSION(critical, &critical)
EXCLUSION(atomic, &atomic)

SW_GOMP void GOMP_critical_name_start(void **name)
{
    const struct sw_gomp *gomp = SW_GOMP_MINE;
    TAKE(gomp, name, SW_GOMP_REAL(gomp, GOMP_critical_name_start)(name));
}

SW_GOMP void GOMP_critical_name_end(void **name)
{
    const struct sw_gomp *gomp = SW_GOMP_MINE;
    RELEASE(gomp, name, SW_GOMP_REAL(gomp, GOMP_critical_name_end)(name));
}

/* One waits for one's turn, which may be long after the last one has left: a wait, always. */
SW_GOMP void GOMP_ordered_start(void)
{
    const struct sw_gomp *gomp = SW_GOMP_MINE;
    struct sw_worker *worker = sw_gomp_worker(gomp);
    struct sw_wait wait;
    if (worker)
        wait = sw_wait_begin(worker, id(&ordered));
    SW_GOMP_REAL(gomp, GOMP_ordered_start)();
    if (worker)
        sw_wait_end(worker, &wait);
}

SW_GOMP void GOMP_ordered_end(void)
{
    const struct sw_gomp *gomp = SW_GOMP_MINE;
    RELEASE(gomp, &ordered, SW_GOMP_REAL(gomp, GOMP_ordered_end)());
}

/* Of nested ones an inner release is none. libgomp has a lock's depth in its second word. */
static bool is_inner(const void *lock)
{
    return ((const int *)lock)[1] > 1;
}

#define LOCK(set, test, unset, inner)                                      \
    SW_GOMP void set(void *lock)                                           \
    {                                                                      \
        const struct sw_gomp *gomp = SW_GOMP_MINE;                         \
        struct sw_worker *worker = sw_gomp_worker(gomp);                   \
        if (!worker) {                                                     \
            SW_GOMP_REAL(gomp, set)(lock);                                 \
            return;                                                        \
        }                                                                  \
        enum sw_doing before = sw_worker_do(worker, SW_DOING_SYNCHRONIZE); \
        if (!SW_GOMP_REAL(gomp, test)(lock)) {                             \
            struct sw_wait wait = sw_wait_begin(worker, id(lock));         \
            SW_GOMP_REAL(gomp, set)(lock);                                 \
            sw_wait_end(worker, &wait);                                    \
        }                                                                  \
        sw_worker_do(worker, before);                                      \
    }                                                                      \
    SW_GOMP void unset(void *lock)                                         \
    {                                                                      \
        const struct sw_gomp *gomp = SW_GOMP_MINE;                         \
        struct sw_worker *worker = sw_gomp_worker(gomp);                   \
        if (!worker) {                                                     \
            SW_GOMP_REAL(gomp, unset)(lock);                               \
            return;                                                        \
        }                                                                  \
        if (!(inner))                                                      \
            sw_lock_released(worker, id(lock));                            \
        enum sw_doing before = sw_worker_do(worker, SW_DOING_SYNCHRONIZE); \
        SW_GOMP_REAL(gomp, unset)(lock);                                   \
        sw_worker_do(worker, before);                                      \
    }
LOCK(omp_set_lock, omp_test_lock, omp_unset_lock, false)
LOCK(omp_set_lock_, omp_test_lock_, omp_unset_lock_, false)
LOCK(omp_set_nest_lock, omp_test_nest_lock, omp_unset_nest_lock, is_inner(lock))
/* Fortran's nested lock is the address of one, where a word is too small for it. */
LOCK(omp_set_nest_lock_, omp_test_nest_lock_, omp_unset_nest_lock_, is_inner(*(void **)lock))
