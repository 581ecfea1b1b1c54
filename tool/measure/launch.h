/* Whether a launcher of parallel programs (mpirun, srun) has started us, and as which rank: from the
 * environment alone, so that no MPI is needed, whichever it is. */
#pragma once

#include "base/libc.h"

struct sw_launch {
    const char *launcher; /* "openmpi", ...; NULL: none */
    uint32_t rank;
    uint32_t size; /* 0: not known */
};

/* False, and an empty launch, where there is none. */
bool sw_launch_find(struct sw_launch *launch);

bool sw_launch_is_there(void);

/* Whether a program is itself a launcher, by its name; says how its ranks get profiles by that command of ours. */
bool sw_launch_say(const char *program, const char *command);

/*
 * When a rank dies, a launcher ends all others, Open MPI's within milliseconds: SIGTERM, and SIGKILL to the process group as soon as the
 * first of them is gone. What was measured outlives that: it is collected and written, by collect(command), in a process of a session of
 * its own, while the one that the launcher knows waits for it; if SIGTERM ended the program, a little longer, because the other ranks are
 * killed when the first is gone, and may have no such process yet. `status` is the program's. Whether collect() said so, that it measured.
 */
struct sw_profiling;
bool sw_keeper_collect(bool (*collect)(void *command), void *command,
                       struct sw_profiling *profiling, int status);
