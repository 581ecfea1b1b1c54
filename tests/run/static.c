/*
 * Functions and variables with the names of the profiler's and of the scheduler's own: the program is
 * linked with both. tree(6) spawns 63 times; a destructor does it once more. With an argument it
 * crashes in the second.
 */
#include <cilk/cilk.h>
#include <stdio.h>
#include <stdlib.h>

int sw_live = 1, sw_workers = 2, spanwise_text = 3, sw_own_code_low = 4;
static int crash;

__attribute__((noinline)) int sw_start(int n)
{
    return n - 1;
}

__attribute__((noinline)) int sw_wake(void)
{
    return sw_live + sw_workers + spanwise_text + sw_own_code_low;
}

__attribute__((noinline)) int __udivti3(void)
{
    return 5;
}

__attribute__((noinline)) static int tree(int n)
{
    if (n == 0)
        return 1;
    int a = cilk_spawn tree(sw_start(n));
    int b = tree(sw_start(n));
    cilk_sync;
    if (crash && n == 6)
        abort();
    return a + b;
}

__attribute__((destructor)) static void last(void)
{
    if (tree(6) != 64)
        abort();
}

int main(int argc, char **argv)
{
    (void)argv;
    printf("%d %d %d\n", tree(6), sw_wake(), __udivti3());
    fflush(stdout);
    crash = argc > 1;
    return 0;
}
