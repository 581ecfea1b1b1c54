/*
 * Everything that a stub must leave as it was: arguments and results in every kind of register,
 * values that live across calls, spawns and syncs, the red zone. All numbers are whole, so that no
 * machine rounds them; what it prints, the plain serial program prints too.
 */
#include <cilk/cilk.h>
#include <complex.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline, noclone))

typedef double pair_of_doubles __attribute__((vector_size(16)));
struct two_longs {
    long a, b;
};
struct two_doubles {
    double a, b;
};
struct mixed {
    long a;
    double b;
};
struct large {
    long a[12];
    double b[5];
};

NOINLINE static double many(long a, double x, long b, double y, long c, double z, long d, double u,
                            long e, double v, long f, double w, long g, double r, long h, double s,
                            long i, double t)
{
    return (double)(a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i) + 10 * x +
           11 * y + 12 * z + 13 * u + 14 * v + 15 * w + 16 * r + 17 * s + 18 * t;
}

NOINLINE static double variadic(int n, ...)
{
    double sum = 0;
    va_list list;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        sum = 3 * sum + (double)va_arg(list, int) + va_arg(list, double);
    va_end(list);
    return sum;
}

NOINLINE static struct two_longs two_longs(long a)
{
    return (struct two_longs){a + 1, a + 2};
}

NOINLINE static struct two_doubles two_doubles(double a)
{
    return (struct two_doubles){a + 1, a + 2};
}

NOINLINE static struct mixed mixed(struct mixed m)
{
    return (struct mixed){m.a + 3, m.b + 4};
}

NOINLINE static struct large large(struct large l, int by)
{
    for (int i = 0; i < 12; i++)
        l.a[i] += by;
    for (int i = 0; i < 5; i++)
        l.b[i] += by;
    return l;
}

NOINLINE static __int128 wide(__int128 a)
{
    return a * 3 + 1;
}

NOINLINE static long double extended(long double a)
{
    return a * 2 + 1;
}

NOINLINE static double _Complex complex_product(double _Complex a, double _Complex b)
{
    return a * b;
}

NOINLINE static pair_of_doubles vector(pair_of_doubles a, pair_of_doubles b)
{
    return a * 2 + b;
}

NOINLINE static float single(float a, float b)
{
    return a - b;
}

__attribute__((always_inline)) static inline long inlined(long a)
{
    return 3 * a;
}

/* A leaf, because what it spawns is inlined: on x86-64 its array lies in the red zone, in which it
 * passes sleds. */
NOINLINE static long leaf_with_spawn(long a)
{
    volatile long zone[12];
    for (int i = 0; i < 12; i++)
        zone[i] = a + i;
    long sum = cilk_spawn inlined(a);
    cilk_sync;
    for (int i = 0; i < 12; i++)
        sum = 2 * sum + zone[i];
    return sum;
}

NOINLINE static long leaf(long a)
{
    volatile long zone[4] = {a, a + 1, a + 2, a + 3};
    return zone[0] + zone[1] + zone[2] + zone[3];
}

/* More values than there are registers, across spawns, syncs and calls. */
NOINLINE static double across(long n, double x)
{
    long a = n, b = n + 1, c = n + 2, d = n + 3, e = n + 4, f = n + 5, g = n + 6, h = n + 7;
    long i = n + 8, j = n + 9, k = n + 10, l = n + 11, m = n + 12, o = n + 13;
    double p = x, q = x + 1, r = x + 2, s = x + 3, t = x + 4, u = x + 5, v = x + 6, w = x + 7;
    double y = x + 8, z = x + 9, aa = x + 10, bb = x + 11, cc = x + 12, dd = x + 13, ee = x + 14;
    long spawned = 0;
    for (int round = 0; round < 8; round++) {
        cilk_sync; /* no call here: all of them may be in registers */
        a += b, b ^= c, c += d, d ^= e, e += f, f ^= g, g += h, h ^= i, i += j, j ^= k, k += l;
        l ^= m, m += o, o ^= a;
        p += q, q -= r, r += s, s -= t, t += u, u -= v, v += w, w -= y, y += z, z -= aa, aa += bb;
        bb -= cc, cc += dd, dd -= ee, ee += p;
        cilk_sync;
        a &= 0xffff, c &= 0xffff, e &= 0xffff, g &= 0xffff, i &= 0xffff, k &= 0xffff, m &= 0xffff;
        if (round % 4 == 3) {
            spawned = cilk_spawn leaf(a + o);
            d += leaf(b);
            cilk_sync;
            f += spawned;
        }
    }
    return (double)(a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j +
                    11 * k + 12 * l + 13 * m + 14 * o) +
           p + 2 * q + 3 * r + 4 * s + 5 * t + 6 * u + 7 * v + 8 * w + 9 * y + 10 * z + 11 * aa +
           12 * bb + 13 * cc + 14 * dd + 15 * ee;
}

NOINLINE static void tiny(void)
{
    static volatile int calls;
    calls = 1;
}

/* gcc sees what little tiny() destroys, and keeps values in all other registers (-fipa-ra). */
NOINLINE static long beside_tiny(long n)
{
    long a = n, b = n + 1, c = n + 2, d = n + 3, e = n + 4, f = n + 5, g = n + 6, h = n + 7;
    long i = n + 8, j = n + 9, k = n + 10, l = n + 11, m = n + 12;
    for (int round = 0; round < 4; round++) {
        tiny();
        a += b, b ^= c, c += d, d ^= e, e += f, f ^= g, g += h, h ^= i, i += j, j ^= k, k += l;
        l ^= m, m += a;
    }
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + 11 * k +
           12 * l + 13 * m;
}

/* gcc: reaches its parent's variables through the static chain register. */
#if defined __clang__
static long total;
NOINLINE static long inner(long by)
{
    total += by;
    return total;
}
#endif
NOINLINE static long nested(long n)
{
#if defined __clang__
    total = n;
#else
    long total = n;
    NOINLINE long inner(long by)
    {
        total += by;
        return total;
    }
#endif
    long a = cilk_spawn inner(3);
    long b = inner(4);
    cilk_sync;
    return 100 * a + 10 * b + total;
}

static int by_value(const void *a, const void *b)
{
    long x = *(const long *)a, y = *(const long *)b;
    return leaf(x) < leaf(y) ? -1 : x > y;
}

NOINLINE static long sorted(long n)
{
    long v[64], sum = 0;
    for (int i = 0; i < 64; i++)
        v[i] = (i * 37 + n) % 64;
    qsort(v, 64, sizeof *v, by_value);
    for (int i = 0; i < 64; i++)
        sum += i * v[i];
    return sum;
}

NOINLINE static double (*pick(int which))(long, double)
{
    (void)which;
    return across;
}

NOINLINE static double spawned_results(long n)
{
    struct two_longs a = cilk_spawn two_longs(n);
    struct two_doubles b = cilk_spawn two_doubles((double)n);
    struct mixed c = cilk_spawn mixed((struct mixed){n, (double)n});
    struct large l = {{n, n + 1, n + 2}, {(double)n}};
    l = cilk_spawn large(l, 3);
    __int128 d = cilk_spawn wide((__int128)n << 40);
    long double e = cilk_spawn extended(n);
    double _Complex f = cilk_spawn complex_product(n + 2 * I, 3 + n * I);
    pair_of_doubles g = cilk_spawn vector((pair_of_doubles){n, 2}, (pair_of_doubles){3, n});
    float h = cilk_spawn single((float)n, 5);
    double i = cilk_spawn many(n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
    double j = cilk_spawn variadic(5, 1, 2.0, 3, 4.0, 5, 6.0, 7, 8.0, 9, (double)n);
    double k = cilk_spawn pick((int)n)(n, 3);
    cilk_sync;
    return (double)(a.a + 2 * a.b) + b.a + 3 * b.b + (double)c.a + c.b + (double)l.a[2] +
           (double)l.a[11] + l.b[0] + l.b[4] + (double)(long)(d >> 40) + (double)e + creal(f) +
           cimag(f) + g[0] + g[1] + h + i + j + k;
}

NOINLINE static double called_results(long n)
{
    struct two_longs a = two_longs(n);
    struct two_doubles b = two_doubles((double)n);
    struct mixed c = mixed((struct mixed){n, (double)n});
    struct large l = {{n, n + 1, n + 2}, {(double)n}};
    l = large(l, 3);
    __int128 d = wide((__int128)n << 40);
    long double e = extended(n);
    double _Complex f = complex_product(n + 2 * I, 3 + n * I);
    pair_of_doubles g = vector((pair_of_doubles){n, 2}, (pair_of_doubles){3, n});
    float h = single((float)n, 5);
    double i = many(n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
    double j = variadic(5, 1, 2.0, 3, 4.0, 5, 6.0, 7, 8.0, 9, (double)n);
    double k = pick((int)n)(n, 3);
    return (double)(a.a + 2 * a.b) + b.a + 3 * b.b + (double)c.a + c.b + (double)l.a[2] +
           (double)l.a[11] + l.b[0] + l.b[4] + (double)(long)(d >> 40) + (double)e + creal(f) +
           cimag(f) + g[0] + g[1] + h + i + j + k;
}

int main(void)
{
    double loop[40] = {0};
    errno = EDOM;
    for (long n = 1; n <= 40; n++) {
        double calls = called_results(n), spawns = spawned_results(n);
        printf("%ld: %.0f %.0f %ld %ld %ld %ld\n", n, calls, spawns - calls, leaf_with_spawn(n),
               nested(n), sorted(n), beside_tiny(n));
    }
    errno = EDOM;
    cilk_for (int i = 0; i < 40; i++)
        loop[i] = across(i, 2) + many(i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
    printf("errno %s\n", errno == EDOM ? "kept" : "lost");
    for (int i = 0; i < 40; i++)
        printf("%.0f\n", loop[i]);
    return 0;
}
