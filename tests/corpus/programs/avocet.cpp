// TBB: tiles of a map are measured; what is found is put into one table.
#include "shared.h"

#include <mutex>
#include <tbb/parallel_for.h>
#include <vector>

static std::vector<uint64_t> table(4096);
static std::mutex mutexes[64];

static uint64_t mixed(uint64_t x, int times)
{
    for (int i = 0; i < times; i++)
        x = (x ^ x >> 29) * 0x9E3779B97F4A7C15u;
    return x;
}

static void put(long tile, uint64_t found)
{
#ifdef REPAIRED
    std::lock_guard<std::mutex> hold(mutexes[tile % 64]);
#else
    std::lock_guard<std::mutex> hold(mutexes[0 * tile]);
#endif
    for (long i = tile % 64; i < 4096; i += 64)
        table[static_cast<size_t>(i)] += mixed(found + static_cast<uint64_t>(i), 60);
}

int main(int argc, char **argv)
{
    tbb::parallel_for(0L, scaled(argc, argv, 40000),
                      [](long tile) { put(tile, mixed(static_cast<uint64_t>(tile), 8000)); });
    uint64_t sum = 0;
    for (uint64_t x : table)
        sum = sum * 31 + x;
    return print_sum(sum);
}
