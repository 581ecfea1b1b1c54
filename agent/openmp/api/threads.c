/* OpenMP's functions that ask about threads, regions and the time, and omp_fulfill_event(). */
#include "agent/openmp/api/api.h"

#include <time.h>

/* Of the thread that asks, or what it is where there is none of ours yet. */
#define OF_THREAD(name, value, otherwise)                     \
    SW_API int name(void)                                     \
    {                                                         \
        const struct sw_omp_thread *t = sw_omp_self_if_any(); \
        return t ? (int)(value) : (otherwise);                \
    }                                                         \
    SW_API_SAME(name)

OF_THREAD(omp_get_thread_num, t->number, 0)
OF_THREAD(omp_get_num_threads, t->team->n, 1)
OF_THREAD(omp_in_parallel, t->team->active_level > 0, 0)
OF_THREAD(omp_get_level, t->team->level, 0)
OF_THREAD(omp_get_active_level, t->team->active_level, 0)

/* The number that the thread, or the one that has begun its region, has in its team at that level, or the size of that. -1: there is
 * no such level. */
static int ancestor(int level, bool is_size)
{
    const struct sw_omp_thread *t = sw_omp_self();
    const struct sw_omp_team *team = t->team;
    unsigned number = t->number;
    if (level < 0 || (unsigned)level > team->level)
        return -1;
    for (; team->level > (unsigned)level; team = team->outer)
        number = team->outer_number;
    return (int)(is_size ? team->n : number);
}

SW_OMP_CALL(int, omp_get_ancestor_thread_num, (int level), ancestor(level, false))
SW_OMP_CALL(int, omp_get_team_size, (int level), ancestor(level, true))
OF_THREAD(omp_get_team_num, t->team->team_number, 0)
OF_THREAD(omp_get_num_teams, t->team->n_teams, 1)
OF_THREAD(omp_in_final, t->task->final, 0)
OF_THREAD(omp_in_explicit_task, !t->task->implicit, 0)

SW_API_GET_AT(omp_get_ancestor_thread_num)
SW_API_GET_AT(omp_get_team_size)

/* omp_get_wtime() and omp_get_wtick(), in simulated time. */

SW_API_ASK(double, omp_get_wtime, (double)sw_omp_wallclock() / 1e9)

SW_API double omp_get_wtick(void)
{
    struct timespec step;
    clock_getres(CLOCK_MONOTONIC, &step);
    return (double)step.tv_sec + (double)step.tv_nsec / 1e9;
}

SW_API_SAME(omp_get_wtick)

/* omp_fulfill_event() and its Fortran name. */

SW_OMP_ENTRY(void, omp_fulfill_event, (uintptr_t event),
             sw_omp_detach_fulfill(t, (struct sw_omp_detach *)event))

/* By value, in Fortran too. */
SW_API_SAME(omp_fulfill_event)
