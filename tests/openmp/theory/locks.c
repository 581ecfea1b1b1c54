/* A quarter of the work under one of two locks, by turns: 8 at most. */
#include "theory.h"

int main(int argc, char **argv)
{
    int n = begin(argc, argv);
    omp_lock_t lock[2];
    omp_init_lock(&lock[0]);
    omp_init_lock(&lock[1]);
    if (!truth_only) {
#pragma omp parallel for schedule(dynamic)
        for (int i = 0; i < 1280; i++) {
            work(TOTAL / 1280 * 3 / 4);
            omp_set_lock(&lock[i % 2]);
            work(TOTAL / 1280 / 4);
            omp_unset_lock(&lock[i % 2]);
        }
    }
    return n <= 4 ? between(n * 0.98, n) : between(n == 8 ? 6.5 : 7.7, n < 8 ? n : 8);
}
