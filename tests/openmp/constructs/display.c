/* omp_display_env and omp_display_affinity: what they print is the runtime's own. */
#include "suite.h"

int main(void)
{
#pragma omp parallel
    holds(omp_get_num_threads() > 0); /* a profile wants a region */
    omp_display_env(0);
    omp_display_env(1);
    omp_display_affinity("%n of %N");
    return finish();
}
