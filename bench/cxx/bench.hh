// What the programs share: each takes a size, and prints one number that its serial elision prints as well.
#ifndef BENCH_CXX_BENCH_HH
#define BENCH_CXX_BENCH_HH

#include <cilk/cilk.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

inline long bench_size(int argc, char **argv, long standard)
{
    return argc > 1 ? std::atol(argv[1]) : standard;
}

inline uint64_t bench_hash(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

inline void bench_say(long result)
{
    std::printf("%ld\n", result);
}

#endif
