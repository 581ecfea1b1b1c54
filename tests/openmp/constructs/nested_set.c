/* omp_set_nested, which is older than the levels. */
#include "suite.h"

static int inner(void)
{
    int count = 0;
#pragma omp parallel num_threads(2) reduction(+ : count)
    {
#pragma omp parallel num_threads(3) reduction(+ : count)
        count++;
    }
    return count;
}

int main(void)
{
    omp_set_nested(1);
    same(omp_get_nested(), 1);
    same(inner(), 6);
    omp_set_nested(0);
    same(omp_get_nested(), 0);
    same(inner(), 2);
    omp_set_nested(1);
    same(inner(), 6);
    return finish();
}
