/*
 * Where a frame is made: before the first statement that spawns, unless something leads around that place.
 * Each function is called so that it returns before, goes around, or comes back; a frame that was not
 * made, or made twice, is waited for at the end, for ever.
 */
#include <cilk/cilk.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static __attribute__((__noinline__)) int busy(int n)
{
    volatile int sum = 0;
    for (int i = 0; i < 1000 * (n % 7); i++)
        sum += i & 1;
    return n;
}

/* Overwrites the stack below, where frames will be. */
static __attribute__((__noinline__)) void dirty(int byte)
{
    volatile char below[4096];
    for (size_t i = 0; i < sizeof below; i++)
        below[i] = (char)byte;
}

static int early(int n)
{
    if (n < 2)
        return n;
    int x = cilk_spawn early(n - 1), y = early(n - 2);
    cilk_sync;
    return x + y;
}

static int around(int n)
{
    int x = 0, y = 0;
    if (n < 3)
        goto out;
    x = cilk_spawn busy(n);
    y = busy(n + 1);
out:
    cilk_sync;
    return x + y;
}

static int into(int n)
{
    int sum = 0, x = 0;
    if (n % 2)
        goto second;
    cilk_spawn busy(n);
second:
    x = cilk_spawn busy(n);
    sum += busy(n + 2);
    cilk_sync;
    return sum + x;
}

static int back(int n)
{
    int x[4] = {0}, i = 0;
again:
    x[i] = cilk_spawn busy(n + i);
    if (++i < 4)
        goto again;
    cilk_sync;
    return x[0] + x[1] + x[2] + x[3];
}

static int cases(int n)
{
    int x = 1, y = 1;
    switch (n % 3) {
    case 0:
        x = cilk_spawn busy(n);
    case 1: /* fall through */
        y = cilk_spawn busy(n + 1);
    }
    cilk_sync;
    return x + y;
}

static jmp_buf out;
static int jumps(int n)
{
    if (setjmp(out))
        return -n;
    int x = cilk_spawn busy(n);
    cilk_sync;
    if (n % 2)
        longjmp(out, 1);
    return x;
}

static int pragma(int n)
{
    int x[8], sum = 0;
    busy(n);
#pragma GCC unroll 4
    for (int i = 0; i < 8; i++)
        x[i] = cilk_spawn busy(n + i);
    cilk_sync;
    for (int i = 0; i < 8; i++)
        sum += x[i];
    return sum;
}

int main(void)
{
    static int (*const functions[])(int) = {early, around, into, back, cases, jumps, pragma};
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++)
        for (int n = 0; n < 12; n++) {
            dirty(n);
            printf("%zu: %d: %d\n", f, n, functions[f](n));
        }
    return 0;
}
