/* libomp's masks of processors: real ones, of which simulated threads have none of their own. A mask
 * that is set is what is got, no thread moves. */
#include "agent/openmp/kmpc/kmpc.h"

#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

static int n_processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_CONF);
    return n > 0 && n <= CPU_SETSIZE ? (int)n : CPU_SETSIZE;
}

static bool is_processor(int processor)
{
    return processor >= 0 && processor < n_processors();
}

SW_API void kmp_create_affinity_mask(void **mask)
{
    *mask = sw_omp_need(calloc(1, sizeof(cpu_set_t)), "a mask of processors");
}

SW_API void kmp_destroy_affinity_mask(void **mask)
{
    free(*mask);
    *mask = NULL;
}

SW_OMP_CALL(int, kmp_set_affinity, (void **mask), *mask ? 0 : -1)
SW_OMP_CALL(int, kmp_get_affinity, (void **mask), sched_getaffinity(0, sizeof(cpu_set_t), *mask))
SW_OMP_CALL(int, kmp_get_affinity_max_proc, (void), n_processors())

#define MASK_PROC(what, done)                                                       \
    SW_OMP_CALL(int, kmp_##what##_affinity_mask_proc, (int processor, void **mask), \
                is_processor(processor) ? (done) : -1)

MASK_PROC(set, (CPU_SET(processor, (cpu_set_t *)*mask), 0))
MASK_PROC(unset, (CPU_CLR(processor, (cpu_set_t *)*mask), 0))
MASK_PROC(get, CPU_ISSET(processor, (cpu_set_t *)*mask) != 0)
SW_KMPC_NOTHING(kmp_set_thread_affinity_mask_initial)

/* Fortran's, and by value under another name. */
SW_OMP_ALIAS(kmp_create_affinity_mask_, kmp_create_affinity_mask);
SW_OMP_ALIAS(kmp_destroy_affinity_mask_, kmp_destroy_affinity_mask);
SW_OMP_ALIAS(kmp_set_affinity_, kmp_set_affinity);
SW_OMP_ALIAS(kmp_get_affinity_, kmp_get_affinity);
SW_OMP_ALIAS(kmp_get_affinity_max_proc_, kmp_get_affinity_max_proc);

#define OF_PROCESSOR(name)                                                                       \
    SW_OMP_CALL(int, kmp_##name##_, (int *processor, void **mask), kmp_##name(*processor, mask)) \
    SW_OMP_ALIAS(kmpc_##name, kmp_##name);

OF_PROCESSOR(set_affinity_mask_proc)
OF_PROCESSOR(unset_affinity_mask_proc)
OF_PROCESSOR(get_affinity_mask_proc)
