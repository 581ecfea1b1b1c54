/*
 * The real functions behind wrappers that stand in for a runtime's. A process may have that runtime several
 * times: what a Python extension brings along belongs to that extension alone. So it is found by the
 * caller, unless the whole program has one.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One copy of a runtime. */
struct sw_real {
    bool told; /* it is another one under that name, which tells what it does in another way */
    void (*functions[])(void); /* by their numbers */
};

struct sw_real_name {
    const char *name, *version;
};

#define SW_REAL_MOST    64
#define SW_REAL_CALLERS 1024

/* All copies of a runtime, and what is looked for in each. The rest is zero. */
struct sw_reals {
    const struct sw_real_name *names;
    size_t n;
    const char *file; /* what it is called usually */
    /* Once for each copy, with the file's name. */
    void (*found)(struct sw_real *real, void *handle, const char *name);
    struct sw_real *_Atomic of_all;
    struct sw_real *_Atomic several[SW_REAL_MOST]; /* of some modules only; never removed */
    /* Which one a call goes to, by where it returns to. Both parts at once: the number of one of
     * several, above an address's bits. */
    _Atomic uint64_t callers[SW_REAL_CALLERS];
};

const struct sw_real *sw_real_of_caller(struct sw_reals *reals, const void *caller);

static inline const struct sw_real *sw_real_of(struct sw_reals *reals, const void *caller)
{
    const struct sw_real *real = atomic_load_explicit(&reals->of_all, memory_order_acquire);
    return __builtin_expect(real != NULL, 1) ? real : sw_real_of_caller(reals, caller);
}

/*
 * Functions of a runtime that hand on what they were called with: integers and pointers, so many words, whatever they mean. What a word
 * has beyond its parameter's own bits goes along. The result is a word, too, of which the caller knows how much counts.
 */
#define SW_WORDS_0  void
#define SW_WORDS_1  long a
#define SW_WORDS_2  SW_WORDS_1, long b
#define SW_WORDS_3  SW_WORDS_2, long c
#define SW_WORDS_4  SW_WORDS_3, long d
#define SW_WORDS_5  SW_WORDS_4, long e
#define SW_WORDS_6  SW_WORDS_5, long f
#define SW_WORDS_7  SW_WORDS_6, long g
#define SW_WORDS_8  SW_WORDS_7, long h
#define SW_WORDS_9  SW_WORDS_8, long i
#define SW_WORDS_10 SW_WORDS_9, long j
#define SW_WORDS_11 SW_WORDS_10, long k
#define SW_WORDS_12 SW_WORDS_11, long l
#define SW_WORDS_16 SW_WORDS_12, long m, long n, long o, long p

#define SW_HANDED_0
#define SW_HANDED_1  a
#define SW_HANDED_2  SW_HANDED_1, b
#define SW_HANDED_3  SW_HANDED_2, c
#define SW_HANDED_4  SW_HANDED_3, d
#define SW_HANDED_5  SW_HANDED_4, e
#define SW_HANDED_6  SW_HANDED_5, f
#define SW_HANDED_7  SW_HANDED_6, g
#define SW_HANDED_8  SW_HANDED_7, h
#define SW_HANDED_9  SW_HANDED_8, i
#define SW_HANDED_10 SW_HANDED_9, j
#define SW_HANDED_11 SW_HANDED_10, k
#define SW_HANDED_12 SW_HANDED_11, l
#define SW_HANDED_16 SW_HANDED_12, m, n, o, p
