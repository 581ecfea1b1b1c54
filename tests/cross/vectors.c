/*
 * Arguments and results in vector registers of every length that this processor has: they are live
 * where functions are entered and left. Prints what the plain program prints.
 */
#include <cilk/cilk.h>
#include <stdio.h>

#define NOINLINE __attribute__((noinline, noclone))

#define FUNCTIONS(type, target)                                                                    \
    target NOINLINE static type add_##type(type a, type b, type c, type d, type e, type f, type g, \
                                           type h)                                                 \
    {                                                                                              \
        return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h;                          \
    }                                                                                              \
    target NOINLINE static long run_##type(long n)                                                 \
    {                                                                                              \
        type a, sum = {0};                                                                         \
        long total = 0;                                                                            \
        for (unsigned i = 0; i < sizeof a / sizeof a[0]; i++)                                      \
            a[i] = n + i;                                                                          \
        for (int i = 0; i < 20; i++)                                                               \
            sum += add_##type(a, a + 1, a + 2, a + 3, sum, a + 5, a + 6, a + 7) & 0xffff;          \
        for (unsigned i = 0; i < sizeof a / sizeof a[0]; i++)                                      \
            total = 3 * total + sum[i];                                                            \
        return total;                                                                              \
    }

typedef long v2 __attribute__((vector_size(16)));
typedef long v4 __attribute__((vector_size(32)));
typedef long v8 __attribute__((vector_size(64)));

FUNCTIONS(v2, )
#if defined __x86_64__
FUNCTIONS(v4, __attribute__((target("avx2"))))
FUNCTIONS(v8, __attribute__((target("avx512f"))))
#define HAS(what) __builtin_cpu_supports(what)
#else
#define run_v4(n) 0l
#define run_v8(n) 0l
#define HAS(what) 0
#endif

#if defined __ARM_FEATURE_SVE
#include <arm_sve.h>
NOINLINE static svint64_t add_long(svbool_t p, svbool_t q, svint64_t a, svint64_t b, svint64_t c)
{
    return svadd_x(q, svsel(p, a, b), c);
}

static long run_long(long n)
{
    svbool_t even = svcmpeq(svptrue_b64(), svand_x(svptrue_b64(), svindex_s64(0, 1), 1), 0);
    svint64_t sum = svindex_s64(n, 3);
    for (int i = 0; i < 20; i++)
        sum = add_long(even, svptrue_b64(), sum, svindex_s64(i, 7), svindex_s64(n, i));
    return svaddv(svptrue_b64(), sum);
}
#else
#define run_long(n) 0l
#endif

NOINLINE static long all(long n)
{
    long sum = run_v2(n) + run_long(n);
    if (HAS("avx2"))
        sum += run_v4(n);
    if (HAS("avx512f"))
        sum += run_v8(n);
    return sum;
}

int main(void)
{
    for (long n = 0; n < 20; n++) {
        long a = cilk_spawn all(n);
        long b = all(n + 1);
        cilk_sync;
        printf("%ld %ld\n", a, b);
    }
    return 0;
}
