// Primes between numbers, range by range.
#include "shared.h"

#include <algorithm>
#include <future>
#include <vector>

static uint64_t primes(uint32_t first, uint32_t last)
{
    uint64_t n = 0;
    for (uint32_t i = first | 1; i < last; i += 2) {
        bool is = i > 1;
        for (uint32_t d = 3; is && d * d <= i; d += 2)
            is = i % d != 0;
        n += is;
    }
    return n;
}

static uint64_t count(uint32_t most)
{
#ifdef REPAIRED
    const uint32_t range = 4000;
#else
    const uint32_t range = 40;
#endif
    uint64_t sum = 0;
    for (uint32_t i = 0; i < most;) {
        std::vector<std::future<uint64_t>> parts;
        for (int k = 0; k < threads_wanted() && i < most; k++, i += range)
            parts.push_back(std::async(std::launch::async, primes, i, std::min(i + range, most)));
        for (auto &part : parts)
            sum += part.get();
    }
    return sum;
}

int main(int argc, char **argv)
{
    return print_sum(count(static_cast<uint32_t>(scaled(argc, argv, 1200000))));
}
