/* atomic compare and other forms of 5.1. */
#include "suite.h"

int main(void)
{
    int n = omp_get_max_threads(), most = -1, least = 1 << 30, won = 0;
    int owner = -1;
    printf("%d threads\n", n);
#pragma omp parallel
    {
        int t = omp_get_thread_num();
#pragma omp atomic compare
        most = most < t ? t : most;
#pragma omp atomic compare
        least = t < least ? t : least;
#ifndef __clang__
        int got;
#pragma omp atomic compare capture
        {
            got = owner;
            if (owner == -1) {
                owner = t;
            }
        }
        if (got == -1) {
#pragma omp atomic relaxed
            won++;
        }
#else
        (void)owner;
#pragma omp single
        won++;
#endif
    }
    same(most, n - 1);
    same(least, 0);
    same(won, 1);
    return finish();
}
