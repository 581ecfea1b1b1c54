/*
 * fib(n) by spawns makes 2 F(n+1) - 1 invocations, F(n+1) - 1 of them spawned: F(1) = F(2) = 1. For
 * n = 15: 1973 and 986. Besides: a loop of 40 iterations that call leaf(), a scope, a tail call, and
 * a function that never returns by itself. With an argument the first worker waits until the
 * continuations of its spawns were stolen, so many of them.
 */
#include <cilk/cilk.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline, noclone))

static volatile int went_on;

NOINLINE static long fib(long n)
{
    if (n < 2)
        return n;
    long x = cilk_spawn fib(n - 1);
    long y = fib(n - 2);
    cilk_sync;
    return x + y;
}

NOINLINE static long leaf(long i)
{
    static volatile long by = 3;
    return i * by;
}

NOINLINE static void scoped(void)
{
    cilk_scope
    {
        cilk_spawn leaf(1);
        leaf(2);
    }
}

NOINLINE static void jump(jmp_buf *to)
{
    leaf(4);
    longjmp(*to, 1);
}

/* Its continuation is another worker's. */
NOINLINE static void wait_for(int i)
{
    for (int ms = 0; went_on < i && ms < 10000; ms++)
        usleep(1000);
}

NOINLINE static void stolen(int i)
{
    cilk_spawn wait_for(i);
    leaf(i);
    went_on = i;
    cilk_sync;
}

NOINLINE static void end(const char *how)
{
    if (!strcmp(how, "exit"))
        exit(7);
    if (!strcmp(how, "_exit"))
        _exit(8);
    if (!strcmp(how, "abort"))
        abort();
}

int main(int argc, char **argv)
{
    int steals = argc > 1 ? atoi(argv[1]) : 0;
    long squares[40];
    jmp_buf back;
    if (!setjmp(back))
        jump(&back);
    cilk_for (int i = 0; i < 40; i++)
        squares[i] = leaf(i);
    scoped();
    for (int i = 1; i <= steals; i++)
        stolen(i);
    printf("%ld %ld\n", fib(15), squares[39]);
    fflush(stdout);
    if (argc > 2)
        end(argv[2]);
    return 5;
}
