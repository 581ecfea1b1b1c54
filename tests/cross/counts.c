/*
 * Every kind of event, a known number of times. What the profile must hold:
 *
 *   spawns  fib(10), one a call with n >= 2: fib(11) - 1 = 88; of a library function 3; the loop of
 *           8 chunks 7, that of 4 chunks 3; the scope 2: 103 in all
 *   syncs   fib 88; library() 1; one a frame of a loop that spawns, which are half as many as its
 *           chunks: 4 + 2; the scope 1: 96 in all
 */
#include <cilk/cilk.h>
#include <setjmp.h>
#include <spanwise.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline, noclone))

static volatile int sink;

NOINLINE static int fib(int n)
{
    if (n < 2)
        return n;
    int a = cilk_spawn fib(n - 1);
    int b = fib(n - 2);
    cilk_sync;
    return a + b;
}

NOINLINE static int leaf(int x)
{
    sink = x;
    return x + 1;
}

NOINLINE static size_t library(const char *text)
{
    size_t sizes[3];
    for (int i = 0; i < 3; i++)
        sizes[i] = cilk_spawn strlen(text);
    cilk_sync;
    return sizes[0] + sizes[1] + sizes[2];
}

NOINLINE static int loops(void)
{
    int seen[100] = {0}, sum = 0;
#pragma cilk grainsize 1
    cilk_for (int i = 0; i < 8; i++)
        seen[i] = leaf(i);
#pragma cilk grainsize 25
    cilk_for (int i = 0; i < 100; i++)
        seen[i] += leaf(i);
    for (int i = 0; i < 100; i++)
        sum += seen[i];
    return sum;
}

NOINLINE static int scopes(void)
{
    int a = 0, b = 0;
    cilk_scope
    {
        a = cilk_spawn leaf(1);
        b = cilk_spawn leaf(2);
    }
    return a + b;
}

static jmp_buf back;

NOINLINE static void jump(int depth)
{
    if (depth == 0)
        longjmp(back, 1);
    jump(depth - 1);
    sink = depth;
}

NOINLINE static int jumps(void)
{
    volatile int times = 0;
    for (int i = 0; i < 5; i++)
        if (setjmp(back) == 0)
            jump(3);
        else
            times++;
    return times;
}

NOINLINE static int tail(int n)
{
    sink = n;
    return leaf(n);
}

int main(void)
{
    spanwise_begin("all");
    for (int i = 0; i < 3; i++) {
        spanwise_begin("loops");
        if (i == 1)
            printf("loops %d\n", loops());
        spanwise_end("loops");
    }
    printf("fib %d\n", fib(10));
    printf("library %zu\n", library("twelve chars"));
    printf("scopes %d\n", scopes());
    printf("jumps %d\n", jumps());
    printf("tail %d\n", tail(3));
    spanwise_end("all");
    fflush(stdout);
    return 42;
}
