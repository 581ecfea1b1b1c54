// C++, std::thread: two lambdas of one function, and one has far more to do.
#include "shared.h"

#include <thread>

static uint32_t sums[2];

int main(int argc, char **argv)
{
    long n = scaled(argc, argv, 1500000);
    std::thread light([n] {
        uint32_t x = 1;
        for (long i = 0; i < n * 60; i++)
            x = (x ^ x >> 15) * 2246822519u + 1;
        sums[0] = x;
    });
    std::thread heavy([n] {
        uint32_t x = 2;
        for (long i = 0; i < n * 500; i++)
            x = (x ^ x >> 15) * 2246822519u + 1;
        sums[1] = x;
    });
    light.join();
    heavy.join();
    return print_sum(sums[0] + sums[1]);
}
