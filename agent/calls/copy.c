/*
 * Children that are a copy of the process but do not come from fork(): libc calls no handlers of pthread_atfork() in them
 * (agent/calls/forked.h). Those that share the parent's memory, like vfork()'s, are left alone, and so is a copy that a system
 * call puts on another stack: it does not return to us.
 */
#include "agent/calls/copy.h"
#include "agent/calls/forked.h"
#include "agent/calls/next.h"

#include <linux/sched.h>
#include <sched.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/types.h>

static __typeof__(spanwise_forked) *forget;

/* In the parent: a lookup may wait for a lock that another thread holds, and in the child nobody would release it. Programs built by
 * spanwise cc open the library that measures after this one is loaded. */
static __attribute__((constructor)) void find(void)
{
    if (!forget)
        *(void **)&forget = dlsym(RTLD_DEFAULT, "spanwise_forked");
}

static long tell(long child)
{
    if (!child && forget)
        forget();
    return child;
}

bool sw_is_copy(long number, long a, long b)
{
    const struct clone_args *args = (const struct clone_args *)a;
    switch (number) {
    case SYS_clone:
        return !(a & CLONE_VM) && !b;
    case SYS_clone3: /* or the system says what is wrong with it */
        return args && (uint64_t)b >= CLONE_ARGS_SIZE_VER0 && !(args->flags & CLONE_VM) &&
               !args->stack;
#ifdef SYS_fork
    case SYS_fork:
        return true;
#endif
    }
    return false;
}

long sw_copy(sw_system_call *call, long number, const long *a)
{
    find();
    return tell(call(number, a[0], a[1], a[2], a[3], a[4], a[5]));
}

SW_IN_FRONT(pid_t, _Fork, (void))
{
    find();
    return (pid_t)tell(SW_NEXT(_Fork)());
}

struct beginning {
    int (*function)(void *);
    void *data;
};

/* The child has a copy of what its creator has on its stack. */
static int begin(void *beginning)
{
    const struct beginning *b = beginning;
    tell(0);
    return b->function(b->data);
}

SW_IN_FRONT(int, clone,
            (int (*function)(void *), void *stack, int flags, void *data, long a, long b, long c))
{
    struct beginning copied = {function, data};
    if (flags & CLONE_VM || !function)
        return SW_NEXT(clone)(function, stack, flags, data, a, b, c);
    find();
    return SW_NEXT(clone)(begin, stack, flags, &copied, a, b, c);
}
