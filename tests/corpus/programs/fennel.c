/* Blends one picture into another, in several passes. */
#include "shared.h"

#include <cilk/cilk.h>

enum { PIXELS = 8 << 20, BLOCK = 4096 };
static uint64_t *below, *above, *result;

static inline void block(uint64_t *restrict to, const uint64_t *restrict a,
                         const uint64_t *restrict b)
{
    for (long i = 0; i < BLOCK; i++)
        to[i] = (to[i] << 1) + a[i] + (b[i] >> 1);
}

static void blend(long passes)
{
#ifdef REPAIRED
    cilk_for (long b = 0; b < PIXELS; b += BLOCK)
        for (long pass = 0; pass < passes; pass++)
            block(result + b, below + b, above + b);
#else
    for (long pass = 0; pass < passes; pass++)
        cilk_for (long b = 0; b < PIXELS; b += BLOCK)
            block(result + b, below + b, above + b);
#endif
}

static void paint(void)
{
    cilk_for (uint32_t b = 0; b < PIXELS / BLOCK; b++)
        for (uint32_t i = b * BLOCK; i < (b + 1) * BLOCK; i++) {
            below[i] = i * 3;
            above[i] = i ^ i >> 5;
            result[i] = 0;
        }
}

int main(int argc, char **argv)
{
    below = malloc(PIXELS * sizeof(*below));
    above = malloc(PIXELS * sizeof(*above));
    result = malloc(PIXELS * sizeof(*result));
    paint();
    blend(scaled(argc, argv, 40));
    uint64_t sum = 0;
    for (long i = 0; i < PIXELS; i += 997)
        sum = sum * 31 + result[i];
    return print_sum(sum);
}
