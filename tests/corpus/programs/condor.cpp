// The extent and the weight of a cloud of points.
#include "shared.h"

#include <algorithm>

struct Extent {
    uint32_t low = ~0u, high = 0;
    uint64_t weight = 0;

    void take(uint32_t x)
    {
        low = std::min(low, x);
        high = std::max(high, x);
        weight += x;
    }
    void join(const Extent &other)
    {
        low = std::min(low, other.low);
        high = std::max(high, other.high);
        weight += other.weight;
    }
};

static uint32_t point(uint32_t i)
{
    for (int k = 0; k < 90; k++)
        i = (i ^ i >> 15) * 2246822519u + 7;
    return i >> 4;
}

static Extent survey(long points)
{
    Extent extent;
#ifdef REPAIRED
#pragma omp parallel
    {
        Extent mine;
#pragma omp for
        for (long i = 0; i < points; i++)
            mine.take(point(static_cast<uint32_t>(i)));
#pragma omp critical
        extent.join(mine);
    }
#else
#pragma omp parallel for
    for (long i = 0; i < points; i++) {
        uint32_t x = point(static_cast<uint32_t>(i));
#pragma omp critical
        extent.take(x);
    }
#endif
    return extent;
}

int main(int argc, char **argv)
{
    Extent extent = survey(scaled(argc, argv, 3000000));
    return print_sum(extent.weight * 31 + extent.high - extent.low);
}
