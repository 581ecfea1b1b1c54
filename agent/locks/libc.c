/* Libc's own lock functions, which the wrappers call. */
#include "agent/locks/libc.h"

static struct sw_locks_libc table;

static void __attribute__((constructor(101))) find(void)
{
    static const char *const names[] = {SW_LOCKS_LIBC(SW_LIBC_NAME)};
    sw_libc_fill(&table, names, sizeof names / sizeof *names);
}

/* Somebody's constructor may have been first. */
const struct sw_locks_libc *sw_locks_libc(void)
{
    if (__builtin_expect(!table.pthread_mutex_lock, 0))
        find();
    return &table;
}
