/* A loop whose iterations grow: half of the threads get three quarters of the work. */
#include "work.h"

int main(int argc, char **argv)
{
    long n = size_of(argc, argv, 2000);
    uint64_t sum = 0;
#pragma omp parallel for schedule(static) reduction(^ : sum)
    for (long i = 0; i < n; i++)
        sum ^= work(400 * (uint64_t)i, (uint64_t)i);
    return tell(sum);
}
