/* The process becomes another program, or a copy of it goes on. */
#include "agent/calls/effects.h"
#include "agent/calls/execute_all.h"
#include "agent/calls/forked.h"
#include "agent/calls/system_calls.h"
#include "agent/calls/waits.h"

#include <linux/sched.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/types.h>

/*
 * Children that are a copy of the process but do not come from fork(): libc calls no handlers of pthread_atfork() in them
 * (agent/calls/forked.h). Those that share the parent's memory, like vfork()'s, are left alone, and so is a copy that a system
 * call puts on another stack: it does not return to us.
 */

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

/*
 * Programs that are executed: each is expected, and arrives when our library is loaded into it (effects.c). One that is linked
 * statically, changes its user, or is started with another environment does not arrive.
 */

static void expect(int more)
{
    struct sw_effects *e = sw_effects();
    if (e)
        __atomic_fetch_add(&e->expected, (uint32_t)more, __ATOMIC_RELAXED);
}

/* A call that has failed returns. Nothing is sent meanwhile that the new program has no handler for: a library that is opened late, as
 * libspanwise.so is by a program of Cilk, does not stand in front itself. */
#define EXECUTE(name, parameters, arguments)              \
    SW_IN_FRONT(int, name, parameters)                    \
    {                                                     \
        sw_input_end();                                   \
        expect(1);                                        \
        int result = SW_WAITING(SW_NEXT(name) arguments); \
        expect(-1);                                       \
        return result;                                    \
    }
SW_EXECUTE_VECTORS(EXECUTE)
SW_EXECUTE_LISTS

#define SPAWN(name)                                                                        \
    SW_IN_FRONT(int, name,                                                                 \
                (pid_t * pid, const char *path, const posix_spawn_file_actions_t *actions, \
                 const posix_spawnattr_t *attributes, char *const *argv,                   \
                 char *const *environment))                                                \
    {                                                                                      \
        expect(1);                                                                         \
        int error = SW_NEXT(name)(pid, path, actions, attributes, argv, environment);      \
        expect(error ? -1 : 0);                                                            \
        return error;                                                                      \
    }
SPAWN(posix_spawn)
SPAWN(posix_spawnp)

static bool child_moves; /* so what a name stands for there is not known here */

#define MOVE(name, type)                                                                         \
    SW_HANDS_ON(int, name, (posix_spawn_file_actions_t * actions, type where), (actions, where), \
                child_moves = true)
MOVE(posix_spawn_file_actions_addchdir_np, const char *)
MOVE(posix_spawn_file_actions_addfchdir_np, int)

/* A file that libc opens in the child. */
SW_HANDS_ON(int, posix_spawn_file_actions_addopen,
            (posix_spawn_file_actions_t * actions, int fd, const char *path, int flags,
             mode_t mode),
            (actions, fd, path, flags, mode),
            sw_opens_later(path, flags, child_moves &&*path != '/'))

SW_HANDS_ON(int, system, (const char *command), (command), expect(command ? 1 : 0))

SW_IN_FRONT(FILE *, popen, (const char *command, const char *mode))
{
    expect(1);
    FILE *stream = SW_NEXT(popen)(command, mode);
    expect(stream ? 0 : -1);
    return stream;
}
