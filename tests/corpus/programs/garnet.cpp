// The volume of a body, by random points.
#include "shared.h"

static bool inside(uint64_t n)
{
    uint32_t at[3];
    for (uint32_t &x : at) {
        n = (n ^ n >> 29) * 0x9E3779B97F4A7C15u + 11;
        n ^= n >> 32;
        x = static_cast<uint32_t>(n) % 2001;
    }
    uint32_t square = 0;
    for (uint32_t x : at)
        square += (x - 1000) * (x - 1000);
    return square < 1000000 && square > 90000;
}

static uint64_t volume(long points)
{
    uint64_t n = 0;
#pragma omp parallel for reduction(+ : n)
    for (long i = 0; i < points; i++)
        n += inside(static_cast<uint64_t>(i));
    return n;
}

int main(int argc, char **argv)
{
    return print_sum(volume(scaled(argc, argv, 50000000)));
}
