/* What the program is told of the machine: that it has N processors. */
#include "agent/threads/hooks.h"
#include "live/options.h"

#include <stdlib.h>
#include <string.h>

/* As the tool asks for it. Constructors of libraries may come before ours. */
static unsigned asked_for(void)
{
    static int known; /* and one; 0: not yet */
    int n = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (!n) {
        struct sw_live_options options;
        sw_options_parse(&options, secure_getenv("SPANWISE_OPTIONS"));
        n = (int)options.processors + 1;
        __atomic_store_n(&known, n, __ATOMIC_RELAXED);
    }
    return (unsigned)n - 1;
}

/* 0: the truth. Who asks before there is a thread makes as many then; a library may do both for it. */
static unsigned told(void)
{
    if (sw_process_is_ahead())
        return asked_for();
    return sw_sim_is_on() ? sw_sim.n : 0;
}

SW_REPLACES long sysconf(int name)
{
    unsigned n = name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF ? told() : 0;
    return n ? (long)n : sw_libc()->sysconf(name);
}

/* All of them. False: the set has no room. */
static bool fill(unsigned n, size_t size, cpu_set_t *set)
{
    if (size * 8 < n)
        return false;
    memset(set, 0, size);
    for (unsigned i = 0; i < n; i++)
        CPU_SET_S(i, size, set);
    return true;
}

/* Which of the simulated ones a thread is bound to is not simulated. */
static bool is_possible(unsigned n, size_t size, const cpu_set_t *set)
{
    for (unsigned i = 0; i < n && i < size * 8; i++)
        if (CPU_ISSET_S(i, size, set))
            return true;
    return false;
}

static int or_error(bool is_fine)
{
    if (is_fine)
        return 0;
    errno = EINVAL;
    return -1;
}

#define TOLD(type, name, parameters, arguments, answer)  \
    SW_REPLACES type name parameters                     \
    {                                                    \
        unsigned n = told();                             \
        return n ? (answer) : sw_libc()->name arguments; \
    }

TOLD(int, get_nprocs, (void), (), (int)n)
TOLD(int, get_nprocs_conf, (void), (), (int)n)
TOLD(int, sched_getaffinity, (pid_t pid, size_t size, cpu_set_t *set), (pid, size, set),
     or_error(fill(n, size, set)))
TOLD(int, pthread_getaffinity_np, (pthread_t thread, size_t size, cpu_set_t *set),
     (thread, size, set), fill(n, size, set) ? 0 : EINVAL)
TOLD(int, sched_setaffinity, (pid_t pid, size_t size, const cpu_set_t *set), (pid, size, set),
     or_error(is_possible(n, size, set)))
TOLD(int, pthread_setaffinity_np, (pthread_t thread, size_t size, const cpu_set_t *set),
     (thread, size, set), is_possible(n, size, set) ? 0 : EINVAL)

SW_REPLACES int sched_getcpu(void)
{
    return told() && sw_vself ? (int)sw_vself->runner.core : sw_libc()->sched_getcpu();
}
