/* Deep recursion inside a region, on the stacks that threads have by default; no tasks. */
#include "../constructs/suite.h"

static __attribute__((noinline)) long down(int depth)
{
    volatile char room[4096];
    room[0] = room[4095] = (char)depth;
    if (depth == 0) {
#pragma omp barrier
        return 0;
    }
    return down(depth - 1) + (room[0] == room[4095]);
}

int main(void)
{
    int n = omp_get_max_threads() > 64 ? 64 : omp_get_max_threads();
    long sum = 0;
#pragma omp parallel num_threads(n) reduction(+ : sum)
    sum += down(1000); /* 4 MB, half of what is usual */
    same(sum, 1000L * n);
    return finish();
}
