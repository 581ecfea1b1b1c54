/*
 * What a frame holds across spawns and syncs: more live integers, doubles and vectors than there
 * are registers, arrays of variable length, memory of alloca, over-aligned locals.
 */
#include "stress.h"

#include <alloca.h>

static NOINLINE uint64_t leaf(uint64_t x)
{
    busy(400);
    return mix(x, 3);
}

/* A child that leaves nothing in the registers that it may use as it was. */
static NOINLINE uint64_t clobber(uint64_t x)
{
    uint64_t a = x, b = x + 1, c = x + 2, d = x + 3, e = x + 4, f = x + 5, g = x + 6, h = x + 7;
    double p = (double)(x % 64), q = p + 1, r = p + 2, s = p + 3;
    for (unsigned i = 0; i < 4 + x % 8; i++) {
        a += b ^ i, b += c, c += d, d += e, e += f, f += g, g += h, h += a;
        p += q, q += r, r += s, s += 1;
        busy(60);
    }
    return mix(a ^ b ^ c ^ d ^ e ^ f ^ g ^ h, (uint64_t)(p + q + r + s));
}

/* Each variable and its neighbour. */
/* clang-format off */
#define EACH(X) \
    X(a, b) X(b, c) X(c, d) X(d, e) X(e, f) X(f, g) X(g, h) X(h, i) \
    X(i, j) X(j, k) X(k, l) X(l, m) X(m, n) X(n, o) X(o, p) X(p, q) \
    X(q, r) X(r, s) X(s, t) X(t, u) X(u, v) X(v, w) X(w, x) X(x, a)
/* clang-format on */

static NOINLINE uint64_t live_integers(uint64_t seed)
{
    int turns = within(seed, 0, 3, 16);
    uint64_t got[16] = {0}, hash = seed, count = 1;
#define DECLARE(v, next) uint64_t v = derive(seed, count++);
#define TURN(v, next)    v = 3 * v + (next >> 7) + (uint64_t)turn;
#define HASH(v, next)    hash = mix(hash, v);
    EACH(DECLARE)
    for (int turn = 0; turn < turns; turn++) {
        EACH(TURN)
        WATCH(got[turn] = cilk_spawn clobber(a ^ x));
        EACH(TURN)
        if (turn % 3 == 2) {
            cilk_sync;
            got[turn - 1] ^= c;
            EACH(TURN)
        }
    }
    cilk_sync;
    EACH(HASH)
#undef DECLARE
#undef TURN
#undef HASH
    return mix_bytes(hash, got, sizeof got);
}

static NOINLINE uint64_t live_doubles(uint64_t seed)
{
    int turns = within(seed, 0, 3, 12);
    uint64_t got[12] = {0}, hash = seed, count = 1;
#define DECLARE(v, next) double v = (double)(derive(seed, count++) % 4096);
#define TURN(v, next)    v = v + next + turn;
#define HASH(v, next)    hash = mix(hash, (uint64_t)v);
    EACH(DECLARE)
    for (int turn = 0; turn < turns; turn++) {
        EACH(TURN)
        WATCH(got[turn] = cilk_spawn clobber((uint64_t)(a + x)));
        EACH(TURN)
        if (turn % 4 == 3) {
            cilk_sync;
            EACH(TURN)
        }
    }
    cilk_sync;
    EACH(HASH)
#undef DECLARE
#undef TURN
#undef HASH
    return mix_bytes(hash, got, sizeof got);
}

static NOINLINE void replace(uint64_t *x)
{
    *x = clobber(*x);
}

static NOINLINE void spend(void)
{
    clobber(5);
}

/* Has nothing of its own in the registers that calls preserve: what is there behind the sync is its caller's. */
static NOINLINE void bare(uint64_t *x)
{
    cilk_spawn replace(x);
    spend();
    cilk_sync;
}

static NOINLINE uint64_t callers_registers(uint64_t seed)
{
    int turns = within(seed, 0, 3, 12);
    uint64_t got[12] = {0}, hash = seed, count = 1;
#define DECLARE(v, next)                \
    uint64_t v = derive(seed, count++); \
    double f##v = (double)(v % 4096);
#define TURN(v, next)                         \
    v = 3 * v + (next >> 7) + (uint64_t)turn; \
    f##v = f##v + f##next;
#define HASH(v, next) hash = mix(mix(hash, v), (uint64_t)f##v);
    EACH(DECLARE)
    for (int turn = 0; turn < turns; turn++) {
        got[turn] = a ^ x;
        WATCH(bare(&got[turn]));
        EACH(TURN)
    }
    EACH(HASH)
#undef DECLARE
#undef TURN
#undef HASH
    return mix_bytes(hash, got, sizeof got);
}

#define SOME(X) X(a, b) X(b, c) X(c, d) X(d, e) X(e, f) X(f, g) X(g, h) X(h, a)

/* Integers, doubles, floats, vectors, long doubles and 128-bit numbers, all live at once. */
static NOINLINE uint64_t live_mixture(uint64_t seed)
{
    typedef unsigned int_vector __attribute__((vector_size(16)));
    typedef double double_vector __attribute__((vector_size(16)));
    int turns = within(seed, 0, 3, 10);
    uint64_t got[10] = {0}, hash = seed, count = 1;
#define DECLARE(v, next)                                             \
    uint64_t v##0 = derive(seed, count++);                           \
    double v##1 = (double)(v##0 % 1000);                             \
    float v##2 = (float)(v##0 % 100);                                \
    int_vector v##3 = {(unsigned)v##0, 2, (unsigned)(v##0 % 99), 4}; \
    double_vector v##4 = {v##1, (double)(v##0 % 77)};                \
    long double v##5 = (long double)(v##0 % 12345);                  \
    unsigned __int128 v##6 = (unsigned __int128)v##0 << 30;
#define TURN(v, next)             \
    v##0 = 5 * v##0 + next##0;    \
    v##1 += next##1 + 1;          \
    v##2 += (float)(next##0 % 8); \
    v##3 += next##3;              \
    v##4 += next##4;              \
    v##5 += next##5;              \
    v##6 += next##6 * 3;
    SOME(DECLARE)
    for (int turn = 0; turn < turns; turn++) {
        SOME(TURN)
        got[turn] = cilk_spawn clobber(a0);
        SOME(TURN)
        if (turn % 4 == 3)
            cilk_sync;
    }
    cilk_sync;
#define HASH(v, next)                                                 \
    hash = mix(mix(mix(hash, v##0), (uint64_t)v##1), (uint64_t)v##2); \
    hash = mix(mix(hash, (uint64_t)v##3 [0]), (uint64_t)v##3 [2]);    \
    hash = mix(mix(hash, (uint64_t)v##4 [0]), (uint64_t)v##4 [1]);    \
    hash = mix(mix(hash, (uint64_t)v##5), (uint64_t)(v##6 >> 64) ^ (uint64_t)v##6);
    SOME(HASH)
#undef DECLARE
#undef TURN
#undef HASH
    return mix_bytes(hash, got, sizeof got);
}

/* Parameters live on, in registers and in the caller's memory. */
static NOINLINE uint64_t live_parameters(uint64_t a, uint64_t b, double c, uint64_t d, float e,
                                         uint64_t f, uint64_t g, uint64_t h, uint64_t i, double j,
                                         uint64_t k, int depth)
{
    uint64_t x = 0, y = 0, z;
    if (depth == 0)
        return mix(mix(a, b), k);
    WATCH(x = cilk_spawn live_parameters(b, a, j, f, e, d, h, g, k, c, i, depth - 1));
    a += 1, b ^= f, c += 2, g += (uint64_t)e, h++, k += d;
    WATCH(y = cilk_spawn live_parameters(k, b, c, d, e, f, g, h, i, j, a,
                                         depth - 2 < 0 ? 0 : depth - 2));
    i += k, j += 1;
    z = leaf(g + h);
    cilk_sync;
    x = mix(mix(x, y), z);
    x = mix(mix(mix(mix(x, a), b), (uint64_t)c), d);
    x = mix(mix(mix(mix(x, (uint64_t)e), f), g), h);
    return mix(mix(mix(x, i), (uint64_t)j), k);
}
static uint64_t parameters(uint64_t seed)
{
    return live_parameters(seed, 2, 3, 4, 5, 6, 7, 8, seed, 10, 11, within(seed, 0, 3, 8));
}

static NOINLINE void sum_up(const uint64_t *v, int n, uint64_t *sum)
{
    uint64_t h = 0;
    busy(300);
    for (int i = 0; i < n; i++)
        h = mix(h, v[i]);
    *sum = h;
}

static NOINLINE uint64_t vla_before(uint64_t seed)
{
    int n = within(seed, 0, 1, 200), children = within(seed, 1, 1, 10);
    uint64_t v[n], sums[children], h = seed;
    for (int i = 0; i < n; i++)
        v[i] = derive(seed, (uint64_t)i);
    for (int c = 0; c < children; c++)
        WATCH(cilk_spawn sum_up(v, n - n * c / children, &sums[c]));
    for (int i = 0; i < n; i++)
        h = mix(h, v[i]);
    cilk_sync;
    return mix_bytes(mix_bytes(h, sums, sizeof sums), v, sizeof v);
}

/* Declared, used and left while a child runs, by whoever runs the continuation. */
static NOINLINE uint64_t vla_between(uint64_t seed)
{
    int n = within(seed, 0, 1, 100);
    uint64_t a, b, c = 0, h = seed;
    WATCH(a = cilk_spawn leaf(seed));
    uint64_t v[n];
    fill_bytes(v, sizeof v, seed);
    WATCH(b = cilk_spawn leaf(seed + 1));
    uint64_t w[2 * n];
    fill_bytes(w, sizeof w, seed + 1);
    cilk_spawn sum_up(w, 2 * n, &c);
    h = mix_bytes(h, v, sizeof v);
    cilk_sync;
    return mix_bytes(mix(mix(mix(h, a), b), c), w, sizeof w);
}

static NOINLINE uint64_t vla_in_blocks(uint64_t seed)
{
    int turns = within(seed, 0, 1, 12);
    uint64_t got[12] = {0}, h = seed;
    for (int t = 0; t < turns; t++) {
        int n = within(seed, (uint64_t)t, 1, 60);
        uint64_t v[n], sum;
        fill_bytes(v, sizeof v, seed + (uint64_t)t);
        WATCH(got[t] = cilk_spawn leaf(v[0])); /* may run on after the block */
        h = mix_bytes(h, v, sizeof v);
        if (t % 3 == 1) {
            uint64_t w[2 * n];
            fill_bytes(w, sizeof w, seed);
            cilk_spawn sum_up(w, 2 * n, &sum);
            cilk_sync;
            h = mix(mix(h, sum), got[t]);
        }
        if (t % 5 == 4)
            continue;
        h = mix(h, v[n - 1]);
    }
    cilk_sync;
    return mix_bytes(h, got, sizeof got);
}

static NOINLINE uint64_t vla_tree(uint64_t seed, int depth)
{
    int n = within(seed, 0, 1, 30);
    uint64_t v[n], x, y;
    fill_bytes(v, sizeof v, seed);
    if (depth == 0)
        return mix_bytes(seed, v, sizeof v);
    WATCH(x = cilk_spawn vla_tree(v[0], depth - 1));
    uint64_t w[within(seed, 1, 1, 30)];
    fill_bytes(w, sizeof w, v[n - 1]);
    y = vla_tree(w[0], depth - 1);
    cilk_sync;
    return mix(mix(mix_bytes(x, v, sizeof v), y), w[sizeof w / sizeof *w - 1]);
}
static uint64_t vla_recursion(uint64_t seed)
{
    return vla_tree(seed, within(seed, 2, 1, 7));
}

static NOINLINE uint64_t allocas(uint64_t seed)
{
    int turns = within(seed, 0, 1, 10);
    uint64_t h = seed, sums[10] = {0}, *all[10];
    int sizes[10];
    for (int t = 0; t < turns; t++) {
        sizes[t] = within(seed, (uint64_t)t, 1, 50);
        all[t] = alloca((size_t)sizes[t] * sizeof *all[t]);
        fill_bytes(all[t], (size_t)sizes[t] * sizeof *all[t], seed + (uint64_t)t);
        WATCH(cilk_spawn sum_up(all[t], sizes[t], &sums[t]));
        if (t % 4 == 3)
            cilk_sync;
    }
    cilk_sync;
    for (int t = 0; t < turns; t++)
        h = mix_bytes(h, all[t], (size_t)sizes[t] * sizeof *all[t]);
    return mix_bytes(h, sums, sizeof sums);
}

/* Whether it is where it should be, in a way that the compiler cannot know beforehand. */
static NOINLINE uint64_t misaligned(uintptr_t p, uintptr_t by)
{
    __asm__ volatile("" : "+r"(p));
    return p % by;
}

static NOINLINE uint64_t aligned_tree(uint64_t seed, int depth)
{
    _Alignas(64) uint64_t line[8];
    _Alignas(32) double four[4] = {1, 2, 3, (double)(seed % 100)};
    uint64_t x __attribute__((aligned(128))), y;
    fill_bytes(line, sizeof line, seed);
    if (depth == 0)
        return line[0];
    WATCH(x = cilk_spawn aligned_tree(line[1], depth - 1));
    uint64_t wrong = misaligned((uintptr_t)line, 64) + misaligned((uintptr_t)four, 32) +
                     misaligned((uintptr_t)&x, 128);
    four[2] += 5;
    line[3] += (uint64_t)four[3];
    y = aligned_tree(line[2], depth - 1);
    wrong += misaligned((uintptr_t)line, 64) + misaligned((uintptr_t)four, 32);
    cilk_sync;
    wrong += misaligned((uintptr_t)line, 64) + misaligned((uintptr_t)four, 32) +
             misaligned((uintptr_t)&x, 128);
    return mix_bytes(mix(mix(x, y), wrong + (uint64_t)(four[0] + four[2])), line, sizeof line);
}
static uint64_t aligned(uint64_t seed)
{
    return aligned_tree(seed, within(seed, 0, 1, 6));
}

/* All of it together: the frame then needs a pointer of its own to its locals. */
static NOINLINE uint64_t aligned_vlas(uint64_t seed)
{
    int n = within(seed, 0, 1, 40);
    _Alignas(64) uint64_t line[8] = {0};
    uint64_t v[n], h = seed, wrong = 0;
    fill_bytes(v, sizeof v, seed);
    for (int i = 0; i < 8; i++) {
        WATCH(line[i] = cilk_spawn clobber(v[i % n]));
        uint64_t *more = alloca(64);
        _Alignas(128) uint64_t near[2] = {v[0], (uint64_t)i};
        fill_bytes(more, 64, v[i % n]);
        wrong += misaligned((uintptr_t)near, 128) + misaligned((uintptr_t)line, 64) +
                 misaligned((uintptr_t)v, sizeof *v);
        h = mix(mix(h, more[7]), near[1]);
        if (i % 3 == 2)
            cilk_sync;
    }
    cilk_sync;
    return mix(mix_bytes(mix_bytes(h, line, sizeof line), v, sizeof v), wrong);
}

/* Large frames, most of it unused: they must not step over what lies below a stack. */
static NOINLINE uint64_t large_tree(uint64_t seed, int depth)
{
    uint64_t room[1024], x, y;
    fill_bytes(room, 64, seed);
    room[1023] = seed;
    if (depth == 0)
        return room[1];
    WATCH(x = cilk_spawn large_tree(room[0], depth - 1));
    y = large_tree(room[1], depth - 1);
    cilk_sync;
    return mix(mix(x, y), room[1023]);
}
static uint64_t large_frames(uint64_t seed)
{
    return large_tree(seed, within(seed, 0, 1, 6));
}

const struct stress_case STRESS_TABLE(frames)[] = {
    {"live-integers", live_integers},
    {"live-doubles", live_doubles},
    {"live-mixture", live_mixture},
    {"callers-registers", callers_registers},
    {"parameters", parameters},
    {"vla-before", vla_before},
    {"vla-between", vla_between},
    {"vla-in-blocks", vla_in_blocks},
    {"vla-recursion", vla_recursion},
    {"allocas", allocas},
    {"aligned", aligned},
    {"aligned-vlas", aligned_vlas},
    {"large-frames", large_frames},
    {NULL, NULL},
};
