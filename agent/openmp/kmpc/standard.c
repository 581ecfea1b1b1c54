/* Functions of the standard that libomp has and libgomp does not, or has under another name as well. */
#include "agent/openmp/kmpc/abi.h"

#include <stddef.h>

/* By value, for Fortran that declares it so. */
#define AS_WELL(type, name, parameters, ...) \
    type omp_##name parameters;              \
    SW_KMPC type ompc_##name parameters      \
    {                                        \
        return omp_##name(__VA_ARGS__);      \
    }

AS_WELL(void, set_num_threads, (int n), n)
AS_WELL(void, set_dynamic, (int yes), yes)
AS_WELL(void, set_nested, (int yes), yes)
AS_WELL(void, set_max_active_levels, (int n), n)
AS_WELL(void, set_schedule, (unsigned kind, int chunk), kind, chunk)
AS_WELL(int, get_ancestor_thread_num, (int level), level)
AS_WELL(int, get_team_size, (int level), level)
AS_WELL(void, display_affinity, (const char *format), format)
AS_WELL(size_t, capture_affinity, (char *text, size_t size, const char *format), text, size, format)
AS_WELL(void, set_affinity_format, (const char *format), format)
AS_WELL(size_t, get_affinity_format, (char *text, size_t size), text, size)

enum { NO_TOOL = -2, NO_INTEROP = -1 };

SW_KMPC int omp_control_tool(int command, int modifier, void *argument)
{
    (void)command, (void)modifier, (void)argument;
    return NO_TOOL;
}

SW_KMPC int omp_control_tool_(int *command, int *modifier, void *argument)
{
    return omp_control_tool(*command, *modifier, argument);
}

SW_KMPC int __kmpc_pause_resource(int kind)
{
    (void)kind;
    return 0;
}

/* No device, hence nothing to operate with. */
#define INTEROP(type, name, none)                                                           \
    SW_KMPC type omp_get_interop_##name(const void *interop, int property, int *result)     \
    {                                                                                       \
        (void)interop, (void)property;                                                      \
        if (result)                                                                         \
            *result = NO_INTEROP;                                                           \
        return none;                                                                        \
    }                                                                                       \
    SW_KMPC type omp_get_interop_##name##_(const void *interop, int *property, int *result) \
    {                                                                                       \
        return omp_get_interop_##name(interop, *property, result);                          \
    }

INTEROP(intptr_t, int, 0)
INTEROP(void *, ptr, NULL)
INTEROP(const char *, str, NULL)
INTEROP(const char *, name, NULL)
INTEROP(const char *, type_desc, NULL)
INTEROP(const char *, rc_desc, NULL)

SW_KMPC int omp_get_num_interop_properties(const void *interop)
{
    (void)interop;
    return 0;
}

SW_KMPC int omp_get_num_interop_properties_(const void *interop)
{
    (void)interop;
    return 0;
}

/* Variables that nobody reads, for programs that name them. */
SW_KMPC int kmp_a_debug, kmp_b_debug, kmp_c_debug, kmp_d_debug, kmp_e_debug, kmp_f_debug, kmp_diag;
SW_KMPC void *kmp_mutex_impl_info[1];
SW_KMPC int _You_must_link_with_exactly_one_OpenMP_library,
    _You_must_link_with_Intel_OpenMP_library;
