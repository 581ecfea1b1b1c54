/* fib(n) has as many spawns as it has invocations with n >= 2, and twice as many calls and one. */
#include "csi.h"

#include <stdio.h>
#include <stdlib.h>

enum { FIB, MAIN, FUNCTIONS };
UNIT(FUNCTIONS)

static long fib(long n);

NOINLINE static void spawn_fib(long n, long *result)
{
    TASK;
    *result = fib(n);
    TASK_EXIT(0);
}

NOINLINE static long fib(long n)
{
    ENTRY(FIB, SPAWNS);
    long a = n, b = 0;
    if (n >= 2) {
        SPAWN(0, spawn_fib(n - 1, &a));
        b = fib(n - 2);
        SYNC(0);
    }
    EXIT(FIB);
    return a + b;
}

int main(int argc, char **argv)
{
    ENTRY(MAIN, 0);
    printf("%ld\n", fib(argc > 1 ? atol(argv[1]) : 15));
    EXIT(MAIN);
    return 0;
}
