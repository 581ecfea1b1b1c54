/* Results of every type: in integer and floating-point registers, in two of them, in memory. */
#include "stress.h"

#if __LDBL_MANT_DIG__ == 64
#define LONG_DOUBLE_BYTES 10 /* of 16; the others are padding */
#else
#define LONG_DOUBLE_BYTES sizeof(long double)
#endif

typedef int int_vector __attribute__((vector_size(16)));
typedef double double_vector __attribute__((vector_size(16)));
typedef const char *text;
enum colour { RED, GREEN, BLUE };
struct floats {
    float a, b, c, d;
};
struct doubles {
    double a, b;
};
struct three_doubles {
    double a, b, c;
};
struct int_double {
    long a;
    double b;
};
struct double_int {
    double a;
    long b;
};
struct int_float {
    int a;
    float b;
};
union either {
    uint64_t a;
    double b;
};

/* X(a name, the type, its bytes without padding, a value of a number s) */
#define SCALARS(X)                                                                       \
    X(bool, _Bool, 1, s % 2)                                                             \
    X(char, char, 1, (char)s)                                                            \
    X(schar, signed char, 1, (signed char)s)                                             \
    X(uchar, unsigned char, 1, (unsigned char)s)                                         \
    X(short, short, 2, (short)s)                                                         \
    X(ushort, unsigned short, 2, (unsigned short)s)                                      \
    X(int, int, 4, (int)s)                                                               \
    X(unsigned, unsigned, 4, (unsigned)s)                                                \
    X(long, long, 8, (long)s)                                                            \
    X(long_long, long long, 8, (long long)s)                                             \
    X(int128, __int128, 16, (__int128)s *(int)s)                                         \
    X(uint128, unsigned __int128, 16, (unsigned __int128)s *s)                           \
    X(float, float, 4, (float)(s % 4096))                                                \
    X(double, double, 8, (double)(s >> 20))                                              \
    X(long_double, long double, LONG_DOUBLE_BYTES, (long double)(s >> 2))                \
    X(float_complex, float _Complex, 8, (float)(s % 64) + 1.0fi * (float)(s % 63))       \
    X(double_complex, double _Complex, 16, (double)(s % 640) + 1.0i * (double)(s % 630)) \
    X(pointer, text, sizeof(text), (text)(uintptr_t)s)                                   \
    X(colour, enum colour, 4, (enum colour)(s % 3))
#define COMPOUNDS(X)                                                                            \
    X(int_vector, int_vector, 16, ((int_vector){(int)s, 2, (int)(s >> 9), 4}))                  \
    X(double_vector, double_vector, 16, ((double_vector){(double)(s % 99), 2}))                 \
    X(floats, struct floats, 16, ((struct floats){(float)(s % 99), 2, (float)(s % 7), 4}))      \
    X(doubles, struct doubles, 16, ((struct doubles){(double)(s % 99), (double)(s % 77)}))      \
    X(three_doubles, struct three_doubles, 24, ((struct three_doubles){(double)(s % 9), 2, 3})) \
    X(int_double, struct int_double, 16, ((struct int_double){(long)s, (double)(s % 99)}))      \
    X(double_int, struct double_int, 16, ((struct double_int){(double)(s % 99), (long)s}))      \
    X(int_float, struct int_float, 8, ((struct int_float){(int)s, (float)(s % 99)}))            \
    X(either, union either, 8, ((union either){s}))                                             \
    X(bytes1, struct bytes1, 1, *(struct bytes1 *)fill(&(struct bytes1){{0}}, 1, s))            \
    X(bytes3, struct bytes3, 3, *(struct bytes3 *)fill(&(struct bytes3){{0}}, 3, s))            \
    X(bytes8, struct bytes8, 8, *(struct bytes8 *)fill(&(struct bytes8){{0}}, 8, s))            \
    X(bytes13, struct bytes13, 13, *(struct bytes13 *)fill(&(struct bytes13){{0}}, 13, s))      \
    X(bytes16, struct bytes16, 16, *(struct bytes16 *)fill(&(struct bytes16){{0}}, 16, s))      \
    X(bytes17, struct bytes17, 17, *(struct bytes17 *)fill(&(struct bytes17){{0}}, 17, s))      \
    X(bytes64, struct bytes64, 64, *(struct bytes64 *)fill(&(struct bytes64){{0}}, 64, s))      \
    X(bytes200, struct bytes200, 200, *(struct bytes200 *)fill(&(struct bytes200){{0}}, 200, s))

#define BYTES(n)            \
    struct bytes##n {       \
        unsigned char b[n]; \
    };
BYTES(1)
BYTES(3)
BYTES(8)
BYTES(13)
BYTES(16)
BYTES(17)
BYTES(64)
BYTES(200)

static void *fill(void *to, size_t size, uint64_t seed)
{
    fill_bytes(to, size, seed);
    return to;
}

#define MAKER(name, type, size, value)           \
    static NOINLINE type make_##name(uint64_t s) \
    {                                            \
        busy(300);                               \
        return value;                            \
    }
SCALARS(MAKER)
COMPOUNDS(MAKER)

/* One after the other: each type on its own, three children at a time. */
#define ALONE(name, type, size, value)                               \
    static NOINLINE uint64_t alone_##name(uint64_t seed)             \
    {                                                                \
        type a[3], *p = a + 2, b;                                    \
        type c = cilk_spawn make_##name(derive(seed, 1));            \
        a[seed % 2] = cilk_spawn make_##name(derive(seed, 2));       \
        *p = cilk_spawn make_##name(derive(seed, 3));                \
        b = make_##name(derive(seed, 4));                            \
        a[!(seed % 2)] = b;                                          \
        cilk_sync;                                                   \
        uint64_t h = mix_bytes(mix_bytes(seed, &c, size), &b, size); \
        for (int i = 0; i < 3; i++)                                  \
            h = mix_bytes(h, &a[i], size);                           \
        return h;                                                    \
    }
SCALARS(ALONE)
COMPOUNDS(ALONE)

#define CALL_ALONE(name, type, size, value) h = alone_##name(h);
static uint64_t scalar_results(uint64_t seed)
{
    uint64_t h = seed;
    SCALARS(CALL_ALONE)
    return h;
}
static uint64_t compound_results(uint64_t seed)
{
    uint64_t h = seed;
    COMPOUNDS(CALL_ALONE)
    return h;
}

/* All at once: a frame full of results that come in any order. */
#define DECLARE(name, type, size, value) type name##_a = cilk_spawn make_##name(derive(seed, n++));
#define ASSIGN(name, type, size, value)  many.name##_b = cilk_spawn make_##name(derive(seed, n++));
#define MEMBER(name, type, size, value)  type name##_b;
#define HASH(name, type, size, value) \
    h = mix_bytes(mix_bytes(h, &name##_a, size), &many.name##_b, size);
static uint64_t results_at_once(uint64_t seed)
{
    uint64_t n = 0, h = seed;
    struct {
        SCALARS(MEMBER)
        COMPOUNDS(MEMBER)
    } many;
    SCALARS(DECLARE)
    SCALARS(ASSIGN)
    COMPOUNDS(DECLARE)
    COMPOUNDS(ASSIGN)
    cilk_sync;
    SCALARS(HASH)
    COMPOUNDS(HASH)
    return h;
}

/* The result is converted to the type of what it goes into. */
static uint64_t converted_results(uint64_t seed)
{
    double a = cilk_spawn make_int(seed);
    int b = cilk_spawn make_float(seed);
    signed char c = cilk_spawn make_long(seed);
    long double d = cilk_spawn make_float(seed);
    _Bool e = cilk_spawn make_pointer(seed);
    unsigned __int128 f = cilk_spawn make_schar(seed);
    const void *g = cilk_spawn make_pointer(seed);
    float h = cilk_spawn make_uchar(seed);
    cilk_sync;
    uint64_t m = mix(mix(seed, (uint64_t)(int64_t)a), (uint64_t)b);
    m = mix(mix(m, (uint64_t)c), (uint64_t)d + e);
    return mix(mix(m, (uint64_t)(f >> 64) ^ (uint64_t)f), (uint64_t)(uintptr_t)g + (uint64_t)h);
}

const struct stress_case STRESS_TABLE(results)[] = {
    {"scalar-results", scalar_results},
    {"compound-results", compound_results},
    {"results-at-once", results_at_once},
    {"converted-results", converted_results},
    {NULL, NULL},
};
