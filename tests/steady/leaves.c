/* 512 equal leaves, in Cilk. */
#include <stdio.h>

static double leaf(int n)
{
    double x = n;
    for (int i = 0; i < 4000; i++)
        x = x * 0.999 + i;
    return x;
}

static double tree(int n)
{
    double a, b;
    if (n == 1)
        return leaf(n);
    a = cilk_spawn tree(n / 2);
    b = tree(n - n / 2);
    cilk_sync;
    return a + b;
}

int main(void)
{
    printf("%g\n", tree(512));
    return 0;
}
