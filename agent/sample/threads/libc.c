/* Libc's own functions, which the wrappers of threads call; and locks that are made by a call. */
#include "agent/sample/threads/libc.h"

struct sw_libc sw_libc_table;

void __attribute__((constructor(101))) sw_libc_find(void)
{
    static const char *const names[] = {SW_LIBC_FUNCTIONS(SW_LIBC_NAME)};
    sw_libc_fill(&sw_libc_table, names, sizeof names / sizeof *names);
}

/* Locks that are made by a call. */

/* As libc's, which says by 0 that it has made it: so does C11's, whose thrd_success is that. */
#define MAKES(name, parameters, arguments)                                   \
    SW_REPLACES int name parameters                                          \
    {                                                                        \
        struct sw_worker *w = sw_worker_known();                             \
        int result = sw_libc()->name arguments;                              \
        if (w && !result)                                                    \
            sw_lock_made(w, (const void *)lock, __builtin_return_address(0), \
                         __builtin_frame_address(0));                        \
        return result;                                                       \
    }
MAKES(pthread_mutex_init, (pthread_mutex_t * lock, const pthread_mutexattr_t *how), (lock, how))
MAKES(pthread_rwlock_init, (pthread_rwlock_t * lock, const pthread_rwlockattr_t *how), (lock, how))
MAKES(pthread_spin_init, (pthread_spinlock_t * lock, int how), (lock, how))
MAKES(mtx_init, (mtx_t * lock, int how), (lock, how))
