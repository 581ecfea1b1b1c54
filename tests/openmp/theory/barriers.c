/* Phases of 64 pieces with a barrier after each; in each another piece takes ten times as long. */
#include "theory.h"

int main(int argc, char **argv)
{
    int n = begin(argc, argv), phases = 64;
    if (!truth_only) {
#pragma omp parallel
        for (int p = 0; p < phases; p++) {
#pragma omp for schedule(static)
            for (int i = 0; i < 64; i++)
                work(TOTAL / 64 / 73 * (i == p ? 10 : 1));
        }
    }
    return exactly(73.0 / (64.0 / n + 9)); /* where N divides 64 */
}
