/* Tasks that all depend on the one before: 1. */
#include "theory.h"

int main(int argc, char **argv)
{
    int x = 0;
    begin(argc, argv);
    if (!truth_only) {
#pragma omp parallel
#pragma omp single
        for (int i = 0; i < 300; i++) {
#pragma omp task depend(inout : x)
            work(TOTAL / 300);
        }
    }
    (void)x;
    return exactly(1);
}
