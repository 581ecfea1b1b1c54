/* error at run time: a warning goes on, a fatal error ends the program. */
#include "suite.h"

int main(void)
{
#pragma omp parallel
    holds(omp_get_num_threads() > 0); /* a profile wants a region */
    puts("begins");
    fflush(stdout);
#pragma omp error at(execution) severity(warning) message("only a warning")
    puts("goes on");
    fflush(stdout);
#pragma omp error at(execution) message("fatal")
    return 0;
}
