#include "target/threads/libc.h"

SW_LIBC_DECLARE_EARLY

struct sw_threads_libc sw_threads_libc_table = {SW_LIBC_EARLY};

void sw_threads_libc_find(void)
{
    static const char *const names[] = {SW_THREADS_REAL(SW_LIBC_NAME)};
    sw_libc_fill(&sw_threads_libc_table, names, sizeof names / sizeof *names);
}
