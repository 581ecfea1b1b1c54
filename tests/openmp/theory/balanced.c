/* Equal iterations, static: N. */
#include "theory.h"

int main(int argc, char **argv)
{
    int n = begin(argc, argv);
    if (!truth_only) {
#pragma omp parallel for schedule(static)
        for (int i = 0; i < 640; i++)
            work(TOTAL / 640);
    }
    return exactly(n); /* where N divides 640 */
}
