#include "target/locks/libc.h"

SW_LIBC_DECLARE_EARLY

static struct sw_locks_libc table = {SW_LIBC_EARLY};
static bool is_found;

static void __attribute__((constructor(101))) find(void)
{
    static const char *const names[] = {SW_LOCKS_LIBC(SW_LIBC_NAME)};
    struct sw_locks_libc found = table;
    if (!sw_libc_fill(&found, names, sizeof names / sizeof *names))
        return;
    table = found;
    is_found = true;
}

/* Somebody's constructor may have been first. */
const struct sw_locks_libc *sw_locks_libc(void)
{
    if (__builtin_expect(!is_found, 0))
        find();
    return &table;
}
