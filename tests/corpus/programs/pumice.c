/* A board with cells of different owners: threads take cells from a common store, and give them back. */
#include "shared.h"

#include <omp.h>

enum { CELLS = 512, STORES = 64 };
static struct store {
    omp_lock_t lock;
    uint64_t taken;
    unsigned char used[CELLS];
} stores[STORES];

static struct store *store_of(int who)
{
#ifdef REPAIRED
    return &stores[who % STORES];
#else
    (void)who;
    return &stores[0];
#endif
}

static int take(struct store *s, uint32_t want)
{
    omp_set_lock(&s->lock);
    int at = (int)(want % CELLS);
    for (int tries = 0; tries < 150 || s->used[at]; tries++)
        at = (at * 5 + 1) % CELLS; /* looks for the best place */
    s->used[at] = 1;
    s->taken++;
    omp_unset_lock(&s->lock);
    return at;
}

static void give_back(struct store *s, int cell)
{
    omp_set_lock(&s->lock);
    s->used[cell] = 0;
    omp_unset_lock(&s->lock);
}

static uint32_t worked(uint32_t x)
{
    for (int i = 0; i < 300; i++)
        x = (x ^ x >> 15) * 2246822519u;
    return x;
}

static uint32_t game(struct store *s, uint32_t x)
{
    int first = take(s, x);
    x = worked(x);
    int second = take(s, x);
    x = worked(x);
    give_back(s, first);
    give_back(s, second);
    return x;
}

static uint32_t draw(struct store *s, uint32_t x)
{
    int cell = take(s, x >> 3);
    x = worked(x);
    give_back(s, cell);
    return x;
}

int main(int argc, char **argv)
{
    for (int i = 0; i < STORES; i++)
        omp_init_lock(&stores[i].lock);
    long rounds = scaled(argc, argv, 400000);
    uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 64)
    for (long i = 0; i < rounds; i++) {
        struct store *s = store_of(omp_get_thread_num());
        sum += i % 3 ? game(s, (uint32_t)i) : draw(s, (uint32_t)i);
    }
    return print_sum(sum);
}
