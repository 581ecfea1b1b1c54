/* The program's own locks. A lock's first 4 bytes hold a number, in all that compilers have for one: 4
 * bytes, 16 for nested ones, pointers in Fortran and with libomp. One that is all zero works as well. */
#include "agent/openmp/api/api.h"

/* C and Fortran alike, nested ones and others. */

SW_API void omp_init_lock(uint32_t *lock)
{
    if (!(*lock = sw_omp_lock_new()))
        sw_omp_die("not enough memory for a lock");
}

static struct sw_omp_lock *lock_of(uint32_t *number)
{
    if (!*number)
        omp_init_lock(number);
    struct sw_omp_lock *lock = sw_omp_lock_by_number(*number);
    lock->word = number;
    return lock;
}

SW_API void omp_destroy_lock(uint32_t *lock)
{
    if (*lock)
        sw_omp_lock_delete(*lock);
    *lock = 0;
}

#define ON_LOCK(type, name, done)                     \
    SW_OMP_ENTRY(type, name, (uint32_t * lock), done) \
    SW_API_SAME(name)

ON_LOCK(void, omp_set_lock,
        sw_omp_lock_take(t, lock_of(lock), sw_omp_construct(t, SW_CONSTRUCT_LOCK, HERE)))
ON_LOCK(void, omp_unset_lock, sw_omp_lock_release(t, lock_of(lock)))
ON_LOCK(int, omp_test_lock,
        sw_omp_lock_try(t, lock_of(lock), sw_omp_construct(t, SW_CONSTRUCT_LOCK, HERE)))

/* Nested ones belong to a task. */
static int take_nested(struct sw_omp_thread *t, struct sw_omp_lock *lock, bool wait,
                       const void *address)
{
    uint32_t construct = sw_omp_construct(t, SW_CONSTRUCT_LOCK, address);
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

ON_LOCK(void, omp_set_nest_lock, (void)take_nested(t, lock_of(lock), true, HERE))
ON_LOCK(int, omp_test_nest_lock, take_nested(t, lock_of(lock), false, HERE))

SW_API void omp_unset_nest_lock(uint32_t *number)
{
    SW_OMP_INSIDE(t);
    struct sw_omp_lock *lock = lock_of(number);
    if (!--lock->depth) {
        lock->owner = NULL;
        sw_omp_lock_release(t, lock);
    }
}

/* Another name of one, in C and in Fortran. */
#define ALSO(name, of)            \
    SW_OMP_ALIAS(omp_##name, of); \
    SW_OMP_ALIAS(omp_##name##_, of);

ALSO(init_lock_with_hint, omp_init_lock)
ALSO(init_nest_lock, omp_init_lock)
ALSO(init_nest_lock_with_hint, omp_init_lock)
ALSO(destroy_nest_lock, omp_destroy_lock)
SW_API_SAME(omp_init_lock)
SW_API_SAME(omp_destroy_lock)
SW_API_SAME(omp_unset_nest_lock)
