/*
 * A child and a continuation of the same length, one as long as the other, in functions whose sync is
 * their last act. Truth: on any number of workers the span is half the work.
 */
#include <cilk/cilk.h>
#include <stdio.h>

enum { TIMES = 20, STEPS = 5000000 };

static double spin(double x)
{
    for (long i = 0; i < STEPS; i++)
        x = x * 1.0000001 + 1e-9;
    return x;
}

__attribute__((noinline)) static double child(double x)
{
    return spin(x);
}

__attribute__((noinline)) static double both(double x)
{
    double a = cilk_spawn child(x);
    double b = spin(x + 1);
    cilk_sync;
    return a + b;
}

int main(void)
{
    double sum = 0;
    for (int i = 0; i < TIMES; i++)
        sum += both(i);
    printf("%g\n", sum);
    return 0;
}
