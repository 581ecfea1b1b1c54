/* Libc's own functions, which the guard's wrappers call. */
#include "agent/openmp/guard/real.h"

struct sw_omp_real sw_omp_real_table;

void __attribute__((constructor(101))) sw_omp_real_find(void)
{
    static const char *const names[] = {SW_OMP_REAL(SW_LIBC_NAME)};
    sw_libc_fill(&sw_omp_real_table, names, sizeof names / sizeof *names);
}
