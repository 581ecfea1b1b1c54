/* critical, barrier, flush. */
#include "suite.h"

enum { ROUNDS = 20 };
static long unnamed, named, hinted, other;

int main(void)
{
    int n = omp_get_max_threads();
    printf("%d threads\n", n);
#pragma omp parallel
    {
        for (int i = 0; i < ROUNDS; i++) {
#pragma omp critical
            unnamed++;
#pragma omp critical(first)
            {
                named++;
#pragma omp critical(second) /* in another */
                other++;
            }
#pragma omp critical(third) hint(omp_lock_hint_contended)
            hinted++;
        }
    }
    same(unnamed, (long)n * ROUNDS);
    same(named, (long)n * ROUNDS);
    same(other, (long)n * ROUNDS);
    same(hinted, (long)n * ROUNDS);
    int *phase = (int *)calloc((size_t)n, sizeof *phase);
#pragma omp parallel
    {
        int t = omp_get_thread_num();
        for (int i = 0; i < ROUNDS; i++) {
            phase[t] = i;
#pragma omp barrier
            same(phase[(t + 1) % n], i);
            same(phase[(t * 7 + i) % n], i);
#pragma omp barrier
        }
    }
    free(phase);
    int ready = 0, value = 0;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            value = 5;
#pragma omp flush
#pragma omp atomic write
            ready = 1;
        }
#pragma omp barrier
        int seen;
#pragma omp atomic read
        seen = ready;
#pragma omp flush(value)
        same(seen, 1);
        same(value, 5);
    }
#pragma omp critical /* outside a region */
    unnamed = 0;
#pragma omp barrier
    same(unnamed, 0);
    return finish();
}
