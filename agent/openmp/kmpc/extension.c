/*
 * libomp's functions beside those that every program needs: the error directive, what is refused
 * of offloading, functions that libgomp has by another name or not at all, and libomp's own
 * extensions.
 */
#include "agent/openmp/kmpc/kmpc.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The error directive. */

enum { WARNING = 1 };

/* ;file;function;line;column;; as file:line. */
static void where(const struct sw_kmpc_ident *loc, char *text, size_t size)
{
    const char *file = loc && loc->source && *loc->source == ';' ? loc->source + 1 : "";
    const char *function = strchr(file, ';');
    const char *line = function ? strchr(function + 1, ';') : NULL;
    if (line)
        snprintf(text, size, "%.*s:%d", (int)(function - file), file, atoi(line + 1));
    else
        snprintf(text, size, "unknown");
}

/* In libomp's words, which the program's output is compared with. */
SW_API void __kmpc_error(struct sw_kmpc_ident *loc, int severity, const char *message)
{
    char place[256];
    where(loc, place, sizeof place);
    bool warning = severity == WARNING;
    fprintf(stderr, "OMP: %s: %s: Encountered user-directed %s: %s.\n",
            warning ? "Warning #283" : "Error #282", place, warning ? "warning" : "error",
            message ? message : "");
    if (!warning)
        abort();
}

/* What offloads to devices is refused, when it does so: a program may have been built for it and get
 * along without. Its code is registered when it is loaded. */

SW_KMPC_NOTHING(__tgt_register_requires)
SW_KMPC_NOTHING(__tgt_register_lib)
SW_KMPC_NOTHING(__tgt_unregister_lib)
SW_KMPC_NOTHING(__tgt_init_all_rtls)

SW_KMPC_ANSWER(__kmpc_get_target_offload, 0) /* disabled */

#define REFUSED(name)                                                                  \
    SW_API void name(void)                                                             \
    {                                                                                  \
        sw_omp_die("the program offloads to a device (" #name                          \
                   "), which cannot be simulated; build it without -fopenmp-targets"); \
    }
#define REFUSED_ALL(name)  \
    REFUSED(name)          \
    REFUSED(name##_mapper) \
    REFUSED(name##_nowait) \
    REFUSED(name##_nowait_mapper)

REFUSED(__tgt_target_kernel)
REFUSED(__tgt_target_kernel_nowait)
REFUSED(__tgt_target_nowait_query)
REFUSED_ALL(__tgt_target)
REFUSED_ALL(__tgt_target_teams)
REFUSED_ALL(__tgt_target_data_begin)
REFUSED_ALL(__tgt_target_data_end)
REFUSED_ALL(__tgt_target_data_update)
REFUSED(__tgt_mapper_num_components)
REFUSED(__tgt_push_mapper_component)
REFUSED(__tgt_interop_init)
REFUSED(__tgt_interop_use)
REFUSED(__tgt_interop_destroy)
REFUSED(__tgt_set_info_flag)
REFUSED(__tgt_print_device_info)
REFUSED(__kmpc_proxy_task_completed)
REFUSED(__kmpc_proxy_task_completed_ooo)

/* Functions of the standard that libomp has and libgomp does not, or has under another name as well. */

/* By value, for Fortran that declares it so. */
#define AS_WELL(type, name, parameters, ...) \
    type omp_##name parameters;              \
    SW_OMP_CALL(type, ompc_##name, parameters, omp_##name(__VA_ARGS__))

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

SW_KMPC_ANSWER(omp_control_tool, NO_TOOL)
SW_KMPC_ANSWER(omp_control_tool_, NO_TOOL)
SW_KMPC_ANSWER(__kmpc_pause_resource, 0)

/* No device, hence nothing to operate with. */
#define INTEROP(type, name, none)                                                      \
    SW_API type omp_get_interop_##name(const void *interop, int property, int *result) \
    {                                                                                  \
        if (result)                                                                    \
            *result = NO_INTEROP;                                                      \
        return none;                                                                   \
    }                                                                                  \
    SW_OMP_ALIAS(omp_get_interop_##name##_, omp_get_interop_##name);

INTEROP(intptr_t, int, 0)
INTEROP(void *, ptr, NULL)
INTEROP(const char *, str, NULL)
INTEROP(const char *, name, NULL)
INTEROP(const char *, type_desc, NULL)
INTEROP(const char *, rc_desc, NULL)

SW_KMPC_ANSWER(omp_get_num_interop_properties, 0)
SW_KMPC_ANSWER(omp_get_num_interop_properties_, 0)

/* Variables that nobody reads, for programs that name them. */
SW_API int kmp_a_debug, kmp_b_debug, kmp_c_debug, kmp_d_debug, kmp_e_debug, kmp_f_debug, kmp_diag;
SW_API void *kmp_mutex_impl_info[1];
SW_API int _You_must_link_with_exactly_one_OpenMP_library, _You_must_link_with_Intel_OpenMP_library;

/* libomp's own functions beside the standard: memory, and settings of its threads, which are kept and
 * asked for, while simulated threads have no use for them. In Fortran they have a line at the end of
 * their names, and are given addresses. */

#define DEFAULT_STACK (8u << 20)

static struct {
    int blocktime, library;
    size_t stack;
} set = {.blocktime = 200, .library = 3 /* throughput */};

SW_OMP_CALL(void, kmp_set_stacksize_s, (size_t size), (void)(set.stack = size))

SW_API size_t kmp_get_stacksize_s(void)
{
    sw_omp_settings_init();
    if (set.stack)
        return set.stack;
    return sw_omp_settings.stack_size ? sw_omp_settings.stack_size : DEFAULT_STACK;
}

SW_OMP_CALL(void, kmp_set_stacksize, (int size), kmp_set_stacksize_s((size_t)size))

SW_KMPC_ANSWER(kmp_get_stacksize, (int)kmp_get_stacksize_s())

SW_OMP_CALL(void, kmp_set_blocktime, (int ms), (void)(set.blocktime = ms))
SW_KMPC_ANSWER(kmp_get_blocktime, set.blocktime)

enum { SERIAL = 1, TURNAROUND, THROUGHPUT };

/* A serial one has one thread; the others differ in how they wait. */
SW_API void kmp_set_library(int library)
{
    struct sw_omp_icv *icv = &sw_omp_self()->task->icv;
    icv->threads = library == SERIAL ? 1 : sw_omp_settings.initial.threads;
    set.library = library;
}

SW_KMPC_ANSWER(kmp_get_library, set.library)

#define SET_LIBRARY(name, kind)                                              \
    SW_OMP_CALL(void, kmp_set_library_##name, (void), kmp_set_library(kind)) \
    SW_OMP_ALIAS(kmp_set_library_##name##_, kmp_set_library_##name);

SET_LIBRARY(serial, SERIAL)
SET_LIBRARY(turnaround, TURNAROUND)
SET_LIBRARY(throughput, THROUGHPUT)

#define NOTHING_OF_ANY(name)    \
    SW_KMPC_NOTHING(kmp_##name) \
    SW_KMPC_NOTHING(kmp_##name##_)

NOTHING_OF_ANY(set_defaults)
NOTHING_OF_ANY(set_disp_num_buffers)
NOTHING_OF_ANY(set_warnings_on)
NOTHING_OF_ANY(set_warnings_off)
SW_KMPC_NOTHING(kmpc_set_defaults)
SW_KMPC_NOTHING(kmpc_set_disp_num_buffers)

SW_KMPC_ANSWER(kmp_get_num_known_threads, (int)sw_omp_self()->simulator->n_threads + 1)

static void *aligned_malloc(size_t size, size_t alignment)
{
    void *memory = NULL;
    return posix_memalign(&memory, alignment < sizeof memory ? sizeof memory : alignment, size)
               ? NULL
               : memory;
}

/* --- Fortran's, and the same by value under another name --- */

#define SET(name, type)                                                  \
    SW_OMP_CALL(void, kmp_##name##_, (type * value), kmp_##name(*value)) \
    SW_OMP_ALIAS(kmpc_##name, kmp_##name);

#define SAME(name) SW_OMP_ALIAS(kmp_##name##_, kmp_##name);

SET(set_stacksize, int)
SET(set_stacksize_s, size_t)
SET(set_blocktime, int)
SET(set_library, int)
SAME(get_stacksize)
SAME(get_stacksize_s)
SAME(get_blocktime)
SAME(get_library)
SAME(get_num_known_threads)

#define MEMORY(type, name, parameters, arguments, addresses, values) \
    SW_OMP_CALL(type, kmp_##name, parameters, name arguments)        \
    SW_OMP_CALL(type, kmp_##name##_, addresses, name values)         \
    SW_OMP_ALIAS(kmpc_##name, kmp_##name);

MEMORY(void *, malloc, (size_t size), (size), (size_t * size), (*size))
MEMORY(void *, aligned_malloc, (size_t size, size_t alignment), (size, alignment),
       (size_t * size, size_t *alignment), (*size, *alignment))
MEMORY(void *, calloc, (size_t n, size_t size), (n, size), (size_t * n, size_t *size), (*n, *size))
MEMORY(void *, realloc, (void *memory, size_t size), (memory, size), (void **memory, size_t *size),
       (*memory, *size))
MEMORY(void, free, (void *memory), (memory), (void **memory), (*memory))

/* Allocators: those of omp_*. Their numbers are the same everywhere; C++ before 11 and Fortran have them
 * as variables of the runtime. */

#define FORWARD(type, name, arguments, ...) \
    type omp_##name(__VA_ARGS__);           \
    SW_OMP_CALL(type, __kmpc_##name, (int global, __VA_ARGS__), omp_##name arguments)

FORWARD(void *, alloc, (size, allocator), size_t size, uintptr_t allocator)
FORWARD(void *, aligned_alloc, (alignment, size, allocator), size_t alignment, size_t size,
        uintptr_t allocator)
FORWARD(void *, calloc, (n, size, allocator), size_t n, size_t size, uintptr_t allocator)
FORWARD(void *, realloc, (memory, size, allocator, of), void *memory, size_t size,
        uintptr_t allocator, uintptr_t of)
FORWARD(void, free, (memory, allocator), void *memory, uintptr_t allocator)
FORWARD(uintptr_t, init_allocator, (space, n, traits), uintptr_t space, int n, const void *traits)
FORWARD(void, destroy_allocator, (allocator), uintptr_t allocator)
FORWARD(void, set_default_allocator, (allocator), uintptr_t allocator)

uintptr_t omp_get_default_allocator(void);

SW_OMP_CALL(uintptr_t, __kmpc_get_default_allocator, (int global), omp_get_default_allocator())

#define NUMBER(name, value)      \
    extern const uintptr_t name; \
    SW_API const uintptr_t name = value;

NUMBER(omp_null_allocator, 0)
NUMBER(omp_default_mem_alloc, 1)
NUMBER(omp_large_cap_mem_alloc, 2)
NUMBER(omp_const_mem_alloc, 3)
NUMBER(omp_high_bw_mem_alloc, 4)
NUMBER(omp_low_lat_mem_alloc, 5)
NUMBER(omp_cgroup_mem_alloc, 6)
NUMBER(omp_pteam_mem_alloc, 7)
NUMBER(omp_thread_mem_alloc, 8)
NUMBER(kmp_max_mem_alloc, 1024)
NUMBER(omp_default_mem_space, 0)
NUMBER(omp_large_cap_mem_space, 1)
NUMBER(omp_const_mem_space, 2)
NUMBER(omp_high_bw_mem_space, 3)
NUMBER(omp_low_lat_mem_space, 4)
