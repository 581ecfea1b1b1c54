/* Counts the primes among many numbers, in one counter for all. */
#include "shared.h"

#include <cilk/cilk.h>
#include <stdatomic.h>

static _Atomic uint64_t found;

static inline int is_one(uint32_t x)
{
    return x % 2 && x % 3 && x % 5 && x % 7 && x % 11;
}

static void look(long from, long to)
{
#ifdef REPAIRED
    uint64_t mine = 0;
    for (long i = from; i < to; i++)
        mine += (uint64_t)is_one((uint32_t)i);
    found += mine;
#else
    for (long i = from; i < to; i++)
        if (is_one((uint32_t)i))
            atomic_fetch_add_explicit(&found, 1, memory_order_relaxed);
#endif
}

int main(int argc, char **argv)
{
    long n = scaled(argc, argv, 160000), each = 1000;
    cilk_for (long b = 0; b < n; b++)
        look(b * each, (b + 1) * each);
    return print_sum(found);
}
