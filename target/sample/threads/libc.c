#include "target/sample/threads/libc.h"

SW_LIBC_DECLARE_EARLY

struct sw_libc sw_libc_table = {SW_LIBC_EARLY};
bool sw_libc_is_found;

void __attribute__((constructor(101))) sw_libc_find(void)
{
    static const char *const names[] = {SW_LIBC_FUNCTIONS(SW_LIBC_NAME)};
    struct sw_libc found = sw_libc_table;
    if (!sw_libc_fill(&found, names, sizeof names / sizeof *names))
        return;
    sw_libc_table = found;
    sw_libc_is_found = true;
}
