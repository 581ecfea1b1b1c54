#include "tool/common/large_stack.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>

enum { ENOUGH = 1 << 20, SIZE = 8 << 20, GUARD = 1 << 16 };

/* makecontext() passes on numbers only. */
static struct {
    int (*run)(int, char **);
    int argc, status;
    char **argv;
} call;

static void run_it(void)
{
    call.status = call.run(call.argc, call.argv);
}

static bool is_small(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < ENOUGH;
}

int sw_large_stack_run(int (*run)(int argc, char **argv), int argc, char **argv)
{
    ucontext_t here, there;
    void *stack = MAP_FAILED;
    if (is_small())
        stack = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED || getcontext(&there) < 0)
        return run(argc, argv);
    mprotect(stack, GUARD, PROT_NONE);
    call.run = run;
    call.argc = argc;
    call.argv = argv;
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = SIZE;
    there.uc_link = &here;
    makecontext(&there, run_it, 0);
    return swapcontext(&here, &there) < 0 ? run(argc, argv) : call.status;
}
