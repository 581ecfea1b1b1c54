/* Throws dice: one counter a thread for what came up, side by side on the stack of who asks. */
#include "shared.h"

#include <omp.h>

enum { MOST = 64 };

static inline uint32_t throw_one(long i)
{
    uint32_t x = (uint32_t)i * 2654435761u;
    x = (x ^ x >> 15) * 2246822519u;
    return (x ^ x >> 13) % 6;
}

static uint64_t throw_all(long times)
{
    volatile uint64_t sixes[MOST] = {0};
    uint64_t sum = 0;
#pragma omp parallel
    {
        long me = omp_get_thread_num(), n = omp_get_num_threads();
#ifdef REPAIRED
        uint64_t mine = 0;
        for (long i = times * me / n; i < times * (me + 1) / n; i++)
            mine += throw_one(i);
        sixes[me] = mine;
#else
        for (long i = times * me / n; i < times * (me + 1) / n; i++)
            sixes[me] += throw_one(i);
#endif
    }
    for (int t = 0; t < MOST; t++)
        sum += sixes[t];
    return sum;
}

int main(int argc, char **argv)
{
    return print_sum(throw_all(scaled(argc, argv, 100000000)));
}
