/*
 * Knapsack by branch and bound: take the next item or leave it, unless even a fraction of the rest
 * could not beat the best so far. Spawns for the first items, plain recursion for the last ones.
 */
#include "bench.h"
#include <stdatomic.h>

enum { SERIAL_ITEMS = 12 };

struct item {
    long weight, value;
};

static struct item *items; /* by value for weight, best first */
static int n_items;
static _Atomic long best;

static long best_so_far(void)
{
    return atomic_load_explicit(&best, memory_order_relaxed);
}

static void record(long value)
{
    long seen = best_so_far();
    while (value > seen && !atomic_compare_exchange_weak_explicit(
                               &best, &seen, value, memory_order_relaxed, memory_order_relaxed))
        ;
}

/* No choice among the items from i on is worth more. */
long bound(int i, long room)
{
    long value = 0;
    for (; i < n_items && items[i].weight <= room; i++) {
        room -= items[i].weight;
        value += items[i].value;
    }
    return i < n_items ? value + items[i].value * room / items[i].weight : value;
}

static bool is_hopeless(int i, long room, long value)
{
    return value + bound(i, room) <= best_so_far();
}

void choose_serially(int i, long room, long value)
{
    if (i == n_items) {
        record(value);
        return;
    }
    if (is_hopeless(i, room, value))
        return;
    if (items[i].weight <= room)
        choose_serially(i + 1, room - items[i].weight, value + items[i].value);
    choose_serially(i + 1, room, value);
}

void choose(int i, long room, long value)
{
    if (n_items - i <= SERIAL_ITEMS) {
        choose_serially(i, room, value);
        return;
    }
    if (is_hopeless(i, room, value))
        return;
    if (items[i].weight <= room)
        cilk_spawn choose(i + 1, room - items[i].weight, value + items[i].value);
    choose(i + 1, room, value);
    cilk_sync;
}

static int by_density(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    long left = x->value * y->weight, right = y->value * x->weight;
    return (left < right) - (left > right);
}

/* Value follows weight, weights are multiples of 16 and the room is not: the bounds are never met,
 * and much of the tree must be searched. Returns the room, about half of all weight. */
static long make_items(void)
{
    long sum = 0;
    items = bench_alloc((size_t)n_items, sizeof(*items));
    for (int i = 0; i < n_items; i++) {
        items[i].weight = 16 * (20 + (long)(bench_hash((uint64_t)i) % 40));
        items[i].value = items[i].weight + (long)(bench_hash(~(uint64_t)i) % 3);
        sum += items[i].weight;
    }
    qsort(items, (size_t)n_items, sizeof(*items), by_density);
    return sum / 32 * 16 + 15;
}

/* The same by dynamic programming over the room. */
static long best_by_table(long room)
{
    long *value = bench_alloc((size_t)room + 1, sizeof(*value));
    memset(value, 0, ((size_t)room + 1) * sizeof(*value));
    for (int i = 0; i < n_items; i++)
        for (long r = room; r >= items[i].weight; r--) {
            long with = value[r - items[i].weight] + items[i].value;
            value[r] = with > value[r] ? with : value[r];
        }
    long result = value[room];
    free(value);
    return result;
}

int main(int argc, char **argv)
{
    n_items = (int)bench_size(argc, argv, 29, 1, 60);
    long room = make_items();
    bench_start();
    choose(0, room, 0);
    bench_stop();
    bool right = best_so_far() == best_by_table(room);
    free(items);
    return bench_finish(right);
}
