/* C, OpenMP: serial code that is all of one call of the C library, and the last that the function does. */
#include "shared.h"

static int by_value(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

__attribute__((noinline)) static void arrange(uint32_t *a, long n)
{
    qsort(a, (size_t)n, sizeof(*a), by_value);
}

int main(int argc, char **argv)
{
    long n = scaled(argc, argv, 1000000);
    uint32_t *a = malloc((size_t)n * sizeof(*a)), sum = 0;
    for (long i = 0; i < n; i++)
        a[i] = (uint32_t)i * 2654435761u;
    arrange(a, n);
#pragma omp parallel for reduction(+ : sum)
    for (long i = 0; i < n; i++) {
        uint32_t x = a[i];
        for (int k = 0; k < 200; k++)
            x = (x ^ x >> 15) * 2246822519u + 1;
        sum += x;
    }
    free(a);
    return print_sum(sum);
}
