#include "target/openmp/guard/real.h"
#include "target/core/libc_next.h"

struct sw_omp_real sw_omp_real_table;

void __attribute__((constructor(101))) sw_omp_real_find(void)
{
    struct sw_omp_real r;
#define FIND(name) *(void **)&r.name = sw_libc_next(#name);
    SW_OMP_REAL(FIND)
    sw_omp_real_table = r;
}
