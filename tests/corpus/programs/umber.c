/* Compresses blocks and appends them to an archive in their order. */
#include "shared.h"

enum { BLOCK = 16384 };

static uint32_t pack(uint32_t block)
{
    uint32_t x = block;
    for (int i = 0; i < BLOCK; i++)
        x = (x ^ x >> 15) * 2246822519u + 3;
    return x;
}

static uint64_t encoded(uint64_t before, uint32_t packed)
{
    uint64_t x = packed;
    for (int i = 0; i < BLOCK / 4; i++)
        x = (x ^ x >> 27) * 0x9E3779B97F4A7C15u;
    return before * 31 + x;
}

static uint64_t archive(long blocks)
{
    uint64_t sum = 0;
#pragma omp parallel for ordered schedule(dynamic)
    for (long b = 0; b < blocks; b++) {
        uint32_t packed = pack((uint32_t)b);
#ifdef REPAIRED
        uint64_t code = encoded(0, packed);
#pragma omp ordered
        sum = sum * 31 + code;
#else
#pragma omp ordered
        sum = encoded(sum, packed);
#endif
    }
    return sum;
}

int main(int argc, char **argv)
{
    return print_sum(archive(scaled(argc, argv, 12000)));
}
