/* A loop of equal iterations, under the compiler's own schedule. */
#include "work.h"

int main(int argc, char **argv)
{
    long n = size_of(argc, argv, 2000);
    uint64_t sum = 0;
#pragma omp parallel for reduction(^ : sum)
    for (long i = 0; i < n; i++)
        sum ^= work(400000, (uint64_t)i);
    return tell(sum);
}
