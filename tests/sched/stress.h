/*
 * Programs that a scheduler gets wrong first. A case computes a checksum from a seed, in parallel;
 * each file of cases is compiled twice, by `spanwise cc` and, with -DSTRESS_TWIN, by a plain
 * compiler: its serial twin. stress.c links both and compares. So a case keeps to itself (all
 * static, no globals), has no races, and its floating-point values are whole numbers that come out
 * exact in any order and with fused operations.
 */
#pragma once

#include <cilk/cilk.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define NOINLINE __attribute__((__noinline__))

struct stress_case {
    const char *name; /* NULL ends a table */
    uint64_t (*run)(uint64_t seed);
};

/* Takes up to about n ns, at random, and now and then gives the processor away; changes nothing. */
void stress_busy(unsigned n);

/* The thread that this is. Never inlined, so that nothing of it is kept across a spawn. */
unsigned stress_thread(void);

/* Counts a steal if this is not the given thread any more. */
void stress_moved(unsigned before);

#ifdef STRESS_TWIN
#define STRESS_TABLE(subject) stress_##subject##_twin
#define busy(n)               ((void)0)
#define WATCH(...)            __VA_ARGS__
#else
#define STRESS_TABLE(subject) stress_##subject
#define busy(n)               stress_busy(n)
/* A spawn, and a look at whether its continuation was stolen. */
#define WATCH(...)                                 \
    do {                                           \
        unsigned stress_before_ = stress_thread(); \
        __VA_ARGS__;                               \
        stress_moved(stress_before_);              \
    } while (0)
#endif

#define STRESS_SUBJECTS(X) X(forms) X(results) X(arguments) X(frames) X(loops) X(trees) X(library)
#define STRESS_DECLARE(subject) \
    extern const struct stress_case stress_##subject[], stress_##subject##_twin[];
STRESS_SUBJECTS(STRESS_DECLARE)

/* The nth number of a seed's sequence. */
static inline uint64_t derive(uint64_t seed, uint64_t n)
{
    uint64_t z = seed + (n + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* The nth number of a seed's sequence, from low to high. */
static inline int within(uint64_t seed, uint64_t n, int low, int high)
{
    return low + (int)(derive(seed, n) % (uint64_t)(high - low + 1));
}

/* Not symmetric: a swap of two results shows. */
static inline uint64_t mix(uint64_t h, uint64_t value)
{
    h = (h + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 32) ^ value) * 0x94d049bb133111ebu;
    return h ^ (h >> 29);
}

uint64_t mix_bytes(uint64_t h, const void *from, size_t size);
void fill_bytes(void *to, size_t size, uint64_t seed);
