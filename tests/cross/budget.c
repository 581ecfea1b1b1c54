/*
 * A tiny function, called often enough that the budget takes it out while the program runs, from a
 * function that spawns and stays. The program looks at its own code: a branch is in the first sled
 * while it is profiled, a way past it afterwards.
 */
#include <cilk/cilk.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define CALLS 200000

static volatile long total;

__attribute__((noinline, noclone)) static void tiny(long by)
{
    total += by;
}

__attribute__((noinline, noclone)) static void other(long by)
{
    total -= by;
}

#if defined __x86_64__
static const char *state(const void *code)
{
    static const unsigned char pad[] = {0xf3, 0x0f, 0x1e, 0xfa};
    const unsigned char *sled = code;
    if (!memcmp(sled, pad, sizeof pad))
        sled += sizeof pad;
    if ((uintptr_t)sled % 2)
        return "not aligned";
    int jump = sled[0] == 0xeb && sled[1] == 3; /* where the kernel cannot have all fetch anew */
    return *sled == 0xe9 ? "in" : jump || *sled == 0x0f ? "out" : "something else";
}
#else
static const char *state(const void *code)
{
    const uint32_t *sled = code;
    if (*sled == 0xd503245f)
        sled++;
    return *sled >> 26 == 5 ? "in" : *sled == 0xd503201f ? "out" : "something else";
}
#endif

static void *volatile tiny_code = (void *)(uintptr_t)tiny;

__attribute__((noinline, noclone)) static long calls(long n)
{
    for (long i = 0; i < n; i++)
        tiny(i);
    return n;
}

int main(void)
{
    printf("tiny is %s\n", state(tiny_code));
    long a = cilk_spawn calls(CALLS);
    long b = calls(CALLS);
    cilk_sync;
    for (int i = 0; i < 10; i++)
        other(i);
    printf("tiny is %s\n%ld %ld\n", state(tiny_code), a + b, total);
    return 0;
}
