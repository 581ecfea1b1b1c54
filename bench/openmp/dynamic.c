/* The same by chunks that threads take as they come. */
#include "work.h"

int main(int argc, char **argv)
{
    long n = size_of(argc, argv, 2000);
    uint64_t sum = 0;
#pragma omp parallel for schedule(dynamic, 4) reduction(^ : sum)
    for (long i = 0; i < n; i++)
        sum ^= work(400 * (uint64_t)i, (uint64_t)i);
    return tell(sum);
}
