/* A chain of affine maps modulo a prime: each value is the map of that place applied to the value before it. */
#include "shared.h"

#include <cilk/cilk.h>

enum { PLACES = 1 << 17, BLOCK = 1024, PRIME = 1000003 };
static struct map {
    uint32_t by, plus;
} maps[PLACES];
static uint32_t values[PLACES];

static void prepare(uint32_t round)
{
    cilk_for (uint32_t i = 0; i < PLACES; i++) {
        uint32_t x = i * 2654435761u + round;
        for (int k = 0; k < 8; k++)
            x = (x ^ x >> 15) * 2246822519u;
        maps[i] = (struct map){x % PRIME, (x >> 7) % PRIME};
    }
}

static void follow(uint32_t first)
{
#ifdef REPAIRED
    static struct map whole[PLACES / BLOCK];
    static uint32_t begin[PLACES / BLOCK];
    cilk_for (long b = 0; b < PLACES / BLOCK; b++) {
        struct map all = {1, 0};
        for (long i = b * BLOCK; i < (b + 1) * BLOCK; i++) {
            all.by = (uint32_t)((uint64_t)all.by * maps[i].by % PRIME);
            all.plus = (uint32_t)(((uint64_t)all.plus * maps[i].by + maps[i].plus) % PRIME);
        }
        whole[b] = all;
    }
    for (long b = 0; b < PLACES / BLOCK; b++) {
        begin[b] = first;
        first = (uint32_t)(((uint64_t)first * whole[b].by + whole[b].plus) % PRIME);
    }
    cilk_for (long b = 0; b < PLACES / BLOCK; b++) {
        uint32_t x = begin[b];
        for (long i = b * BLOCK; i < (b + 1) * BLOCK; i++)
            values[i] = x = (uint32_t)(((uint64_t)x * maps[i].by + maps[i].plus) % PRIME);
    }
#else
    uint32_t x = first;
    for (long i = 0; i < PLACES; i++)
        values[i] = x = (uint32_t)(((uint64_t)x * maps[i].by + maps[i].plus) % PRIME);
#endif
}

static void use(void)
{
    cilk_for (long i = 0; i < PLACES; i++) {
        uint32_t x = values[i];
        for (int k = 0; k < 12; k++)
            x = (x ^ x >> 13) * 3266489917u;
        values[i] = x;
    }
}

int main(int argc, char **argv)
{
    long rounds = scaled(argc, argv, 160);
    uint64_t sum = 0;
    for (long r = 0; r < rounds; r++) {
        prepare((uint32_t)r);
        follow((uint32_t)r);
        use();
        sum = sum * 31 + values[PLACES - 1] + values[PLACES / 3];
    }
    return print_sum(sum);
}
