// C++, std::async: tiles of a picture, of which the first has by far the most in it.
#include "shared.h"

#include <future>
#include <vector>

static uint64_t render_tile(int tile, long n)
{
    uint64_t x = static_cast<uint64_t>(tile);
    for (long i = 0; i < (tile ? n : 8 * n); i++)
        x = (x ^ x >> 29) * 0x9E3779B97F4A7C15u + 1;
    return x;
}

int main(int argc, char **argv)
{
    long n = scaled(argc, argv, 60000000);
    std::vector<std::future<uint64_t>> tiles;
    for (int i = 0; i < 4; i++)
        tiles.push_back(std::async(std::launch::async, [i, n] { return render_tile(i, n); }));
    uint64_t sum = 0;
    for (auto &tile : tiles)
        sum += tile.get();
    return print_sum(sum);
}
