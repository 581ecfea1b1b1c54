/* Tail calls: direct, indirect, through a table of functions, conditional, variadic, recursive. */
#include <stdarg.h>
#include <stdio.h>

#define NOINLINE __attribute__((noinline))

static int (*volatile chosen)(int);

NOINLINE int add(int x)
{
    return x + 3;
}

NOINLINE int twice(int x)
{
    return add(x * 2);
}

NOINLINE int indirect(int x)
{
    return chosen(x + 1);
}

NOINLINE int maybe(int x, int y)
{
    if (x == 0)
        return add(y);
    return twice(x + y) + 1;
}

NOINLINE int ninth(int a, int b, int c, int d, int e, int f, int g, int h, int (*call)(int))
{
    return call(a + b + c + d + e + f + g + h);
}

NOINLINE int vsum(int n, va_list list)
{
    int sum = 0;
    while (n--)
        sum += va_arg(list, int);
    return sum;
}

NOINLINE int sum(int n, ...)
{
    va_list list;
    va_start(list, n);
    int s = vsum(n, list);
    va_end(list);
    return s;
}

NOINLINE double sum_double(int n, ...)
{
    va_list list;
    double s = 0;
    va_start(list, n);
    while (n--)
        s += va_arg(list, double);
    va_end(list);
    return s;
}

NOINLINE int odd(unsigned n);

NOINLINE int even(unsigned n)
{
    return n == 0 ? 1 : odd(n - 1);
}

NOINLINE int odd(unsigned n)
{
    return n == 0 ? 0 : even(n - 1);
}

struct big {
    long a[9];
};

NOINLINE struct big make(long x)
{
    struct big b = {{x, 2 * x}};
    return b;
}

static int (*const table[])(int) = {add, twice, indirect};

NOINLINE int pick(int which, int x)
{
    return table[which](x);
}

int main(void)
{
    chosen = add;
    int total = 0;
    for (int i = 0; i < 100; i++)
        total += twice(i) + indirect(i) + maybe(i & 1, i) + pick(i % 3, i) + even((unsigned)i) +
                 ninth(1, 2, 3, 4, 5, 6, 7, i, twice) + sum(3, i, 1, 2) + (int)make(i).a[1];
    printf("%d %d %.1f\n", total, even(10000), sum_double(2, 1.5, 2.25));
    return 0;
}
