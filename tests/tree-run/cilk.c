/*
 * All that a Cilk program's tree is made of. fib 10: 88 spawns, each in a section of its own. A loop of 16 chunks,
 * each 1000 rounds, and a last one of 20000. A scope that spawns twice. "kill" ends it in the middle.
 */
#include <cilk/cilk.h>
#include <signal.h>
#include <spanwise.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t sink[17];

__attribute__((noinline)) static uint64_t spin(uint64_t rounds)
{
    uint64_t x = rounds;
    for (uint64_t i = 0; i < rounds; i++) {
        x = x * 6364136223846793005u + 1442695040888963407u;
        __asm__ volatile("" : "+r"(x)); /* each call does it */
    }
    return x;
}

static long fib(long n)
{
    if (n < 2)
        return n;
    long a = cilk_spawn fib(n - 1);
    long b = fib(n - 2);
    cilk_sync;
    return a + b;
}

static void loop(void)
{
#pragma cilk grainsize 1
    cilk_for (int i = 0; i < 16; i++)
        sink[i] = spin(i == 15 ? 20000 : 1000);
}

static void two(void)
{
    cilk_scope
    {
        sink[0] = cilk_spawn spin(3000);
        sink[1] = cilk_spawn spin(5000);
    }
}

int main(int argc, char **argv)
{
    printf("%ld\n", fib(10));
    spanwise_split("the rest"); /* nobody's business here */
    loop();
    if (argc > 1 && !strcmp(argv[1], "kill")) {
        spin(100000);
        raise(SIGKILL);
    }
    two();
    return 0;
}
