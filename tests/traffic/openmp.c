#include "kernels.h"

int main(void)
{
    long sum = 0;
    prepare();
    for (int k = 0; k < TIMES; k++) {
#pragma omp parallel for
        for (int t = 0; t < 64; t++)
            triad(t * (SIZE / 64l), (t + 1) * (SIZE / 64l));
    }
#pragma omp parallel sections reduction(+ : sum)
    {
#pragma omp section
        sum += chase(nodes, NODES);
#pragma omp section
        copy();
    }
    return say(sum);
}
