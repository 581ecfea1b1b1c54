/* Allocators: those of omp_*. Their numbers are the same everywhere; C++ before 11 and Fortran have them
 * as variables of the runtime. */
#include "agent/openmp/kmpc/abi.h"

#include <stddef.h>

void *omp_alloc(size_t size, uintptr_t allocator);
void *omp_aligned_alloc(size_t alignment, size_t size, uintptr_t allocator);
void *omp_calloc(size_t n, size_t size, uintptr_t allocator);
void *omp_realloc(void *memory, size_t size, uintptr_t allocator, uintptr_t of);
void omp_free(void *memory, uintptr_t allocator);
uintptr_t omp_init_allocator(uintptr_t space, int n, const void *traits);
void omp_destroy_allocator(uintptr_t allocator);
void omp_set_default_allocator(uintptr_t allocator);
uintptr_t omp_get_default_allocator(void);

SW_KMPC void *__kmpc_alloc(int global, size_t size, uintptr_t allocator)
{
    return omp_alloc(size, allocator);
}

SW_KMPC void *__kmpc_aligned_alloc(int global, size_t alignment, size_t size, uintptr_t allocator)
{
    return omp_aligned_alloc(alignment, size, allocator);
}

SW_KMPC void *__kmpc_calloc(int global, size_t n, size_t size, uintptr_t allocator)
{
    return omp_calloc(n, size, allocator);
}

SW_KMPC void *__kmpc_realloc(int global, void *memory, size_t size, uintptr_t allocator,
                             uintptr_t of)
{
    return omp_realloc(memory, size, allocator, of);
}

SW_KMPC void __kmpc_free(int global, void *memory, uintptr_t allocator)
{
    omp_free(memory, allocator);
}

SW_KMPC uintptr_t __kmpc_init_allocator(int global, uintptr_t space, int n, const void *traits)
{
    return omp_init_allocator(space, n, traits);
}

SW_KMPC void __kmpc_destroy_allocator(int global, uintptr_t allocator)
{
    omp_destroy_allocator(allocator);
}

SW_KMPC void __kmpc_set_default_allocator(int global, uintptr_t allocator)
{
    omp_set_default_allocator(allocator);
}

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
