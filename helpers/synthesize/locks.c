#include "helpers/synthesize/locks.h"

#include <stdlib.h>

#ifdef _OPENMP
#include <omp.h>
typedef omp_lock_t lock_type;
#define init(lock)   omp_init_lock(lock)
#define take(lock)   omp_set_lock(lock)
#define giveup(lock) omp_unset_lock(lock)
#else
#include <pthread.h>
typedef pthread_mutex_t lock_type;
#define init(lock)   pthread_mutex_init(lock, NULL)
#define take(lock)   pthread_mutex_lock(lock)
#define giveup(lock) pthread_mutex_unlock(lock)
#endif

struct lock {
    lock_type lock;
    const void *holder;
} __attribute__((aligned(128))); /* neighbours do not disturb each other */

static struct lock *locks;

/* Its address says which thread. */
static __thread char self;

bool sw_locks_init(size_t n)
{
    locks = aligned_alloc(128, (n + 1) * sizeof *locks);
    for (size_t i = 0; locks && i < n; i++) {
        init(&locks[i].lock);
        locks[i].holder = NULL;
    }
    return locks != NULL;
}

bool sw_lock(uint32_t number)
{
    struct lock *lock = &locks[number];
    if (__atomic_load_n(&lock->holder, __ATOMIC_RELAXED) == &self)
        return false;
    take(&lock->lock);
    __atomic_store_n(&lock->holder, &self, __ATOMIC_RELAXED);
    return true;
}

void sw_unlock(uint32_t number)
{
    struct lock *lock = &locks[number];
    __atomic_store_n(&lock->holder, NULL, __ATOMIC_RELAXED);
    giveup(&lock->lock);
}
