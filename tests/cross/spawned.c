/*
 * Which spawns are reported by their callee (agent/cilk/spared.h): the program looks at its own
 * table and code and prints, for each function, whether the sleds of its spawn are nops.
 */
#include "abi/cilk.h"

#include <cilk/cilk.h>
#include <stdio.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

extern const struct sw_sled __start___spanwise_sleds[] __attribute__((visibility("hidden")));
extern const struct sw_sled __stop___spanwise_sleds[] __attribute__((visibility("hidden")));

static volatile long sink = 1;

NOINLINE static long add(long a, long b)
{
    sink += a;
    return a + b;
}

NOINLINE static long ends_in_a_jump(long a)
{
    sink += a;
    return add(a, 1);
}

__attribute__((always_inline)) static inline long inlined(long a)
{
    return a + sink;
}

static long (*volatile pointer)(long, long) = add;

NOINLINE static long direct(long n)
{
    long a = cilk_spawn add(n, 2);
    cilk_sync;
    return a;
}

NOINLINE static long in_a_loop(long n)
{
    long sum = 0;
    for (long i = 0; i < n; i++) {
        long a = cilk_spawn add(i, sink);
        cilk_sync;
        sum += a;
    }
    return sum;
}

NOINLINE static long indirect(long n)
{
    long a = cilk_spawn pointer(n, 2);
    cilk_sync;
    return a;
}

NOINLINE static long of_the_library(const char *text)
{
    long a = cilk_spawn strlen(text);
    cilk_sync;
    return a;
}

NOINLINE static long of_inlined(long n)
{
    long a = cilk_spawn inlined(n);
    cilk_sync;
    return a;
}

NOINLINE static long of_a_jumper(long n)
{
    long a = cilk_spawn ends_in_a_jump(n);
    cilk_sync;
    return a;
}

static uintptr_t address(const struct sw_sled *s)
{
    return (uintptr_t)&s->at + (uintptr_t)(intptr_t)s->at;
}

static const char *state(uintptr_t at)
{
#if defined __x86_64__
    return *(const unsigned char *)at == 0x0f ? "nop" : "branch";
#else
    return *(const uint32_t *)at == 0xd503201f ? "nop" : "branch";
#endif
}

/* A spawn's END is the first behind it. */
static void show(const struct sw_sled *spawn)
{
    const struct sw_sled *end = NULL;
    for (const struct sw_sled *s = __start___spanwise_sleds; s < __stop___spanwise_sleds; s++)
        if (s->kind == SW_SLED_SPAWN_END && address(s) > address(spawn) &&
            (!end || address(s) < address(end)))
            end = s;
    printf("%s %s\n", state(address(spawn)), end ? state(address(end)) : "none");
}

int main(void)
{
    long sum = direct(1) + in_a_loop(3) + indirect(1) + of_the_library("three") + of_inlined(1) +
               of_a_jumper(1);
    for (const struct sw_sled *s = __start___spanwise_sleds; s < __stop___spanwise_sleds; s++)
        if (s->kind == SW_SLED_SPAWN)
            show(s);
    return sum == 0;
}
