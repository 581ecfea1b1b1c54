/* A fifth of the work in a critical section: N while it is not full, 5 beyond. */
#include "theory.h"

int main(int argc, char **argv)
{
    int n = begin(argc, argv);
    if (!truth_only) {
#pragma omp parallel for schedule(static)
        for (int i = 0; i < 1280; i++) {
            work(TOTAL / 1280 * 4 / 5);
#pragma omp critical
            work(TOTAL / 1280 / 5);
        }
    }
    /* At the beginning all come at once, and at the end nobody is inside while one goes on. */
    double each = 1280.0 / n, first = n <= 5 ? n - 1 : 4;
    double time = n <= 5 ? each * 5 + first : 1280 + first;
    return between(1280 * 5 / time * 0.99, n < 5 ? n : 5);
}
