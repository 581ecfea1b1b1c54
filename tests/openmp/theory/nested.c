/*
 * Two threads, each with a region of N / 2, all equal: N. The runtime of gcc makes the threads of an inner region each time, which takes
 * 1.6 ms for 32 on a virtual machine of x86-64: on many processors there is as much more to do that this is no matter.
 */
#include "theory.h"

int main(int argc, char **argv)
{
    int n = begin(argc, argv);
    omp_set_max_active_levels(2);
    if (!truth_only) {
#pragma omp parallel num_threads(n > 1 ? 2 : 1)
#pragma omp for schedule(static)
        for (int half = 0; half < 2; half++) {
#pragma omp parallel for schedule(static) num_threads(n > 1 ? n / 2 : 1)
            for (int i = 0; i < 320; i++)
                work((n > 8 ? 4 : 1) * TOTAL / 640);
        }
    }
    return exactly(n); /* where N is 1, or even and N / 2 divides 320 */
}
