/* Locks: those of omp_*, which take as little of the program's memory as libomp's do. */
#include "agent/openmp/kmpc/abi.h"

/* The last call of a function is a jump: where it was called from is the program's place. */
#define LOCK(name, type, ...)                                                          \
    type omp_##name(void *lock);                                                       \
    SW_KMPC type __kmpc_##name(struct sw_kmpc_ident *loc, int32_t global, void **lock) \
    {                                                                                  \
        (void)loc, (void)global;                                                       \
        return omp_##name(lock);                                                       \
    }

LOCK(init_lock, void)
LOCK(init_nest_lock, void)
LOCK(destroy_lock, void)
LOCK(destroy_nest_lock, void)
LOCK(set_lock, void)
LOCK(set_nest_lock, void)
LOCK(unset_lock, void)
LOCK(unset_nest_lock, void)
LOCK(test_lock, int)
LOCK(test_nest_lock, int)

SW_KMPC void __kmpc_init_lock_with_hint(struct sw_kmpc_ident *loc, int32_t global, void **lock,
                                        uintptr_t hint)
{
    (void)loc, (void)global, (void)hint;
    omp_init_lock(lock);
}

SW_KMPC void __kmpc_init_nest_lock_with_hint(struct sw_kmpc_ident *loc, int32_t global, void **lock,
                                             uintptr_t hint)
{
    (void)loc, (void)global, (void)hint;
    omp_init_nest_lock(lock);
}
