/* Arguments: none to twenty, more than the registers, of mixed kinds, structs of 1 to 200 bytes. */
#include "stress.h"

/* clang-format off */
#define EACH_SIZE(X) \
    X(1) X(2) X(3) X(4) X(5) X(7) X(8) X(9) X(12) X(15) X(16) X(17) X(24) X(31) X(32) X(33) X(40) \
    X(64) X(100) X(128) X(200)
/* clang-format on */

#define TAKER(n)                                                                    \
    struct bytes##n {                                                               \
        unsigned char b[n];                                                         \
    };                                                                              \
    static NOINLINE uint64_t take_bytes##n(uint64_t k, struct bytes##n s, double d) \
    {                                                                               \
        busy(200);                                                                  \
        uint64_t h = mix_bytes(mix(k, (uint64_t)d), &s, sizeof s);                  \
        memset(&s, 0xee, sizeof s); /* its own copy: nobody else sees it */         \
        __asm__ volatile("" : : "r"(&s) : "memory");                                \
        return h;                                                                   \
    }
EACH_SIZE(TAKER)

static uint64_t struct_arguments(uint64_t seed)
{
    uint64_t h = seed, r[201] = {0};
#define SPAWN_TAKER(n)                                     \
    struct bytes##n s##n;                                  \
    fill_bytes(&s##n, n, seed + n);                        \
    WATCH(r[n] = cilk_spawn take_bytes##n(seed, s##n, n)); \
    memset(&s##n, 0xdd, n); /* the child has its copy */
    EACH_SIZE(SPAWN_TAKER)
    cilk_sync;
    for (int i = 0; i < 201; i++)
        h = mix(h, r[i]);
    return h;
}

static NOINLINE uint64_t take0(void)
{
    busy(200);
    return 5;
}
#define P(n) uint64_t a##n
#define M(n) h = mix(h, a##n)
static NOINLINE uint64_t take1(P(1))
{
    busy(200);
    return mix(1, a1);
}
static NOINLINE uint64_t take6(P(1), P(2), P(3), P(4), P(5), P(6))
{
    uint64_t h = 6;
    busy(200);
    M(1), M(2), M(3), M(4), M(5), M(6);
    return h;
}
static NOINLINE uint64_t take9(P(1), P(2), P(3), P(4), P(5), P(6), P(7), P(8), P(9))
{
    uint64_t h = 9;
    busy(200);
    M(1), M(2), M(3), M(4), M(5), M(6), M(7), M(8), M(9);
    return h;
}
static NOINLINE uint64_t take20(P(1), P(2), P(3), P(4), P(5), P(6), P(7), P(8), P(9), P(10), P(11),
                                P(12), P(13), P(14), P(15), P(16), P(17), P(18), P(19), P(20))
{
    uint64_t h = 20;
    busy(200);
    M(1), M(2), M(3), M(4), M(5), M(6), M(7), M(8), M(9), M(10), M(11), M(12), M(13), M(14), M(15),
        M(16), M(17), M(18), M(19), M(20);
    return h;
}
#undef P
#undef M
static NOINLINE double take_doubles(double a, double b, double c, double d, double e, double f,
                                    double g, double h, double i, double j, double k, double l)
{
    busy(200);
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + 11 * k +
           12 * l;
}

static uint64_t many_arguments(uint64_t seed)
{
    uint64_t s = seed, h = seed, r[8];
    double d = (double)(s % 1000), a[4];
    for (int i = 0; i < 4; i++) {
        uint64_t k = derive(seed, (uint64_t)i);
        r[0] = cilk_spawn take0();
        r[1] = cilk_spawn take1(k);
        r[2] = cilk_spawn take6(1, 2, k, 4, s++, k + 6);
        WATCH(r[3] = cilk_spawn take9(1, s, 3, k, 5, 6, s + 1, k, 9));
        r[4] =
            cilk_spawn take20(s, 2, 3, 4, 5, 6, 7, k, 9, 10, s, 12, 13, 14, 15, 16, 17, k, s, 20);
        WATCH(a[i] = cilk_spawn take_doubles(1, d, 3, 4, 5, d, 7, 8, 9, d, d + 1, 12));
        s = derive(s, 1);
        d++;
        r[5] = take9(k, k, 3, s, 5, 6, 7, 8, s);
        cilk_sync;
        for (int n = 0; n < 6; n++)
            h = mix(h, r[n]);
        h = mix(h, (uint64_t)a[i]);
    }
    return h;
}

struct doubles {
    double a, b;
};
struct floats {
    float a, b, c;
};
static NOINLINE uint64_t take_mixed(int a, double b, long c, float d, char e, struct bytes9 f,
                                    short g, long double h, _Bool i, __int128 j, struct doubles k,
                                    unsigned l, const char *m, struct bytes40 n, float o, double p,
                                    unsigned char q, long long r, struct bytes3 s, struct floats t)
{
    busy(300);
    uint64_t x = mix(mix(mix((uint64_t)a, (uint64_t)b), (uint64_t)c), (uint64_t)d);
    x = mix_bytes(mix(x, (uint64_t)e), &f, sizeof f);
    x = mix(mix(mix(x, (uint64_t)g), (uint64_t)h), i);
    x = mix(mix(x, (uint64_t)j), (uint64_t)(j >> 64));
    x = mix(mix(x, (uint64_t)k.a), (uint64_t)k.b);
    x = mix_bytes(mix_bytes(mix(x, l), m, strlen(m)), &n, sizeof n);
    x = mix(mix(mix(x, (uint64_t)o), (uint64_t)p), q);
    x = mix_bytes(mix(x, (uint64_t)r), &s, sizeof s);
    return mix(mix(mix(x, (uint64_t)t.a), (uint64_t)t.b), (uint64_t)t.c);
}

static uint64_t mixed_arguments(uint64_t seed)
{
    uint64_t h = seed, r[6];
    for (int i = 0; i < 6; i++) {
        uint64_t s = derive(seed, (uint64_t)i);
        struct bytes9 f;
        struct bytes40 n;
        struct bytes3 t;
        char text[8];
        fill_bytes(&f, sizeof f, s);
        fill_bytes(&n, sizeof n, s + 1);
        fill_bytes(&t, sizeof t, s + 2);
        WATCH(r[i] = cilk_spawn take_mixed(
                  i, (double)(s % 100), (long)s, (float)(s % 99), (char)(s % 98), f, (short)s,
                  (long double)(s % 97), s % 2, (__int128)s << 50,
                  (struct doubles){(double)(s % 96), 2}, (unsigned)s, i % 2 ? "odd" : "even", n,
                  (float)(s % 95), (double)i, (unsigned char)s, (long long)s, t,
                  (struct floats){(float)i, 2, (float)(s % 94)}));
        memset(text, i, sizeof text); /* in the slots that the arguments may have had */
        h = mix_bytes(h, text, sizeof text);
    }
    cilk_sync;
    for (int i = 0; i < 6; i++)
        h = mix(h, r[i]);
    return h;
}

/* Of more than a register each: by the first arguments too. */
#define TAKE_TWO(type, name, fold)                \
    static NOINLINE uint64_t name(type a, type b) \
    {                                             \
        busy(200);                                \
        return mix(fold(a), fold(b));             \
    }
#define FOLD_REAL(x)    ((uint64_t)(x))
#define FOLD_INTEGER(x) ((uint64_t)((x) >> 64) ^ (uint64_t)(x))
#define FOLD_COMPLEX(x) mix((uint64_t) __real__(x), (uint64_t) __imag__(x))
TAKE_TWO(long double, take_long_doubles, FOLD_REAL)
TAKE_TWO(unsigned __int128, take_int128s, FOLD_INTEGER)
TAKE_TWO(double _Complex, take_complexes, FOLD_COMPLEX)
TAKE_TWO(long double _Complex, take_long_complexes, FOLD_COMPLEX)

static uint64_t wide_arguments(uint64_t seed)
{
    uint64_t h = seed, r[4];
    for (int i = 0; i < 4; i++) {
        uint64_t s = derive(seed, (uint64_t)i) >> 20;
        WATCH(r[0] = cilk_spawn take_long_doubles((long double)s, (long double)(s + 1)));
        WATCH(r[1] =
                  cilk_spawn take_int128s((unsigned __int128)s << 50, (unsigned __int128)s << 9));
        WATCH(r[2] = cilk_spawn take_complexes((double)(s % 97) + 2.0i, (double)(s % 89) + 3.0i));
        WATCH(r[3] = cilk_spawn take_long_complexes((long double)s + 2.0i, (long double)i + 3.0i));
        cilk_sync;
        h = mix_bytes(h, r, sizeof r);
    }
    return h;
}

static NOINLINE uint64_t take_matrix(int rows, int columns, const int m[rows][columns], int row)
{
    uint64_t h = 0;
    busy(300);
    for (int c = 0; c < columns; c++)
        h = mix(h, (uint64_t)m[row][c] + sizeof m[row]);
    return h;
}

static NOINLINE uint64_t halves(int n, const int v[n], uint64_t out[n])
{
    if (n == 1)
        return out[0] = mix(7, (uint64_t)v[0]);
    uint64_t x, y;
    WATCH(x = cilk_spawn halves(n / 2, v, out));
    y = halves(n - n / 2, v + n / 2, out + n / 2);
    cilk_sync;
    return mix(x, y);
}

static uint64_t vla_arguments(uint64_t seed)
{
    int rows = within(seed, 0, 1, 12), columns = within(seed, 1, 1, 30), m[rows][columns];
    uint64_t h = seed, r[rows], v[rows * columns];
    for (int i = 0; i < rows * columns; i++)
        m[i / columns][i % columns] = within(seed, (uint64_t)i, 0, 99);
    for (int i = 0; i < rows; i++)
        r[i] = cilk_spawn take_matrix(rows, columns, (const int(*)[columns])m, i);
    uint64_t whole = halves(rows * columns, &m[0][0], v);
    cilk_sync;
    for (int i = 0; i < rows; i++)
        h = mix(h, r[i]);
    return mix_bytes(mix(h, whole), v, sizeof v);
}

const struct stress_case STRESS_TABLE(arguments)[] = {
    {"struct-arguments", struct_arguments}, {"many-arguments", many_arguments},
    {"mixed-arguments", mixed_arguments},   {"wide-arguments", wide_arguments},
    {"vla-arguments", vla_arguments},       {NULL, NULL},
};
