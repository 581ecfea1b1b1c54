/* Internal control variables: those of the task that asks, and those of the process. */
#include "agent/openmp/api/api.h"

#include <limits.h>

static const struct sw_omp_settings *settings(void)
{
    sw_omp_settings_init();
    return &sw_omp_settings;
}

SW_API void omp_set_num_threads(int n)
{
    if (!settings()->force)
        sw_omp_icv()->threads = n > 0 ? (unsigned)n : 1;
}

SW_API_ASK(int, omp_get_max_threads, sw_api_int(sw_omp_icv()->threads))
SW_API_ASK(int, omp_get_num_procs, (int)settings()->processors)

SW_OMP_CALL(void, omp_set_dynamic, (int yes), (void)(sw_omp_icv()->dynamic = yes != 0))
SW_API_ASK(int, omp_get_dynamic, sw_omp_icv()->dynamic)

SW_API void omp_set_nested(int yes)
{
    struct sw_omp_icv *icv = sw_omp_icv();
    if (yes)
        icv->max_active_levels = sw_omp_levels();
    else if (icv->max_active_levels > 1)
        icv->max_active_levels = 1;
}

SW_API int omp_get_nested(void)
{
    const struct sw_omp_thread *t = sw_omp_self();
    unsigned most = t->task->icv.max_active_levels;
    return most > 1 && most > t->team->active_level;
}

SW_API void omp_set_max_active_levels(int levels)
{
    if (levels >= 0)
        sw_omp_icv()->max_active_levels =
            (unsigned)levels < sw_omp_levels() ? (unsigned)levels : sw_omp_levels();
}

SW_API_ASK(int, omp_get_max_active_levels, sw_api_int(sw_omp_icv()->max_active_levels))

SW_API_ASK(int, omp_get_supported_active_levels, (settings(), sw_api_int(sw_omp_levels())))
SW_API_ASK(int, omp_get_thread_limit, sw_api_int(sw_omp_icv()->thread_limit))
SW_API_ASK(int, omp_get_cancellation, settings()->cancellation)
SW_API_ASK(int, omp_get_max_task_priority, (int)settings()->max_task_priority)
SW_API_ASK(int, omp_get_max_teams, (int)settings()->num_teams)

#define SET_OF_TEAMS(name)                      \
    SW_API void omp_set_##name(int n)           \
    {                                           \
        settings();                             \
        if (n >= 0)                             \
            sw_omp_settings.name = (unsigned)n; \
    }                                           \
    SW_API_SET(omp_set_##name)
SET_OF_TEAMS(num_teams)
SET_OF_TEAMS(teams_thread_limit)

SW_API_ASK(int, omp_get_teams_thread_limit, (int)settings()->teams_thread_limit)

#define MONOTONIC 0x80000000u

/* Programs count schedules from 1 on. */
SW_API void omp_set_schedule(unsigned kind, int chunk)
{
    struct sw_omp_icv *icv = sw_omp_icv();
    unsigned number = (kind & ~MONOTONIC) - 1;
    if (number >= SW_OMP_SCHEDULES)
        return;
    icv->schedule = (int)number;
    icv->monotonic = kind & MONOTONIC;
    if (number == SW_OMP_STATIC)
        icv->chunk = chunk > 0 ? chunk : 0;
    else if (number != SW_OMP_AUTO)
        icv->chunk = chunk > 0 ? chunk : 1;
}

SW_API void omp_get_schedule(unsigned *kind, int *chunk)
{
    const struct sw_omp_icv *icv = sw_omp_icv();
    *kind = (unsigned)icv->schedule + 1;
    if (icv->monotonic)
        *kind |= MONOTONIC;
    *chunk = icv->chunk;
}

SW_OMP_CALL(void, omp_set_schedule_, (const int32_t *kind, const int32_t *chunk),
            omp_set_schedule((unsigned)*kind, *chunk))
SW_OMP_CALL(void, omp_set_schedule_8_, (const int32_t *kind, const int64_t *chunk),
            omp_set_schedule((unsigned)*kind, sw_api_int(*chunk)))

SW_API_SAME(omp_get_schedule)

SW_API void omp_get_schedule_8_(int32_t *kind, int64_t *chunk)
{
    int own;
    omp_get_schedule((unsigned *)kind, &own);
    *chunk = own;
}

SW_API_SET(omp_set_num_threads)
SW_API_SET(omp_set_dynamic)
SW_API_SET(omp_set_nested)
SW_API_SET(omp_set_max_active_levels)
SW_API_SAME(omp_get_nested)
