/* Every way to write a spawn, a sync and a scope, and every way to leave them. */
#include "stress.h"

#include <stdarg.h>
#include <stdlib.h>

static NOINLINE uint64_t leaf(uint64_t x)
{
    busy(400);
    return mix(x, 1);
}
static NOINLINE int add(int a, int b)
{
    busy(400);
    return a + b;
}
static NOINLINE int sub(int a, int b)
{
    busy(200);
    return a - b;
}
static NOINLINE void store(int *to, int value)
{
    busy(300);
    *to = value;
}
typedef int (*binary)(int, int);
static NOINLINE binary choose(int which)
{
    busy(100);
    return which ? sub : add;
}
static NOINLINE uint64_t nothing(void)
{
    busy(100);
    return 17;
}

struct pair {
    int a, b;
};
static NOINLINE struct pair swap(struct pair p)
{
    busy(300);
    return (struct pair){p.b, p.a};
}
struct object {
    binary fn;
    unsigned field : 5;
    int value;
    struct pair pairs[3];
    struct object *next;
};

static uint64_t mix_ints(uint64_t h, const int *v, int n)
{
    for (int i = 0; i < n; i++)
        h = mix(h, (uint64_t)v[i]);
    return h;
}

static uint64_t assigned(uint64_t seed)
{
    int n = within(seed, 0, 1, 1000), x, y, a[8] = {0}, i = 1, *p = a;
    struct object o = {add, 9, 0, {{0, 0}}, NULL}, *q = &o;
    x = cilk_spawn add(n, 4);
    a[i] = cilk_spawn add(i, n);
    a[i + 1] = cilk_spawn sub(i, n);
    i++; /* what the child stores to was settled at the spawn */
    a[++i] = cilk_spawn add(1, n);
    *p = cilk_spawn add(n, 2);
    *(p + 4) = cilk_spawn sub(n, 21);
    p += 5;
    *p++ = cilk_spawn add(n, 5);
    q->value = cilk_spawn add(o.field, n);
    q->pairs[i - 2].b = cilk_spawn add(n, 50);
    o.pairs[2] = cilk_spawn swap((struct pair){n, 2});
    o.next = &o;
    q->next->pairs[0].a = cilk_spawn sub(n, 6);
    (y) = cilk_spawn sub(n, 7);
    q = NULL;
    cilk_sync;
    uint64_t h = mix_ints(mix(seed, (uint64_t)(x ^ y)), a, 8);
    h = mix(h, (uint64_t)(i + (p - a) + o.value + (q == NULL)));
    return mix_bytes(h, o.pairs, sizeof o.pairs);
}

static uint64_t declared(uint64_t seed)
{
    int n = within(seed, 0, 1, 1000);
    int a = cilk_spawn add(n, 1);
    const int b = cilk_spawn add(n, 2);
    int c = cilk_spawn sub(3, n), d = n, *e = &d, f = cilk_spawn add(d, *e);
    struct pair g = cilk_spawn swap((struct pair){7, n});
    const struct pair h = cilk_spawn swap((struct pair){n, 8});
    int(k) = cilk_spawn add(n, 9);
    long l = cilk_spawn sub(5, n);
    double m = cilk_spawn sub(6, n);
    unsigned char o = cilk_spawn add(n, 200);
    binary r = cilk_spawn choose(n % 2);
    int (*s)(int, int) = cilk_spawn choose(n % 3);
    volatile int t = cilk_spawn add(n, n);
    int u __attribute__((aligned(32))) = cilk_spawn sub(n, 9);
    const uint64_t v = cilk_spawn leaf(derive(seed, 1)), w = cilk_spawn nothing();
    cilk_sync;
    int all[] = {a, b, c, d, *e, f, g.a, g.b, h.a, h.b, k, (int)l, (int)m, o, t, u};
    return mix(mix_ints(v + w, all, 16), (uint64_t)(r(9, 3) + s(8, 4)));
}

static NOINLINE int nested_call(int a, int b)
{
    int x = cilk_spawn add(a, b);
    cilk_sync;
    return x;
}

static uint64_t discarded(uint64_t seed)
{
    int n = within(seed, 0, 1, 100), a = 0, b = 0, c = 0, v[10] = {0}, i = 0;
    binary fp = add, table[2] = {add, sub};
    struct object o = {sub, 1, 2, {{0, 0}}, NULL}, *q = &o;
    cilk_spawn store(&a, n);
    (void)cilk_spawn leaf(seed);
    cilk_spawn leaf(seed);
    cilk_spawn nothing();
    _Cilk_spawn store(&b, add(n, 2));
    cilk_spawn store(&c, nested_call(n, 5)); /* an argument that spawns itself */
    _Cilk_sync;
    v[i++] = cilk_spawn q->fn(9, n);
    v[i++] = cilk_spawn(*fp)(1, n);
    v[i++] = cilk_spawn table[n % 2](7, 2);
    v[i++] = cilk_spawn o.fn(1, n);
    v[i++] = cilk_spawn choose(1)(30, n);
    v[i++] = cilk_spawn(add(n, 4));
    v[i++] = cilk_spawn fp(o.field, 1);
    v[i++] = cilk_spawn(n > 50 ? add : sub)(n, 3);
    fp = NULL;
    q = NULL;
    cilk_sync;
    return mix_ints(mix(seed, (uint64_t)(a + 3 * b + 5 * c + (!fp && !q))), v, i);
}

/* clang-format off */
static uint64_t under_statements(uint64_t seed)
{
    int n = within(seed, 0, 0, 8), r[24] = {0}, i;
    if (n > 1) cilk_spawn store(&r[0], 1);
    if (n > 4) cilk_spawn store(&r[1], 1); else cilk_spawn store(&r[1], 2);
    if (n > 6)
        r[2] = n;
    else if (n > 3)
        r[2] = cilk_spawn add(n, 2);
    else
        r[2] = 3;
    for (i = 0; i < 3; i++)
        r[3 + i] = cilk_spawn add(n, i);
    i = 0;
    while (i++ < 2) cilk_spawn store(&r[5 + i], i + n);
    do cilk_spawn store(&r[8], 8); while (0);
    switch (n) {
    case 0: case 1: r[9] = cilk_spawn add(9, n); break;
    case 5: cilk_spawn store(&r[10], 1); /* fall through */
    case 6: cilk_spawn store(&r[11], 2); /* fall through */
    default: cilk_spawn store(&r[9], 2);
    }
    goto there;
back:
    cilk_spawn store(&r[12], 10);
    goto done;
there: r[13] = cilk_spawn sub(11, n);
    goto back;
done:
    for (i = 0; ; i++) {
        if (i == n) break;
        if (i % 2) continue;
        r[14 + i] = cilk_spawn add(i, 1);
    }
    cilk_sync;
    return mix_ints(mix(seed, (uint64_t)i), r, 24);
}
/* clang-format on */

static uint64_t syncs_in_loops(uint64_t seed)
{
    int n = within(seed, 0, 1, 40), every = within(seed, 1, 1, 5);
    uint64_t h = seed, v[40] = {0};
    for (int i = 0; i < n; i++) {
        WATCH(v[i] = cilk_spawn leaf(seed + (uint64_t)i));
        if (i % every == 0) {
            cilk_sync;
            for (int k = 0; k <= i; k++)
                h = mix(h, v[k]);
        }
    }
    cilk_sync;
    cilk_sync;
    for (int k = 0; k < n; k++)
        h = mix(h, v[k]);
    return h;
}

#define SPAWN_ADD(to, x) (to) = cilk_spawn add(x, 1)
#define BOTH(a, b, n)              \
    do {                           \
        a = cilk_spawn add(n, 10); \
        b = cilk_spawn sub(n, 20); \
        cilk_sync;                 \
    } while (0)

static uint64_t in_macros(uint64_t seed)
{
    int n = within(seed, 0, 0, 1000), a = 0, b = 0, c, sum = 0;
    SPAWN_ADD(c, n);
    for (int i = 0; i < n % 7; i++) {
        BOTH(a, b, i);
        sum = 3 * sum + a + b;
    }
    if (n % 2)
        BOTH(a, b, n);
    cilk_sync;
    return mix(mix(seed, (uint64_t)sum), (uint64_t)(a * 7 + b * 5 + c));
}

/* Every way out of a scope has its sync, and keeps what the function returns. */
static NOINLINE uint64_t leave_scope(uint64_t seed, int how, int *v)
{
    for (int i = 0; i < 5; i++)
        cilk_scope
        {
            cilk_spawn store(&v[0], i);
            if (how == 1 && i == 1)
                continue;
            if (how == 2 && i == 3)
                break;
            cilk_spawn store(&v[1], i);
            if (how == 3 && i == 2)
                return mix(seed, (uint64_t)i);
            cilk_scope
            {
                v[2] = cilk_spawn add(i, how);
                if (how == 4 && i == 4)
                    goto out;
                if (how == 5)
                    return leaf(seed);
            }
            v[3] += v[2]; /* after the inner scope's sync */
        }
    return seed;
out:
    return mix(seed, (uint64_t)(v[0] + v[1] + v[2]));
}

static uint64_t scopes(uint64_t seed)
{
    int v[4] = {0};
    uint64_t a, h = leave_scope(seed, within(seed, 0, 0, 6), v);
    h = mix_ints(h, v, 4);
    a = cilk_spawn leaf(seed);
    cilk_scope
    {
        WATCH(v[0] = cilk_spawn add(v[1], 1));
        v[2] = cilk_spawn add(v[3], 2);
    }
    h = mix_ints(h, v, 4); /* the scope's children are done; the function's may not be */
    cilk_sync;
    return mix(h, a);
}

/* Leaves with children that run: they end before the caller goes on, and store to its memory. */
static NOINLINE int leave_early(uint64_t *out, uint64_t seed, int when)
{
    out[0] = cilk_spawn leaf(seed);
    if (when == 0)
        return 10;
    WATCH(out[1] = cilk_spawn leaf(seed + 1));
    if (when == 1)
        return 20 + (int)(seed % 7);
    for (int i = 2; i < 8; i++) {
        out[i] = cilk_spawn leaf(seed + (uint64_t)i);
        if (i == when)
            return i;
    }
    return 40;
}
static NOINLINE void leave_at_the_end(uint64_t *out, uint64_t seed)
{
    cilk_spawn leaf(seed);
    *out = cilk_spawn leaf(seed + 9);
}

static uint64_t early_returns(uint64_t seed)
{
    uint64_t h = seed;
    for (int i = 0; i < 10; i++) {
        uint64_t out[8] = {0}, last;
        h = mix(h, (uint64_t)leave_early(out, derive(seed, (uint64_t)i), i));
        leave_at_the_end(&last, h);
        h = mix_bytes(mix(h, last), out, sizeof out);
    }
    return h;
}

/* The value that a function returns outlives the sync that comes after it. */
#define RETURNER(type, name, value)                         \
    static NOINLINE type name(uint64_t *out, uint64_t seed) \
    {                                                       \
        *out = cilk_spawn leaf(seed);                       \
        return value;                                       \
    }
struct mixed {
    long a;
    double b;
};
struct large {
    uint64_t v[9];
};
RETURNER(signed char, return_char, (signed char)seed)
RETURNER(double, return_double, (double)(seed % 1000))
RETURNER(float, return_float, (float)(seed % 999))
RETURNER(long double, return_long_double, (long double)(seed % 998))
RETURNER(unsigned __int128, return_int128, (unsigned __int128)seed *seed)
RETURNER(struct mixed, return_mixed, ((struct mixed){(long)seed, (double)(seed % 99)}))
RETURNER(struct large, return_large, ((struct large){{seed, 2, seed, 4, 5, 6, 7, seed, 9}}))
RETURNER(double _Complex, return_complex, (double)(seed % 97) + 2.0i * (double)(seed % 89))

static uint64_t returned(uint64_t seed)
{
    uint64_t out[8], h = seed;
    signed char a = return_char(&out[0], seed);
    double b = return_double(&out[1], seed + 1);
    float c = return_float(&out[2], seed + 2);
    long double d = return_long_double(&out[3], seed + 3);
    unsigned __int128 e = return_int128(&out[4], seed + 4);
    struct mixed f = return_mixed(&out[5], seed + 5);
    struct large g = return_large(&out[6], seed + 6);
    double _Complex k = return_complex(&out[7], seed + 7);
    h = mix(mix(h, (uint64_t)a), (uint64_t)(b + c));
    h = mix(mix(h, (uint64_t)d), (uint64_t)(e >> 64));
    h = mix(mix(mix(h, (uint64_t)e), (uint64_t)f.a), (uint64_t)f.b);
    h = mix(mix(h, (uint64_t) __real__ k), (uint64_t) __imag__ k);
    return mix_bytes(mix_bytes(h, g.v, sizeof g.v), out, sizeof out);
}

static NOINLINE int old_style(a, b)
int a;
char b;
{
    int c = cilk_spawn add(a, b);
    int d = cilk_spawn sub(a, b);
    cilk_sync;
    return c * d;
}

static inline int inlined(int x)
{
    int y = cilk_spawn add(x, x);
    x = add(x, 1);
    cilk_sync;
    return y + x;
}

static NOINLINE uint64_t summed(int n, ...)
{
    uint64_t h = 0;
    va_list rest;
    busy(200);
    va_start(rest, n);
    for (int i = 0; i < n; i++)
        h = i % 2 ? mix(h, (uint64_t)va_arg(rest, double)) : mix(h, va_arg(rest, uint64_t));
    va_end(rest);
    return h;
}

static NOINLINE uint64_t variadic_parent(int n, ...)
{
    va_list rest;
    uint64_t h = 0, child;
    va_start(rest, n);
    child = cilk_spawn leaf((uint64_t)n);
    for (int i = 0; i < n; i++) /* the argument area is the caller's, wherever this runs */
        h = mix(h, (uint64_t)va_arg(rest, int));
    va_end(rest);
    cilk_sync;
    return mix(h, child);
}

static uint64_t functions(uint64_t seed)
{
    int n = within(seed, 0, 0, 1000);
    float f = (float)n;
    uint64_t a = cilk_spawn summed(9, seed, 1.0, seed, 3.0, seed, f, seed, 7.0, seed), b;
    int c = cilk_spawn old_style(n, (char)3), d = cilk_spawn inlined(n);
    b = cilk_spawn variadic_parent(9, 1, 2, 3, 4, 5, 6, 7, 8, n);
    cilk_sync;
    return mix(mix(a, b), (uint64_t)(c * 31 + d));
}

const struct stress_case STRESS_TABLE(forms)[] = {
    {"assigned", assigned},
    {"declared", declared},
    {"discarded", discarded},
    {"under-statements", under_statements},
    {"syncs-in-loops", syncs_in_loops},
    {"in-macros", in_macros},
    {"scopes", scopes},
    {"early-returns", early_returns},
    {"returned", returned},
    {"functions", functions},
    {NULL, NULL},
};
