/* Exclusion. Whether a call has to wait is known beforehand: of locks by trying, of the rest by marks. */
#include "agent/sample/gomp/piece.h"
#include "agent/sample/mark.h"

/* The locks of the runtime that have no address in the program: theirs stand for them. */
static uint64_t critical, atomic, ordered;

#define TAKE(lock, name, arguments)                   \
    const struct sw_real *gomp = SW_GOMP_MINE;        \
    struct sw_worker *worker = sw_gomp_worker(gomp);  \
    struct sw_wait wait = sw_mark_take(worker, lock); \
    SW_GOMP_REAL(gomp, name) arguments;               \
    sw_mark_taken(worker, lock, &wait)
#define RELEASE(lock, name, arguments)                    \
    const struct sw_real *gomp = SW_GOMP_MINE;            \
    struct sw_worker *worker = sw_gomp_worker(gomp);      \
    enum sw_doing before = sw_mark_release(worker, lock); \
    SW_GOMP_REAL(gomp, name) arguments;                   \
    sw_mark_released(worker, before)

SW_GOMP void GOMP_critical_start(void)
{
    TAKE(&critical, GOMP_critical_start, ());
}

SW_GOMP void GOMP_critical_end(void)
{
    RELEASE(&critical, GOMP_critical_end, ());
}

SW_GOMP void GOMP_critical_name_start(void **name)
{
    TAKE(name, GOMP_critical_name_start, (name));
}

SW_GOMP void GOMP_critical_name_end(void **name)
{
    RELEASE(name, GOMP_critical_name_end, (name));
}

SW_GOMP void GOMP_atomic_start(void)
{
    TAKE(&atomic, GOMP_atomic_start, ());
}

SW_GOMP void GOMP_atomic_end(void)
{
    RELEASE(&atomic, GOMP_atomic_end, ());
}

/* One waits for one's turn, which may be long after the last one has left: a wait, always. */
SW_GOMP void GOMP_ordered_start(void)
{
    const struct sw_real *gomp = SW_GOMP_MINE;
    struct sw_worker *worker = sw_gomp_worker(gomp);
    struct sw_wait wait;
    if (worker)
        wait = sw_mark_wait_begin(worker, &ordered);
    SW_GOMP_REAL(gomp, GOMP_ordered_start)();
    if (worker)
        sw_mark_wait_end(worker, &ordered, &wait);
}

SW_GOMP void GOMP_ordered_end(void)
{
    RELEASE(&ordered, GOMP_ordered_end, ());
}

/* Of nested ones an inner release is none. libgomp has a lock's depth in its second word. */
static bool is_inner(const void *lock)
{
    return ((const int *)lock)[1] > 1;
}

#define LOCK(set, test, unset, inner)                               \
    SW_GOMP void set(void *lock)                                    \
    {                                                               \
        const struct sw_real *gomp = SW_GOMP_MINE;                  \
        SW_GOMP_DOES(gomp, SW_DOING_SYNCHRONIZE);                   \
        struct sw_worker *worker = sw_gomp_doing_now.worker;        \
        if (!worker) {                                              \
            SW_GOMP_REAL(gomp, set)(lock);                          \
        } else if (!SW_GOMP_REAL(gomp, test)(lock)) {               \
            struct sw_wait wait = sw_mark_wait_begin(worker, lock); \
            SW_GOMP_REAL(gomp, set)(lock);                          \
            sw_mark_wait_end(worker, lock, &wait);                  \
        }                                                           \
        if (worker && !(inner))                                     \
            sw_lock_had(worker, sw_lock_id(lock));                  \
    }                                                               \
    SW_GOMP void unset(void *lock)                                  \
    {                                                               \
        const struct sw_real *gomp = SW_GOMP_MINE;                  \
        SW_GOMP_DOES(gomp, SW_DOING_SYNCHRONIZE);                   \
        if (sw_gomp_doing_now.worker && !(inner))                   \
            sw_mark_blame(sw_gomp_doing_now.worker, lock);          \
        SW_GOMP_REAL(gomp, unset)(lock);                            \
    }
LOCK(omp_set_lock, omp_test_lock, omp_unset_lock, false)
LOCK(omp_set_lock_, omp_test_lock_, omp_unset_lock_, false)
LOCK(omp_set_nest_lock, omp_test_nest_lock, omp_unset_nest_lock, is_inner(lock))
/* Fortran's nested lock is the address of one: a word is too small for it. */
LOCK(omp_set_nest_lock_, omp_test_nest_lock_, omp_unset_nest_lock_, is_inner(*(void **)lock))
