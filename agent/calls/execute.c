/*
 * Programs that are executed: each is expected, and arrives when our library is loaded into it (effects.c). One that is linked
 * statically, changes its user, or is started with another environment does not arrive.
 */
#include "agent/calls/execute.h"
#include "agent/calls/effects.h"
#include "agent/calls/execute_all.h"
#include "agent/calls/input.h"
#include "agent/calls/next.h"
#include "agent/calls/open.h"
#include "agent/calls/waits.h"

#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

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

#define MOVE(name, type)                                                       \
    SW_IN_FRONT(int, name, (posix_spawn_file_actions_t * actions, type where)) \
    {                                                                          \
        child_moves = true;                                                    \
        return SW_NEXT(name)(actions, where);                                  \
    }
MOVE(posix_spawn_file_actions_addchdir_np, const char *)
MOVE(posix_spawn_file_actions_addfchdir_np, int)

/* A file that libc opens in the child. */
SW_IN_FRONT(int, posix_spawn_file_actions_addopen,
            (posix_spawn_file_actions_t * actions, int fd, const char *path, int flags,
             mode_t mode))
{
    sw_opens_later(path, flags, child_moves && *path != '/');
    return SW_NEXT(posix_spawn_file_actions_addopen)(actions, fd, path, flags, mode);
}

SW_IN_FRONT(int, system, (const char *command))
{
    expect(command ? 1 : 0);
    return SW_NEXT(system)(command);
}

SW_IN_FRONT(FILE *, popen, (const char *command, const char *mode))
{
    expect(1);
    FILE *stream = SW_NEXT(popen)(command, mode);
    expect(stream ? 0 : -1);
    return stream;
}
