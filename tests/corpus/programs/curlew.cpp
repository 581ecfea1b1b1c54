// TBB: rows of a matrix, of which the first ones take longest, in pieces of many rows.
#include "shared.h"

#include <atomic>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

using Range = tbb::blocked_range<long>;

static uint64_t row(long i, long n)
{
    uint64_t x = static_cast<uint64_t>(i);
    for (long k = 0; k < (i < n / 16 ? 12 * n : n / 2); k++)
        x = (x ^ x >> 31) * 0x9E3779B97F4A7C15u;
    return x;
}

static uint64_t rows(long n)
{
    std::atomic<uint64_t> sum{0};
#ifdef REPAIRED
    const size_t grain = 1;
#else
    const size_t grain = static_cast<size_t>(n / 16);
#endif
    tbb::parallel_for(
        Range(0, n, grain),
        [&](const Range &r) {
            uint64_t own = 0;
            for (long i = r.begin(); i < r.end(); i++)
                own += row(i, n);
            sum += own;
        },
        tbb::simple_partitioner());
    return sum;
}

int main(int argc, char **argv)
{
    return print_sum(rows(scaled(argc, argv, 20000) / 16 * 16));
}
