/* One fifth of the work is in a critical section. */
#include "work.h"

int main(int argc, char **argv)
{
    long n = size_of(argc, argv, 4000);
    uint64_t sum = 0;
#pragma omp parallel for
    for (long i = 0; i < n; i++) {
        uint64_t mine = work(160000, (uint64_t)i);
#pragma omp critical
        sum ^= work(40000, mine);
    }
    return tell(sum);
}
