/* Start and end of the runtime, and who a thread is. */
#include "agent/openmp/kmpc/abi.h"
#include "agent/openmp/simulator/team.h"

#include <stdlib.h>

struct sw_kmpc_thread *sw_kmpc_thread(struct sw_omp_thread *t)
{
    if (!t->abi && !(t->abi = calloc(1, sizeof(struct sw_kmpc_thread))))
        sw_omp_die("not enough memory for a thread");
    return t->abi;
}

SW_KMPC void __kmpc_begin(struct sw_kmpc_ident *loc, int32_t flags)
{
    (void)loc, (void)flags;
}

SW_KMPC void __kmpc_end(struct sw_kmpc_ident *loc)
{
    (void)loc;
}

SW_KMPC int32_t __kmpc_global_thread_num(struct sw_kmpc_ident *loc)
{
    (void)loc;
    struct sw_omp_thread *t = sw_omp_self_if_any();
    return t ? sw_kmpc_number(t) : 0;
}

SW_KMPC int32_t __kmpc_global_num_threads(struct sw_kmpc_ident *loc)
{
    (void)loc;
    return (int32_t)sw_omp_self()->simulator->n_threads + 1;
}

SW_KMPC int32_t __kmpc_bound_thread_num(struct sw_kmpc_ident *loc)
{
    (void)loc;
    return (int32_t)sw_omp_self()->number;
}

SW_KMPC int32_t __kmpc_bound_num_threads(struct sw_kmpc_ident *loc)
{
    (void)loc;
    return (int32_t)sw_omp_self()->team->n;
}

SW_KMPC int32_t __kmpc_ok_to_fork(struct sw_kmpc_ident *loc)
{
    (void)loc;
    return 1;
}

SW_KMPC int32_t __kmpc_in_parallel(struct sw_kmpc_ident *loc)
{
    (void)loc;
    return sw_omp_self()->team->active_level > 0;
}
