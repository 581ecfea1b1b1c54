/* omp_alloc and its like, allocators with traits, the allocate directive. */
#include "suite.h"
#include <stdint.h>

int main(void)
{
    int n = omp_get_max_threads();
    printf("%d threads\n", n);
    same(omp_get_default_allocator(), omp_default_mem_alloc);
    char *p = (char *)omp_alloc(1000, omp_default_mem_alloc);
    memset(p, 1, 1000);
    omp_free(p, omp_default_mem_alloc);
    p = (char *)omp_alloc(10, omp_null_allocator);
    holds(p);
    omp_free(p, omp_null_allocator);
    omp_free(NULL, omp_null_allocator);
    omp_alloctrait_t traits[] = {
        {omp_atk_alignment, 256}, {omp_atk_pool_size, 4096}, {omp_atk_fallback, omp_atv_null_fb}};
    omp_allocator_handle_t a = omp_init_allocator(omp_default_mem_space, 3, traits);
    holds(a != omp_null_allocator);
    p = (char *)omp_alloc(100, a);
    same((uintptr_t)p % 256, 0);
    same(omp_alloc(100000, a) == NULL, 1);
    omp_free(p, a);
    p = (char *)omp_calloc(10, 10, a);
    same(p[99], 0);
    p = (char *)omp_realloc(p, 200, a, a);
    same(p[99], 0);
    omp_free(p, a);
    p = (char *)omp_aligned_alloc(512, 1024, a);
    same((uintptr_t)p % 512, 0);
    omp_free(p, a);
    p = (char *)omp_aligned_calloc(512, 2, 512, a);
    same(p[1023], 0);
    omp_free(p, a);
    omp_set_default_allocator(a);
    same(omp_get_default_allocator() == a, 1);
    omp_set_default_allocator(omp_default_mem_alloc);
    omp_destroy_allocator(a);
    int sum = 0;
    double x = 2;
    omp_allocator_handle_t handle = omp_default_mem_alloc;
#pragma omp parallel firstprivate(x) allocate(handle : x) reduction(+ : sum)
    {
        x += omp_get_thread_num();
        sum += (int)x;
        void *q = omp_alloc(64, omp_thread_mem_alloc);
        memset(q, 0, 64);
        omp_free(q, omp_thread_mem_alloc);
    }
    same(sum, 2 * n + n * (n - 1) / 2);
    return finish();
}
