/* Iterations of a hundred nanoseconds are handed out one at a time. */
#include "burn.h"

int main(void)
{
    unsigned sum = 0;
#if MENDED
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 4096)
#else
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 1) /* HERE */
#endif
    for (unsigned i = 0; i < 400000; i++) {
        unsigned x = i;
        for (int k = 0; k < 150; k++)
            x = x * 1664525u + 1013904223u;
        __asm__ volatile("" : : "r"(x));
        sum += x & 1;
    }
    return sum > 400000;
}
