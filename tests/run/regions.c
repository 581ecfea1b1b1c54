/*
 * Regions. Truth: each round of work() makes 986 spawns; the figures of a label are those of all
 * its regions together, and a region begun again inside itself counts once.
 *
 *     nested     2 rounds, one of them in `inner`
 *     repeated   3 regions of a round each
 *     recursive  begun three deep around one round
 *     left, right  overlap: left has rounds 1 and 2, right rounds 2 and 3
 *     spawned    two rounds in parallel: half the span of its work
 *     late       nothing, in a function that is called after milliseconds of work in main
 */
#include <cilk/cilk.h>
#include <cilk/cilkscale.h>
#include <spanwise.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static long fib(long n)
{
    if (n < 2)
        return n;
    long a = cilk_spawn fib(n - 1);
    long b = fib(n - 2);
    cilk_sync;
    return a + b;
}

__attribute__((noinline)) static void work(void)
{
    if (fib(15) != 610)
        abort();
}

/* Serial work of some milliseconds. */
__attribute__((noinline)) static double serial(void)
{
    volatile double x = 1;
    for (int i = 0; i < 1000000; i++)
        x = x * 1.0000001;
    return x;
}

static void recursive(int depth)
{
    spanwise_begin("recursive");
    if (depth)
        recursive(depth - 1);
    else
        work();
    spanwise_end("recursive");
}

__attribute__((noinline)) static void spawned(void)
{
    double a = cilk_spawn serial();
    double b = serial();
    cilk_sync;
    if (a != b)
        abort();
}

/* Calls nothing that has sleds: what came before its entry is not in its region. */
__attribute__((noinline)) static void late(void)
{
    spanwise_begin("late");
    spanwise_end("late");
}

int main(void)
{
    volatile double x = 1;
    for (int i = 0; i < 3000000; i++)
        x = x * 1.0000001;
    late();
    spanwise_end("never begun");
    spanwise_begin("nested");
    work();
    spanwise_begin("inner");
    work();
    spanwise_end("inner");
    spanwise_end("nested");
    for (int i = 0; i < 3; i++) {
        spanwise_begin("repeated");
        work();
        spanwise_end("repeated");
    }
    recursive(2);
    spanwise_region_t left = spanwise_open("left");
    work();
    spanwise_region_t right = spanwise_open("right");
    work();
    spanwise_close(left);
    work();
    spanwise_close(right);
    spanwise_begin("spawned");
    spawned();
    spanwise_end("spawned");
    wsp_t before = wsp_getworkspan();
    spawned();
    wsp_t once = wsp_sub(wsp_getworkspan(), before);
    wsp_dump(once, "once");
    wsp_dump(wsp_add(once, once), "twice");
    wsp_dump(wsp_zero(), "zero");
    return 0;
}
