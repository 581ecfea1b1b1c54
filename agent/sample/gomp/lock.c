/* Exclusion. Whether a call has to wait is known beforehand: of locks by trying, of the rest by marks. */
#include "agent/sample/gomp/piece.h"
#include "agent/sample/mark.h"

/* The locks of the runtime that have no address in the program: theirs stand for them. */
static uint64_t critical, atomic, ordered;

#define EXCLUDES(name, n, lock, does)                                                     \
    SW_GOMP long name(SW_WORDS_##n)                                                       \
    {                                                                                     \
        const struct sw_real *gomp = SW_GOMP_MINE;                                        \
        return does(sw_gomp_worker(gomp), lock, SW_GOMP_REAL(gomp, name)(SW_HANDED_##n)); \
    }
#define TAKES(version, name, n, lock)    EXCLUDES(name, n, lock, SW_MARK_TAKING)
#define RELEASES(version, name, n, lock) EXCLUDES(name, n, lock, SW_MARK_RELEASING)
SW_GOMP_TAKES(TAKES)
SW_GOMP_RELEASES(RELEASES)
/* One waits for one's turn, which may be long after the last one has left: a wait, always. */
EXCLUDES(GOMP_ordered_start, 0, &ordered, SW_MARK_WAITING)

/* Of nested ones an inner release is none. libgomp has a lock's depth in its second word. */
static bool is_inner(const void *lock)
{
    return ((const int *)lock)[1] > 1;
}

#define LOCK(kind, inner)                                                         \
    SW_GOMP long omp_set_##kind(long a)                                           \
    {                                                                             \
        const struct sw_real *gomp = SW_GOMP_MINE;                                \
        const void *lock = (const void *)a;                                       \
        SW_GOMP_DOES(gomp, SW_DOING_SYNCHRONIZE);                                 \
        struct sw_worker *worker = sw_gomp_doing_now.worker;                      \
        if (!worker || !(int)SW_GOMP_REAL(gomp, omp_test_##kind)(a))              \
            SW_MARK_WAITING(worker, lock, SW_GOMP_REAL(gomp, omp_set_##kind)(a)); \
        if (worker && !(inner))                                                   \
            sw_lock_had(worker, sw_lock_id(lock));                                \
        return 0;                                                                 \
    }                                                                             \
    SW_GOMP long omp_test_##kind(long a)                                          \
    {                                                                             \
        const struct sw_real *gomp = SW_GOMP_MINE;                                \
        SW_GOMP_DOES(gomp, SW_DOING_SYNCHRONIZE);                                 \
        return SW_GOMP_REAL(gomp, omp_test_##kind)(a);                            \
    }                                                                             \
    SW_GOMP long omp_unset_##kind(long a)                                         \
    {                                                                             \
        const struct sw_real *gomp = SW_GOMP_MINE;                                \
        const void *lock = (const void *)a;                                       \
        SW_GOMP_DOES(gomp, SW_DOING_SYNCHRONIZE);                                 \
        if (sw_gomp_doing_now.worker && !(inner))                                 \
            sw_mark_blame(sw_gomp_doing_now.worker, lock);                        \
        return SW_GOMP_REAL(gomp, omp_unset_##kind)(a);                           \
    }
LOCK(lock, false)
LOCK(lock_, false)
LOCK(nest_lock, is_inner(lock))
/* Fortran's nested lock is the address of one: a word is too small for it. */
LOCK(nest_lock_, is_inner(*(void *const *)lock))
