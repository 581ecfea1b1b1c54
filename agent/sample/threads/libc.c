/* Libc's own functions, which the wrappers of threads call. */
#include "agent/sample/threads/libc.h"

struct sw_libc sw_libc_table;

void __attribute__((constructor(101))) sw_libc_find(void)
{
    static const char *const names[] = {SW_LIBC_FUNCTIONS(SW_LIBC_NAME)};
    sw_libc_fill(&sw_libc_table, names, sizeof names / sizeof *names);
}
