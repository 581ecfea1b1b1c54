/* What the program is told of the machine: that it has N processors. */
#include "target/threads/hooks.h"

#include <string.h>

static bool is_told(void)
{
    return sw_sim_is_on() && sw_sim.n;
}

SW_REPLACES long sysconf(int name)
{
    if ((name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF) && is_told())
        return sw_sim.n;
    return sw_libc()->sysconf(name);
}

SW_REPLACES int get_nprocs(void)
{
    return is_told() ? (int)sw_sim.n : sw_libc()->get_nprocs();
}

SW_REPLACES int get_nprocs_conf(void)
{
    return is_told() ? (int)sw_sim.n : sw_libc()->get_nprocs_conf();
}

/* All of them. False: the set has no room. */
static bool fill(size_t size, cpu_set_t *set)
{
    if (size * 8 < sw_sim.n)
        return false;
    memset(set, 0, size);
    for (unsigned i = 0; i < sw_sim.n; i++)
        CPU_SET_S(i, size, set);
    return true;
}

SW_REPLACES int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set)
{
    if (!is_told())
        return sw_libc()->sched_getaffinity(pid, size, set);
    if (fill(size, set))
        return 0;
    errno = EINVAL;
    return -1;
}

SW_REPLACES int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set)
{
    if (!is_told())
        return sw_libc()->pthread_getaffinity_np(thread, size, set);
    return fill(size, set) ? 0 : EINVAL;
}

/* Which of the simulated ones a thread is bound to is not simulated. */
static bool is_possible(size_t size, const cpu_set_t *set)
{
    for (unsigned i = 0; i < sw_sim.n && i < size * 8; i++)
        if (CPU_ISSET_S(i, size, set))
            return true;
    return false;
}

SW_REPLACES int sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set)
{
    if (!is_told())
        return sw_libc()->sched_setaffinity(pid, size, set);
    if (is_possible(size, set))
        return 0;
    errno = EINVAL;
    return -1;
}

SW_REPLACES int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set)
{
    if (!is_told())
        return sw_libc()->pthread_setaffinity_np(thread, size, set);
    return is_possible(size, set) ? 0 : EINVAL;
}

SW_REPLACES int sched_getcpu(void)
{
    return is_told() && sw_vself ? (int)sw_vself->runner.core : sw_libc()->sched_getcpu();
}
