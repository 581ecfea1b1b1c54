/* Regions with serial work between them: a fifth of it all. */
#include "work.h"

int main(int argc, char **argv)
{
    long n = size_of(argc, argv, 100);
    uint64_t sum = 1;
    for (long r = 0; r < n; r++) {
        sum = work(1000000, sum);
#pragma omp parallel for reduction(^ : sum)
        for (long i = 0; i < 100; i++)
            sum ^= work(40000, (uint64_t)i);
    }
    return tell(sum);
}
