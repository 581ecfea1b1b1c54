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

SW_API void omp_init_lock_with_hint(uint32_t *lock, void *hint)
{
    (void)hint;
    omp_init_lock(lock);
}

SW_API void omp_destroy_lock(uint32_t *lock)
{
    if (*lock)
        sw_omp_lock_delete(*lock);
    *lock = 0;
}

SW_OMP_ENTRY(void, omp_set_lock, (uint32_t * lock),
             sw_omp_lock_take(t, lock_of(lock), sw_omp_construct(t, SW_CONSTRUCT_LOCK, HERE)))
SW_OMP_ENTRY(void, omp_unset_lock, (uint32_t * lock), sw_omp_lock_release(t, lock_of(lock)))
SW_OMP_ENTRY(int, omp_test_lock, (uint32_t * lock),
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

SW_OMP_ENTRY(void, omp_set_nest_lock, (uint32_t * lock),
             (void)take_nested(t, lock_of(lock), true, HERE))
SW_OMP_ENTRY(int, omp_test_nest_lock, (uint32_t * lock), take_nested(t, lock_of(lock), false, HERE))

SW_API void omp_unset_nest_lock(uint32_t *number)
{
    SW_OMP_INSIDE(t);
    struct sw_omp_lock *lock = lock_of(number);
    if (!--lock->depth) {
        lock->owner = NULL;
        sw_omp_lock_release(t, lock);
    }
}

SW_OMP_ALIAS(omp_init_nest_lock, omp_init_lock);
SW_OMP_ALIAS(omp_init_nest_lock_with_hint, omp_init_lock_with_hint);
SW_OMP_ALIAS(omp_destroy_nest_lock, omp_destroy_lock);
SW_API_SAME(omp_init_lock)
SW_API_SAME(omp_init_lock_with_hint)
SW_API_SAME(omp_destroy_lock)
SW_API_SAME(omp_set_lock)
SW_API_SAME(omp_unset_lock)
SW_API_SAME(omp_test_lock)
SW_API_SAME(omp_set_nest_lock)
SW_API_SAME(omp_unset_nest_lock)
SW_API_SAME(omp_test_nest_lock)
SW_OMP_ALIAS(omp_init_nest_lock_, omp_init_lock);
SW_OMP_ALIAS(omp_init_nest_lock_with_hint_, omp_init_lock_with_hint);
SW_OMP_ALIAS(omp_destroy_nest_lock_, omp_destroy_lock);
