// TBB: the mean of what many draws give, by all cores.
#include "shared.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

using Range = tbb::blocked_range<long>;

static uint64_t draw(long i)
{
    uint64_t x = static_cast<uint64_t>(i) + 1;
    for (int k = 0; k < 4000; k++)
        x = (x ^ x >> 30) * 0x9E3779B97F4A7C15u;
    return x;
}

static uint64_t draws(long n)
{
    return tbb::parallel_reduce(
        Range(0, n), uint64_t{0},
        [](const Range &r, uint64_t sum) {
            for (long i = r.begin(); i < r.end(); i++)
                sum += draw(i);
            return sum;
        },
        [](uint64_t a, uint64_t b) { return a + b; });
}

int main(int argc, char **argv)
{
    return print_sum(draws(scaled(argc, argv, 60000)));
}
