/* error at run time: a warning goes on, a fatal error ends the program. */
#include "suite.h"

int main(void)
{
    puts("begins");
    fflush(stdout);
#pragma omp error at(execution) severity(warning) message("only a warning")
    puts("goes on");
    fflush(stdout);
#pragma omp error at(execution) message("fatal")
    return 0;
}
