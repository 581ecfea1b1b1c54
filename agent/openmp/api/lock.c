/* The program's own locks. A lock's first 4 bytes hold a number, in all that compilers have for one: 4
 * bytes, 16 for nested ones, pointers in Fortran and with libomp. One that is all zero works as well. */
#include "agent/openmp/core/lock.h"
#include "agent/openmp/api/api.h"
#include "agent/openmp/simulator/record.h"

static void init(uint32_t *lock)
{
    if (!(*lock = sw_omp_lock_new()))
        sw_omp_die("not enough memory for a lock");
}

static struct sw_omp_lock *lock_of(uint32_t *number)
{
    if (!*number)
        init(number);
    struct sw_omp_lock *lock = sw_omp_lock_by_number(*number);
    lock->word = number;
    return lock;
}

static void set(uint32_t *lock, const void *address)
{
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_lock_take(t, lock_of(lock), sw_omp_construct(t, SW_OMP_LOCK, address));
    sw_omp_leave(t);
}

static void unset(uint32_t *lock)
{
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_lock_release(t, lock_of(lock));
    sw_omp_leave(t);
}

static int test(uint32_t *lock, const void *address)
{
    struct sw_omp_thread *t = sw_omp_enter();
    bool taken = sw_omp_lock_try(t, lock_of(lock), sw_omp_construct(t, SW_OMP_LOCK, address));
    sw_omp_leave(t);
    return taken;
}

static void destroy(uint32_t *lock)
{
    if (*lock)
        sw_omp_lock_delete(*lock);
    *lock = 0;
}

/* Nested ones belong to a task. */
static int take_nested(struct sw_omp_thread *t, struct sw_omp_lock *lock, bool wait,
                       const void *address)
{
    uint32_t construct = sw_omp_construct(t, SW_OMP_LOCK, address);
    if (!lock->depth || lock->owner != t->task) {
        if (wait)
            sw_omp_lock_take(t, lock, construct);
        else if (!sw_omp_lock_try(t, lock, construct))
            return 0;
        lock->owner = t->task;
        lock->depth = 0;
    }
    return (int)++lock->depth;
}

static int set_nested(uint32_t *number, bool wait, const void *address)
{
    struct sw_omp_thread *t = sw_omp_enter();
    int depth = take_nested(t, lock_of(number), wait, address);
    sw_omp_leave(t);
    return depth;
}

static void unset_nested(uint32_t *number)
{
    struct sw_omp_thread *t = sw_omp_enter();
    struct sw_omp_lock *lock = lock_of(number);
    if (!--lock->depth) {
        lock->owner = NULL;
        sw_omp_lock_release(t, lock);
    }
    sw_omp_leave(t);
}

/* C and Fortran alike. */
#define LOCKS(suffix)                                                            \
    SW_API void omp_init_lock##suffix(uint32_t *lock)                            \
    {                                                                            \
        init(lock);                                                              \
    }                                                                            \
    SW_API void omp_init_lock_with_hint##suffix(uint32_t *lock, void *hint)      \
    {                                                                            \
        (void)hint;                                                              \
        init(lock);                                                              \
    }                                                                            \
    SW_API void omp_destroy_lock##suffix(uint32_t *lock)                         \
    {                                                                            \
        destroy(lock);                                                           \
    }                                                                            \
    SW_API void omp_set_lock##suffix(uint32_t *lock)                             \
    {                                                                            \
        set(lock, HERE);                                                         \
    }                                                                            \
    SW_API void omp_unset_lock##suffix(uint32_t *lock)                           \
    {                                                                            \
        unset(lock);                                                             \
    }                                                                            \
    SW_API int omp_test_lock##suffix(uint32_t *lock)                             \
    {                                                                            \
        return test(lock, HERE);                                                 \
    }                                                                            \
    SW_API void omp_init_nest_lock##suffix(uint32_t *lock)                       \
    {                                                                            \
        init(lock);                                                              \
    }                                                                            \
    SW_API void omp_init_nest_lock_with_hint##suffix(uint32_t *lock, void *hint) \
    {                                                                            \
        (void)hint;                                                              \
        init(lock);                                                              \
    }                                                                            \
    SW_API void omp_destroy_nest_lock##suffix(uint32_t *lock)                    \
    {                                                                            \
        destroy(lock);                                                           \
    }                                                                            \
    SW_API void omp_set_nest_lock##suffix(uint32_t *lock)                        \
    {                                                                            \
        set_nested(lock, true, HERE);                                            \
    }                                                                            \
    SW_API void omp_unset_nest_lock##suffix(uint32_t *lock)                      \
    {                                                                            \
        unset_nested(lock);                                                      \
    }                                                                            \
    SW_API int omp_test_nest_lock##suffix(uint32_t *lock)                        \
    {                                                                            \
        return set_nested(lock, false, HERE);                                    \
    }

LOCKS()
LOCKS(_)
