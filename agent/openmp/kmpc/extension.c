/* libomp's own functions beside the standard: memory, and settings of its threads, which are kept and
 * asked for, while simulated threads have no use for them. In Fortran they have a line at the end of
 * their names, and are given addresses. */
#include "agent/openmp/kmpc/abi.h"
#include "agent/openmp/simulator/task.h"

#include <stdlib.h>

#define DEFAULT_STACK (8u << 20)

static struct {
    int blocktime, library;
    size_t stack;
} set = {.blocktime = 200, .library = 3 /* throughput */};

SW_KMPC void kmp_set_stacksize_s(size_t size)
{
    set.stack = size;
}

SW_KMPC size_t kmp_get_stacksize_s(void)
{
    sw_omp_settings_init();
    if (set.stack)
        return set.stack;
    return sw_omp_settings.stack_size ? sw_omp_settings.stack_size : DEFAULT_STACK;
}

SW_KMPC void kmp_set_stacksize(int size)
{
    kmp_set_stacksize_s((size_t)size);
}

SW_KMPC int kmp_get_stacksize(void)
{
    return (int)kmp_get_stacksize_s();
}

SW_KMPC void kmp_set_blocktime(int ms)
{
    set.blocktime = ms;
}

SW_KMPC int kmp_get_blocktime(void)
{
    return set.blocktime;
}

enum { SERIAL = 1, TURNAROUND, THROUGHPUT };

/* A serial one has one thread; the others differ in how they wait. */
SW_KMPC void kmp_set_library(int library)
{
    struct sw_omp_icv *icv = &sw_omp_self()->task->icv;
    icv->threads = library == SERIAL ? 1 : sw_omp_settings.initial.threads;
    set.library = library;
}

SW_KMPC int kmp_get_library(void)
{
    return set.library;
}

SW_KMPC void kmp_set_library_serial(void)
{
    kmp_set_library(SERIAL);
}

SW_KMPC void kmp_set_library_turnaround(void)
{
    kmp_set_library(TURNAROUND);
}

SW_KMPC void kmp_set_library_throughput(void)
{
    kmp_set_library(THROUGHPUT);
}

SW_KMPC void kmp_set_defaults(const char *text)
{
    (void)text;
}

SW_KMPC void kmp_set_disp_num_buffers(int n)
{
    (void)n;
}

SW_KMPC void kmp_set_warnings_on(void)
{
}

SW_KMPC void kmp_set_warnings_off(void)
{
}

SW_KMPC int kmp_get_num_known_threads(void)
{
    return (int)sw_omp_self()->simulator->n_threads + 1;
}

SW_KMPC void *kmp_malloc(size_t size)
{
    return malloc(size);
}

SW_KMPC void *kmp_aligned_malloc(size_t size, size_t alignment)
{
    void *memory = NULL;
    return posix_memalign(&memory, alignment < sizeof memory ? sizeof memory : alignment, size)
               ? NULL
               : memory;
}

SW_KMPC void *kmp_calloc(size_t n, size_t size)
{
    return calloc(n, size);
}

SW_KMPC void *kmp_realloc(void *memory, size_t size)
{
    return realloc(memory, size);
}

SW_KMPC void kmp_free(void *memory)
{
    free(memory);
}

/* --- Fortran's, and the same by value under another name --- */

#define SET(name, type)                     \
    SW_KMPC void kmp_##name##_(type *value) \
    {                                       \
        kmp_##name(*value);                 \
    }                                       \
    SW_KMPC void kmpc_##name(type value)    \
    {                                       \
        kmp_##name(value);                  \
    }

#define GET(name, type)              \
    SW_KMPC type kmp_##name##_(void) \
    {                                \
        return kmp_##name();         \
    }

#define DO(name)                     \
    SW_KMPC void kmp_##name##_(void) \
    {                                \
        kmp_##name();                \
    }

SET(set_stacksize, int)
SET(set_stacksize_s, size_t)
SET(set_blocktime, int)
SET(set_library, int)
SET(set_disp_num_buffers, int)
GET(get_stacksize, int)
GET(get_stacksize_s, size_t)
GET(get_blocktime, int)
GET(get_library, int)
GET(get_num_known_threads, int)
DO(set_library_serial)
DO(set_library_turnaround)
DO(set_library_throughput)
DO(set_warnings_on)
DO(set_warnings_off)

SW_KMPC void kmp_set_defaults_(const char *text)
{
    (void)text;
}

SW_KMPC void kmpc_set_defaults(const char *text)
{
    (void)text;
}

SW_KMPC void *kmp_malloc_(size_t *size)
{
    return kmp_malloc(*size);
}

SW_KMPC void *kmp_aligned_malloc_(size_t *size, size_t *alignment)
{
    return kmp_aligned_malloc(*size, *alignment);
}

SW_KMPC void *kmp_calloc_(size_t *n, size_t *size)
{
    return kmp_calloc(*n, *size);
}

SW_KMPC void *kmp_realloc_(void **memory, size_t *size)
{
    return kmp_realloc(*memory, *size);
}

SW_KMPC void kmp_free_(void **memory)
{
    kmp_free(*memory);
}

SW_KMPC void *kmpc_malloc(size_t size)
{
    return kmp_malloc(size);
}

SW_KMPC void *kmpc_aligned_malloc(size_t size, size_t alignment)
{
    return kmp_aligned_malloc(size, alignment);
}

SW_KMPC void *kmpc_calloc(size_t n, size_t size)
{
    return kmp_calloc(n, size);
}

SW_KMPC void *kmpc_realloc(void *memory, size_t size)
{
    return kmp_realloc(memory, size);
}

SW_KMPC void kmpc_free(void *memory)
{
    kmp_free(memory);
}
