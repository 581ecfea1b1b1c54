/* A task for every node of a tree, down to leaves that take less than making a task does. */
#include "burn.h"

static unsigned leaf(unsigned n)
{
    unsigned x = n;
    for (unsigned i = 0; i < 200; i++)
        x = x * 1664525u + 1013904223u;
    __asm__ volatile("" : : "r"(x));
    return x & 1;
}

static unsigned serial(unsigned depth)
{
    return depth ? serial(depth - 1) + serial(depth - 1) : leaf(depth);
}

static unsigned tree(unsigned depth)
{
    unsigned a, b;
    if (!depth)
        return leaf(depth);
    if (MENDED && depth < 10)
        return serial(depth);
#pragma omp task shared(a) /* HERE */
    a = tree(depth - 1);
    b = tree(depth - 1);
#pragma omp taskwait
    return a + b;
}

int main(void)
{
    unsigned sum = 0;
#pragma omp parallel
#pragma omp single
    sum = tree(17);
    return sum > 1u << 17;
}
