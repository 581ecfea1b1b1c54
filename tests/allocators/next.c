/* What is found behind a library of ours, without libc's help, is what the linker binds: there, and in the version of today. */
#include "agent/core/libc.h"
#include "tests/check.h"

#include <signal.h>

#define FOUND(type, name, ...) CHECK_EQ((uint64_t)sw_libc_next(#name), (uint64_t)name);

int main(void)
{
    SW_LIBC_NAMES(FOUND)
    FOUND(int, sigaction)
    CHECK_EQ((uint64_t)sw_libc_next("no function has this name"), 0);
    CHECK_EQ((uint64_t)sw_libc_next("main"), 0);
    return check_done();
}
