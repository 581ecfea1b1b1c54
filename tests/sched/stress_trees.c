/* Recursion: fine, deep, unbalanced, mutual, through qsort; chains that hand over every strand. */
#include "stress.h"

#include <stdlib.h>

static NOINLINE uint64_t leaf(uint64_t x)
{
    busy(300);
    return mix(x, 9);
}

static NOINLINE uint64_t long_leaf(uint64_t x)
{
    busy(2000);
    return mix(x, 10);
}

static NOINLINE uint64_t fib(int n)
{
    uint64_t x, y;
    if (n < 2)
        return (uint64_t)n;
    WATCH(x = cilk_spawn fib(n - 1));
    y = fib(n - 2);
    cilk_sync;
    return x + y;
}
static uint64_t fine(uint64_t seed)
{
    return mix(seed, fib(within(seed, 0, 5, 16)));
}

/* Nothing but spawns, and nothing else in the frame than what they need. */
static NOINLINE int plain_fib(int n)
{
    if (n < 2)
        return n;
    int x = cilk_spawn plain_fib(n - 1);
    int y = cilk_spawn plain_fib(n - 2);
    cilk_sync;
    return x + y;
}
static uint64_t finest(uint64_t seed)
{
    return mix(seed, (uint64_t)plain_fib(within(seed, 0, 5, 15)));
}

/*
 * A row of children of about a microsecond, each time for another worker: who has run one finds its
 * parent gone and steals it back. Most steals of a run come from here.
 */
static uint64_t handed_over(uint64_t seed)
{
    int n = within(seed, 0, 100, 800);
    uint64_t v[800] = {0};
    for (int i = 0; i < n; i++)
        WATCH(v[i] = cilk_spawn long_leaf(seed + (uint64_t)i));
    cilk_sync;
    return mix_bytes(seed, v, sizeof v);
}

/* The same with a sync each time: both wait for each other. */
static uint64_t in_step(uint64_t seed)
{
    int n = within(seed, 0, 50, 300);
    uint64_t h = seed;
    for (int i = 0; i < n; i++) {
        uint64_t x, y;
        WATCH(x = cilk_spawn long_leaf(h));
        y = leaf(h + 1);
        cilk_sync;
        h = mix(x, y);
    }
    return h;
}

static NOINLINE uint64_t unbalanced_tree(uint64_t seed, int depth)
{
    uint64_t v[6] = {0};
    int n = depth ? within(seed, 0, 0, 5) * within(seed, 1, 0, 1) : 0;
    for (int i = 0; i < n; i++)
        WATCH(v[i] = cilk_spawn unbalanced_tree(derive(seed, (uint64_t)(i + 2)), depth - 1));
    busy(50);
    cilk_sync;
    return mix_bytes(seed, v, sizeof v);
}
static uint64_t unbalanced(uint64_t seed)
{
    uint64_t h = seed;
    for (uint64_t i = 0; i < 10; i++)
        h = mix(h, unbalanced_tree(derive(seed, i), 9));
    return h;
}

/* Every level spawns the next: the first steal takes the outermost frame. */
static NOINLINE uint64_t deep_spawns(int n)
{
    if (n == 0)
        return 1;
    uint64_t x = cilk_spawn deep_spawns(n - 1);
    uint64_t y = mix((uint64_t)n, 4);
    cilk_sync;
    return mix(x, y);
}
static uint64_t deep(uint64_t seed)
{
    return mix(seed, deep_spawns(within(seed, 0, 0, 3) ? within(seed, 1, 1, 500) : 15000));
}

/* ... and has work of its own left when it comes back, which spawns again. */
static NOINLINE uint64_t left_chain(uint64_t seed, int n)
{
    uint64_t x, y, z;
    if (n == 0)
        return leaf(seed);
    WATCH(x = cilk_spawn left_chain(seed + 1, n - 1));
    WATCH(y = cilk_spawn leaf(seed + (uint64_t)n));
    z = leaf(seed);
    cilk_sync;
    return mix(mix(x, y), z);
}
static uint64_t chain(uint64_t seed)
{
    return left_chain(seed, within(seed, 0, 1, 300));
}

/* Deep calls, between the spawns, of functions that do not spawn. */
static NOINLINE uint64_t calls_down(uint64_t seed, int calls, int spawns);
static NOINLINE uint64_t spawns_down(uint64_t seed, int spawns)
{
    if (spawns == 0)
        return leaf(seed);
    uint64_t x = cilk_spawn calls_down(seed, 5, spawns - 1);
    uint64_t y = leaf(seed + 2);
    cilk_sync;
    return mix(x, y);
}
static NOINLINE uint64_t calls_down(uint64_t seed, int calls, int spawns)
{
    if (calls == 0)
        return spawns_down(seed, spawns) + 1;
    return mix(calls_down(seed, calls - 1, spawns), (uint64_t)calls);
}
static uint64_t calls_between(uint64_t seed)
{
    return spawns_down(seed, within(seed, 0, 1, 100));
}

static NOINLINE uint64_t odd(uint64_t seed, int n);
static NOINLINE uint64_t even(uint64_t seed, int n)
{
    uint64_t x, y = seed;
    if (n == 0)
        return 1;
    WATCH(x = cilk_spawn odd(seed, n - 1));
    if (n > 3)
        y = odd(seed + 1, n - 3);
    cilk_sync;
    return mix(x, y);
}
static NOINLINE uint64_t odd(uint64_t seed, int n)
{
    if (n == 0)
        return 2;
    uint64_t x = cilk_spawn even(seed, n - 1), y;
    cilk_scope
    {
        y = cilk_spawn even(seed + 1, n > 2 ? n - 2 : 0);
        seed = leaf(seed);
    }
    seed = mix(seed, y);
    cilk_sync;
    return mix(x, seed);
}
static uint64_t mutual(uint64_t seed)
{
    return even(seed, within(seed, 0, 1, 11));
}

static NOINLINE uint64_t scope_tree(uint64_t seed, int depth)
{
    uint64_t h = seed, a, b = 0;
    if (depth == 0)
        return leaf(seed);
    for (int i = 0; i < 2; i++)
        cilk_scope
        {
            WATCH(a = cilk_spawn scope_tree(h, depth - 1));
            if (depth % 3 == 0)
                b = cilk_spawn leaf(h);
            seed = mix(seed, (uint64_t)i);
            cilk_sync;
            h = mix(mix(h, a), b);
        }
    return mix(h, seed);
}
static uint64_t scope_recursion(uint64_t seed)
{
    return scope_tree(seed, within(seed, 0, 1, 7));
}

static NOINLINE void merge(const int *a, int n, const int *b, int m, int *to)
{
    while (n && m)
        if (*a <= *b)
            *to++ = *a++, n--;
        else
            *to++ = *b++, m--;
    while (n--)
        *to++ = *a++;
    while (m--)
        *to++ = *b++;
}
static NOINLINE void merge_sort(int *v, int *room, int n)
{
    if (n < 2)
        return;
    WATCH(cilk_spawn merge_sort(v, room, n / 2));
    merge_sort(v + n / 2, room + n / 2, n - n / 2);
    cilk_sync;
    merge(v, n / 2, v + n / 2, n - n / 2, room);
    memcpy(v, room, (size_t)n * sizeof *v);
}
static uint64_t sorting(uint64_t seed)
{
    int n = within(seed, 0, 1, 500), v[500], room[500];
    for (int i = 0; i < n; i++)
        v[i] = within(seed, (uint64_t)i, -1000, 1000);
    merge_sort(v, room, n);
    return mix_bytes(seed, v, (size_t)n * sizeof *v);
}

static NOINLINE int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    busy(30);
    return (x > y) - (x < y);
}
static NOINLINE uint64_t sort_serially(uint64_t seed, int n)
{
    uint64_t v[100];
    fill_bytes(v, sizeof v, seed);
    qsort(v, (size_t)n, sizeof *v, by_value);
    return mix_bytes(seed, v, (size_t)n * sizeof *v);
}
/* qsort in children, each within its strand. */
static uint64_t qsort_in_children(uint64_t seed)
{
    uint64_t r[8];
    for (int i = 0; i < 8; i++)
        WATCH(r[i] =
                  cilk_spawn sort_serially(seed + (uint64_t)i, within(seed, (uint64_t)i, 0, 100)));
    cilk_sync;
    return mix_bytes(seed, r, sizeof r);
}

/* Called by the C library, which knows nothing of spawns; it returns there on whatever worker. */
static NOINLINE int by_spawned_hash(const void *a, const void *b)
{
    uint64_t x, y;
    WATCH(x = cilk_spawn leaf(*(const uint64_t *)a));
    y = leaf(*(const uint64_t *)b);
    cilk_sync;
    return (x > y) - (x < y);
}
static NOINLINE uint64_t sort_by_hash(uint64_t seed, int n)
{
    uint64_t v[60];
    fill_bytes(v, sizeof v, seed);
    qsort(v, (size_t)n, sizeof *v, by_spawned_hash);
    return mix_bytes(seed, v, (size_t)n * sizeof *v);
}
static uint64_t spawns_in_qsort(uint64_t seed)
{
    uint64_t x, y;
    WATCH(x = cilk_spawn sort_by_hash(seed, within(seed, 0, 0, 60)));
    y = sort_by_hash(seed + 1, within(seed, 1, 0, 60));
    cilk_sync;
    return mix(x, y);
}

static NOINLINE int queens(int n, int row, const int *at)
{
    int next[8], found[8] = {0}, sum = 0;
    if (row == n)
        return 1;
    memcpy(next, at, sizeof next);
    for (int c = 0; c < n; c++) {
        int safe = 1, mine[8];
        for (int r = 0; r < row; r++)
            safe &= at[r] != c && at[r] - c != row - r && c - at[r] != row - r;
        if (!safe)
            continue;
        memcpy(mine, next, sizeof mine);
        mine[row] = c;
        cilk_scope
        {
            WATCH(found[c] = cilk_spawn queens(n, row + 1, mine)); /* mine is this turn's */
        }
    }
    for (int c = 0; c < n; c++)
        sum += found[c];
    return sum;
}
static uint64_t backtracking(uint64_t seed)
{
    int none[8] = {0};
    return mix(seed, (uint64_t)queens(within(seed, 0, 4, 6), 0, none));
}

/* Many computations, each over before it has begun. */
static uint64_t short_ones(uint64_t seed)
{
    uint64_t h = seed;
    int n = within(seed, 0, 1, 100);
    for (int i = 0; i < n; i++)
        h = mix(h, fib(i % 5)) ^ left_chain(h, i % 3);
    return h;
}

const struct stress_case STRESS_TABLE(trees)[] = {
    {"fine", fine},
    {"finest", finest},
    {"handed-over", handed_over},
    {"in-step", in_step},
    {"unbalanced", unbalanced},
    {"deep", deep},
    {"chain", chain},
    {"calls-between", calls_between},
    {"mutual", mutual},
    {"scope-recursion", scope_recursion},
    {"sorting", sorting},
    {"qsort-in-children", qsort_in_children},
    {"spawns-in-qsort", spawns_in_qsort},
    {"backtracking", backtracking},
    {"short-ones", short_ones},
    {NULL, NULL},
};
