// C++, std::thread: two lambdas of one function, and one has far more to do.
#include "shared.h"

#include <thread>

static uint32_t sums[2];

int main(int argc, char **argv)
{
    long n = scaled(argc, argv, 1500000);
    auto mix = [](uint32_t x) {
        for (int k = 0; k < 500; k++)
            x = (x ^ x >> 15) * 2246822519u + 1;
        return x;
    };
    std::thread light([&] {
        for (long i = 0; i < n / 8; i++)
            sums[0] += mix(static_cast<uint32_t>(i));
    });
    std::thread heavy([&] {
        for (long i = 0; i < n; i++)
            sums[1] += mix(static_cast<uint32_t>(i));
    });
    light.join();
    heavy.join();
    return print_sum(sums[0] + sums[1]);
}
