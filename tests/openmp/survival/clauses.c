/* A clause says how many threads; so may the user. */
#include "robust.h"

int main(void)
{
    int n[3];
#pragma omp parallel num_threads(2)
    n[0] = omp_get_num_threads();
#pragma omp parallel num_threads(1)
    n[1] = omp_get_num_threads();
#pragma omp parallel
    n[2] = omp_get_num_threads();
    printf("%d %d %d\n", n[0], n[1], n[2]);
    return 0;
}
