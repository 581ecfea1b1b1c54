// C++, OpenMP: a critical section around an update of a map.
#include "shared.h"

#include <string>
#include <unordered_map>

static std::unordered_map<std::string, long> counts;

static void tally(const std::string &word)
{
#pragma omp critical(counting)
    counts[word]++;
}

int main(int argc, char **argv)
{
    long n = scaled(argc, argv, 2000000);
#pragma omp parallel for
    for (long i = 0; i < n; i++) {
        uint32_t x = static_cast<uint32_t>(i);
        for (int k = 0; k < 20; k++)
            x = (x ^ x >> 15) * 2246822519u + 1;
        tally(std::to_string(x % 5000));
    }
    return print_sum(counts.size());
}
