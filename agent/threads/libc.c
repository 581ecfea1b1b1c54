/* Libc's own functions, which the wrappers of threads call; and locks that are made by a call. */
#include "agent/threads/libc.h"
#include "agent/threads/hooks.h"
#include "agent/threads/place.h"

struct sw_threads_libc sw_threads_libc_table;

void sw_threads_libc_find(void)
{
    static const char *const names[] = {SW_THREADS_REAL(SW_LIBC_NAME)};
    sw_libc_fill(&sw_threads_libc_table, names, sizeof names / sizeof *names);
}

/* Locks that are made by a call: where is noted, for their names. That is no event: whoever runs has the baton. */

#define MAKES(name, parameters, arguments)                                            \
    SW_REPLACES int name parameters                                                   \
    {                                                                                 \
        int result = sw_libc()->name arguments;                                       \
        if (!result && sw_vself && sw_sim_is_on() && sw_vself->pos == SW_POS_OUTSIDE) \
            sw_place_made((const void *)lock, SW_CALLER);                             \
        return result;                                                                \
    }
MAKES(pthread_mutex_init, (pthread_mutex_t * lock, const pthread_mutexattr_t *how), (lock, how))
MAKES(pthread_rwlock_init, (pthread_rwlock_t * lock, const pthread_rwlockattr_t *how), (lock, how))
MAKES(pthread_spin_init, (pthread_spinlock_t * lock, int how), (lock, how))
MAKES(mtx_init, (mtx_t * lock, int how), (lock, how))
