/* cilk_for: directions, steps, types, grains, nesting, and what is in its body. */
#include "stress.h"

#define MOST 300

#ifdef STRESS_TWIN
#pragma GCC diagnostic ignored "-Wunknown-pragmas" /* of grain sizes */
#endif

static NOINLINE uint64_t leaf(uint64_t x)
{
    busy(200);
    return mix(x, 5);
}
static NOINLINE void put(uint64_t *to, uint64_t value)
{
    busy(200);
    *to = mix(value, 6);
}

static uint64_t loop_up(uint64_t seed)
{
    int n = within(seed, 0, 0, MOST), step = within(seed, 1, 1, 7);
    uint64_t v[MOST + 1] = {0};
    cilk_for (int i = 0; i < n; i++)
        v[i] += leaf(seed + (uint64_t)i);
    cilk_for (int i = 0; i <= n; i += step)
        v[i] = mix(v[i], leaf(seed));
    cilk_for (long i = n; i != 0; --i)
        put(&v[i], v[i]);
    cilk_for (short i = 0; n > i; i = i + 3)
        v[i] ^= seed;
    return mix_bytes(seed, v, sizeof v);
}

static uint64_t loop_down(uint64_t seed)
{
    int n = within(seed, 0, 1, MOST), step = within(seed, 1, 1, 9), i;
    uint64_t v[MOST + 1] = {0};
    cilk_for (int k = n; k > 0; k--)
        v[k] = leaf(seed + (uint64_t)k);
    cilk_for (int k = n; k >= 0; k -= step)
        v[k] += leaf(v[k]);
    cilk_for (i = n; i >= 0; i += -2)
        put(&v[i], v[i]);
    return mix(mix_bytes(seed, v, sizeof v), (uint64_t)i);
}

static uint64_t loop_types(uint64_t seed)
{
    int n = within(seed, 0, 1, 250);
    uint64_t v[256] = {0};
    unsigned char from = (unsigned char)within(seed, 1, 0, 255), to = (unsigned char)(from + n);
    cilk_for (unsigned char c = from; c != to; c++) /* over the top, as it may be */
        v[c] += leaf(c);
    cilk_for (signed char c = -100; c < n / 2; c += 5)
        v[c + 100] ^= leaf((uint64_t)c);
    cilk_for (uint64_t u = UINT64_MAX - (uint64_t)(n & ~1); u < UINT64_MAX; u += 2)
        v[UINT64_MAX - u] += leaf(u);
    cilk_for (int64_t s = INT64_MIN; s < INT64_MIN + n; s++)
        v[(uint64_t)s & 255] += leaf((uint64_t)s);
    cilk_for (unsigned u = 0; u < 4000000000u; u += 100000000u)
        v[u / 100000000u] += leaf(u);
    return mix_bytes(seed, v, sizeof v);
}

static uint64_t loop_pointers(uint64_t seed)
{
    struct cell {
        uint64_t value;
        int index;
    } cells[MOST];
    int n = within(seed, 0, 1, MOST);
    uint64_t h = seed;
    cilk_for (struct cell *p = cells; p < cells + n; p++) {
        p->index = (int)(p - cells);
        p->value = leaf(seed + (uint64_t)p->index);
    }
    cilk_for (struct cell *p = cells + n - 1; p > cells; p -= 1)
        put(&p->value, p->value);
    cilk_for (struct cell *p = cells; p != cells + n; p = p + 1)
        p->value += (uint64_t)p->index;
    for (int i = 0; i < n; i++)
        h = mix(h, cells[i].value);
    return h;
}

static uint64_t loop_grains(uint64_t seed)
{
    int n = within(seed, 0, 0, MOST), grain = within(seed, 1, 1, 20);
    uint64_t v[MOST] = {(uint64_t)grain};
#pragma cilk grainsize 1
    cilk_for (int i = 0; i < n; i++)
        v[i] = leaf(seed + (uint64_t)i);
#pragma cilk grainsize = grain + 1
    cilk_for (int i = 0; i < n; i++)
        put(&v[i], v[i]);
#pragma cilk grainsize 1000
    cilk_for (int i = 0; i < n; i++)
        v[i] += leaf(v[i]);
    return mix_bytes(seed, v, sizeof v);
}

static uint64_t loop_nested(uint64_t seed)
{
    int rows = within(seed, 0, 0, 12), columns = within(seed, 1, 0, 12),
        depth = within(seed, 2, 0, 3);
    uint64_t v[12][12][3] = {{{0}}}, of_row[12] = {0};
    cilk_for (int r = 0; r < rows; r++) {
        uint64_t local = derive(seed, (uint64_t)r); /* each iteration has its own */
        cilk_for (int c = 0; c < columns; c++) {
            uint64_t own = local + (uint64_t)c;
            cilk_for (int d = 0; d < depth; d++)
                v[r][c][d] = leaf(own + (uint64_t)d);
            own++;
            v[r][c][0] += own;
        }
        for (int c = 0; c < columns; c++)
            local = mix(local, v[r][c][0]);
        of_row[r] = local;
    }
    return mix_bytes(mix_bytes(seed, v, sizeof v), of_row, sizeof of_row);
}

static uint64_t loop_bodies(uint64_t seed)
{
    int n = within(seed, 0, 1, 60);
    uint64_t v[60] = {0}, w[60] = {0}, h = seed, before;
    before = cilk_spawn leaf(seed); /* runs on through the loops: they have syncs of their own */
#pragma cilk grainsize 2
    cilk_for (int i = 0; i < n; i++) {
        v[i] = cilk_spawn leaf(seed + (uint64_t)i);
        WATCH(w[i] = cilk_spawn leaf(seed - (uint64_t)i));
        if (i % 3 == 2)
            continue; /* a sync is at the end of every iteration */
        cilk_sync;
        v[i] += w[i];
    }
    cilk_for (int i = 0; i < n; i++)
        cilk_spawn put(&v[i], w[i] ^ v[i]);
    cilk_for (int i = 0; i < n; i++)
        cilk_scope
        {
            uint64_t x = cilk_spawn leaf(v[i]);
            uint64_t y[1 + i % 5];
            fill_bytes(y, sizeof y, v[i]);
            cilk_sync;
            w[i] = x + y[i % 5 / 2];
        }
    cilk_for (int i = 0; i < n; i++) {
        for (int k = 0; k < 5; k++) {
            if (k == 1)
                continue;
            if (k == i % 5)
                break;
            w[i] = mix(w[i], (uint64_t)k);
        }
        switch (i % 4) {
        case 0:
            w[i]++;
            break;
        case 1:
            goto skip;
        default:
            w[i] = leaf(w[i]);
        }
        v[i] ^= w[i];
    skip:;
    }
    for (int i = 0; i < n; i++)
        h = mix(mix(h, v[i]), w[i]);
    cilk_sync;
    return mix(h, before);
}

/* The body sees the locals of the function, whatever they are, and what it stores stays. */
static NOINLINE uint64_t loop_frame(uint64_t seed, double scale, int n)
{
    uint64_t a = derive(seed, 1), b = derive(seed, 2), c = derive(seed, 3), v[n], h = seed;
    _Alignas(64) uint64_t line[8] = {0};
    double d[n], half = scale / 2;
    cilk_for (int i = 0; i < n; i++) {
        v[i] = mix(a + b, (uint64_t)i) ^ c;
        d[i] = scale * i + half;
        if (i < 8)
            line[i] = leaf(v[i]) + (uintptr_t)line % 64;
    }
    a += b;
    cilk_for (int i = 1; i < n; i += 2)
        v[i] = mix(v[i - 1], a);
    for (int i = 0; i < n; i++)
        h = mix(h, (uint64_t)d[i]);
    return mix_bytes(mix_bytes(h, v, sizeof v), line, sizeof line);
}
static uint64_t loop_locals(uint64_t seed)
{
    return loop_frame(seed, within(seed, 0, 1, 50) * 2, within(seed, 1, 1, 100));
}

static NOINLINE uint64_t loop_tree(uint64_t seed, int depth)
{
    int n = within(seed, 0, 1, 4);
    uint64_t v[4] = {0};
    if (depth == 0)
        return leaf(seed);
#pragma cilk grainsize 1
    cilk_for (int i = 0; i < n; i++)
        v[i] = loop_tree(derive(seed, (uint64_t)i), depth - 1);
    return mix_bytes(seed, v, sizeof v);
}
static uint64_t loop_recursion(uint64_t seed)
{
    return loop_tree(seed, within(seed, 9, 1, 6));
}

/* Row by row, each from the one above: many short loops, each with its sync. */
static uint64_t loop_wavefront(uint64_t seed)
{
    int n = within(seed, 0, 2, 40);
    uint64_t grid[2][40];
    fill_bytes(grid, sizeof grid, seed);
    for (int t = 0; t < n; t++) {
        const uint64_t *from = grid[t % 2];
        uint64_t *to = grid[1 - t % 2];
#pragma cilk grainsize 4
        cilk_for (int i = 0; i < n; i++)
            to[i] = mix(from[i], from[(i + 1) % n]);
    }
    return mix_bytes(seed, grid, sizeof grid);
}

const struct stress_case STRESS_TABLE(loops)[] = {
    {"loop-up", loop_up},
    {"loop-down", loop_down},
    {"loop-types", loop_types},
    {"loop-pointers", loop_pointers},
    {"loop-grains", loop_grains},
    {"loop-nested", loop_nested},
    {"loop-bodies", loop_bodies},
    {"loop-locals", loop_locals},
    {"loop-recursion", loop_recursion},
    {"loop-wavefront", loop_wavefront},
    {NULL, NULL},
};
