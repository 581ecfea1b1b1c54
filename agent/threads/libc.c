/* Libc's own functions, which the wrappers of threads call. */
#include "agent/threads/libc.h"

struct sw_threads_libc sw_threads_libc_table;

void sw_threads_libc_find(void)
{
    static const char *const names[] = {SW_THREADS_REAL(SW_LIBC_NAME)};
    sw_libc_fill(&sw_threads_libc_table, names, sizeof names / sizeof *names);
}
