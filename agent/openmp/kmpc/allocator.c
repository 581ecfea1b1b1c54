/* Allocators: those of omp_*. Their numbers are the same everywhere; C++ before 11 and Fortran have them
 * as variables of the runtime. */
#include "agent/openmp/kmpc/abi.h"

#include <stddef.h>

#define FORWARD(type, name, arguments, ...)             \
    type omp_##name(__VA_ARGS__);                       \
    SW_KMPC type __kmpc_##name(int global, __VA_ARGS__) \
    {                                                   \
        return omp_##name arguments;                    \
    }

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

SW_KMPC uintptr_t __kmpc_get_default_allocator(int global)
{
    return omp_get_default_allocator();
}

#define NUMBER(name, value)      \
    extern const uintptr_t name; \
    SW_KMPC const uintptr_t name = value;

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
