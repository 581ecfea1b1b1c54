#include "tool/measure/processes.h"

#include <string.h>
#include <sys/resource.h>

#define LEAST_SHARE 0.1       /* of processor time, to be worth a word */
#define LEAST_NS    100000000 /* the same, in all, ... */
#define STARTING_NS 20000000  /* ... and what a process takes before it is sampled */

static uint64_t ns_of(struct timeval time)
{
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_usec * 1000;
}

/* Of the program and of all that it has waited for. */
static uint64_t all_cpu(void)
{
    struct rusage use;
    return getrusage(RUSAGE_CHILDREN, &use) < 0 ? 0 : ns_of(use.ru_utime) + ns_of(use.ru_stime);
}

static const char *name_of(const struct sw_profile *p)
{
    const char *path = p->n_modules ? p->modules[0].path : "";
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void warn_of_sampled(struct sw_profiling *p, struct sw_profile *one)
{
    double share = p->sampled_cpu ? (double)one->effort.cpu / (double)p->sampled_cpu : 1;
    if (1 - share < LEAST_SHARE)
        return;
    one->flags |= SW_PROFILE_ONE_OF_SEVERAL;
    sw_profile_warn(one,
                    "this process, '%s', has %.0f%% of the processor time of all that were sampled",
                    name_of(one), 100 * share);
}

/* Children after fork(), static programs, and those that change their privileges. */
double sw_processes_unseen(const struct sw_profiling *p)
{
    uint64_t all = all_cpu(), known = p->sampled_cpu + p->receiver.n_received * STARTING_NS;
    if (all < known + LEAST_NS || (double)(all - known) < LEAST_SHARE * (double)all)
        return 0;
    return (double)(all - p->sampled_cpu) / (double)all;
}

static void warn_of_others(const struct sw_profiling *p, struct sw_profile *one)
{
    double unseen = sw_processes_unseen(p);
    if (!unseen)
        return;
    if (one->circumstances.forks || p->receiver.n_received > 1)
        one->flags |= SW_PROFILE_ONE_OF_SEVERAL;
    sw_profile_warn(one,
                    "%.0f%% of the program's processor time was not sampled: children after "
                    "fork() that have one thread, programs that nothing can be loaded into, or "
                    "what came after sampling had ended",
                    100 * unseen);
}

void sw_processes_warn(struct sw_profiling *p)
{
    for (size_t i = 0; i < p->n_profiles; i++) {
        warn_of_sampled(p, &p->profiles[i]);
        warn_of_others(p, &p->profiles[i]);
    }
}
