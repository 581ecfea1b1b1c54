/* Atomic operations, of which clang has its own, and so do the programs that it has built: those that
 * any other compiler would need are missing, by name. */
#include "agent/openmp/core/lock.h"
#include "agent/openmp/kmpc/missing.h"
#include "agent/openmp/simulator/record.h"

static void *word;

SW_KMPC void __kmpc_atomic_start(void)
{
    const void *here = HERE;
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_critical_begin(t, sw_omp_lock_of(&word), here);
    sw_omp_leave(t);
}

SW_KMPC void __kmpc_atomic_end(void)
{
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_critical_end(t, sw_omp_lock_of(&word));
    sw_omp_leave(t);
}

#define PLAIN(type, operation) MISSING(__kmpc_atomic_##type##_##operation)
#define ONE(type, operation) \
    PLAIN(type, operation)   \
    PLAIN(type, operation##_cpt)
#define REVERSIBLE(type, operation) \
    ONE(type, operation)            \
    PLAIN(type, operation##_rev)    \
    PLAIN(type, operation##_cpt_rev)
#define ALL(type)         \
    ONE(type, add)        \
    REVERSIBLE(type, sub) \
    ONE(type, mul)        \
    REVERSIBLE(type, div) \
    PLAIN(type, rd)       \
    PLAIN(type, wr)       \
    PLAIN(type, swp)
#define ORDERED(type) \
    ALL(type)         \
    ONE(type, max)    \
    ONE(type, min)
#define INTEGER(size)               \
    ORDERED(fixed##size)            \
    ONE(fixed##size, andb)          \
    ONE(fixed##size, andl)          \
    ONE(fixed##size, orb)           \
    ONE(fixed##size, orl)           \
    ONE(fixed##size, xor)           \
    ONE(fixed##size, eqv)           \
    ONE(fixed##size, neqv)          \
    REVERSIBLE(fixed##size, shl)    \
    REVERSIBLE(fixed##size, shr)    \
    REVERSIBLE(fixed##size##u, div) \
    REVERSIBLE(fixed##size##u, shr) \
    PLAIN(fixed##size, mul_float8)  \
    PLAIN(fixed##size, div_float8)  \
    ONE(bool_##size, cas)           \
    ONE(val_##size, cas)            \
    MISSING(__kmpc_atomic_##size)

INTEGER(1)
INTEGER(2)
INTEGER(4)
INTEGER(8)
ORDERED(float4)
ORDERED(float8)
ORDERED(float10)
ALL(cmplx4)
ALL(cmplx8)
ALL(cmplx10)
PLAIN(float4, add_float8)
PLAIN(float4, sub_float8)
PLAIN(float4, mul_float8)
PLAIN(float4, div_float8)
PLAIN(cmplx4, add_cmplx8)
PLAIN(cmplx4, sub_cmplx8)
PLAIN(cmplx4, mul_cmplx8)
PLAIN(cmplx4, div_cmplx8)
MISSING(__kmpc_atomic_10)
MISSING(__kmpc_atomic_16)
MISSING(__kmpc_atomic_20)
MISSING(__kmpc_atomic_32)
